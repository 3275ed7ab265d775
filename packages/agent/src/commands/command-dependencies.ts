import type { Connections } from '../connections.js';
import type { RunGit } from '../git/run-git.js';
import type { Terminal } from '../output/output.js';
import type { OutputStream, Place, Surroundings } from '../surroundings.js';

/** What every command is given of its surroundings. */
export interface CommandDependencies extends Terminal, Place, Pick<Surroundings, 'stdin' | 'node' | 'program'> {
  /** Where bars are shown, if it is a terminal: then somebody watches. */
  readonly screen: OutputStream;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** Ends it as Ctrl-C does. */
  readonly endByPerson: () => void;
  /** Git, as it runs at this place. */
  readonly runGit: RunGit;
  readonly connections: Connections;
  /** Resolves when the streams have taken what was written, or nothing is to be waited for any more: what they have not taken is in memory. */
  readonly taken: () => Promise<void>;
}
