import type { Readable, Writable } from 'node:stream';
import type { Environment } from './settings/environment.js';

/** Where a command works. */
export interface Place {
  /** Where paths begin that are not absolute, and where git works; where the process is, when absent. */
  readonly folder: string | undefined;
  readonly environment: Environment;
}

/** A standard stream that commands write to. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A standard stream that commands read from. */
export type InputStream = Readable & { readonly isTTY?: boolean };

/** What a command takes from its surroundings: a process that is its own, or one that has others besides. */
export interface Surroundings extends Place {
  /** Opened where something is read from it. */
  readonly stdin: () => InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The program of Node that runs it. */
  readonly node: string;
  /** The file that Node was started with. */
  readonly program: string;
  readonly signals: Signals;
  /** Calls the listener with what nobody has caught; nothing is known of what is under way then. */
  readonly onBug: (listener: (fault: unknown) => void) => void;
  /** Ends the command at once, whatever is under way. */
  readonly exit: (code: number) => void;
}

/** What tells that the end is asked for. */
export interface Signals {
  on(name: 'SIGHUP' | 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}
