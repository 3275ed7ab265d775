import type { Terminal } from '../output/output.js';
import type { Environment } from '../settings/environment.js';

/** What every command is given of the process. */
export interface CommandDependencies extends Terminal {
  /** Whether stderr is a terminal: somebody watches. */
  readonly isWatched: boolean;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** The file that Node was started with. */
  readonly program: string;
  readonly environment: Environment;
}
