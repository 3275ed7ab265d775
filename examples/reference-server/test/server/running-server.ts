import type { CommandOutcome } from './server-process.js';

/** A server that has been started, wherever it runs. */
export interface RunningServer {
  /** Rejects when it does not become ready. */
  readonly ready: Promise<void>;
  /** Of the process that it runs in. */
  readonly pid: number;
  /** All that it has said so far: stdout, then stderr. */
  output(): string;
  /** Ends it as the signal does, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<CommandOutcome>;
}

/** Starts a server in its folder. */
export type StartRunning = (folder: string, environment: Readonly<Record<string, string>>, baseUrl: string) => RunningServer;
