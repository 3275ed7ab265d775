import type { Logger } from 'pino';

/** Stops a server for a signal: what is under way may go on for so long. Resolves to whether everything has finished by itself. */
export type StopServer = (signal: string, graceMs: number) => Promise<boolean>;

/** What a server takes from its surroundings, beside its settings: a process that is its own, or one that has others besides. */
export interface ServerLife {
  /** The folder of the bundle that runs, in which the pages and the tarball of the agent lie; absent where it is the sources that run. */
  readonly bundle?: string;
  /** Called before anything is begun. */
  begin(log: Logger): void;
  /** Called once, when there is something to stop. */
  endWith(stop: StopServer): void;
}
