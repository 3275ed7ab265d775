import { cpus, platform, release, totalmem } from 'node:os';

/** Where and when figures were taken: without it they mean nothing. */
export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly system: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
}

export const describeMachine = (): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  system: `${platform()} ${release()}`,
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
});
