import type { CommandOutcome } from './server-process.js';

/** A server that has said that it is ready, wherever it runs. */
export interface RunningServer {
  /** Of the process that it runs in. */
  readonly pid: number;
  /** All that it has said so far: stdout, then stderr. */
  output(): string;
  /** Ends it as the signal does, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<CommandOutcome>;
}

/** Starts a server in its folder; resolves when it is ready. */
export type StartRunning = (
  folder: string,
  environment: Readonly<Record<string, string>>,
  baseUrl: string,
) => Promise<RunningServer>;
