import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { endedChildrenSeconds } from './processor-time.js';
import { watchMemory } from './resident-memory.js';

export interface TimedRun {
  readonly seconds: number;
  /** Processor time of the command and of every process that it waited for. Right only while no other command runs. */
  readonly cpuSeconds: number;
  /** The most that the process itself has occupied, in MB. */
  readonly mostMb: number;
  readonly output: string;
}

/** Runs a command to its end; throws with what it said when it fails. */
export const timedCommand = async (
  command: string,
  parameters: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<TimedRun> => {
  const begun = performance.now();
  const cpuBefore = endedChildrenSeconds();
  const child = spawn(command, parameters, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stopWatching = child.pid === undefined ? undefined : watchMemory(child.pid);
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const [output, complaints] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const code = await ended;
  const seconds = (performance.now() - begun) / 1000;
  const cpuSeconds = endedChildrenSeconds() - cpuBefore;
  const mostMb = stopWatching?.() ?? 0;
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${String(code)}: ${complaints.toString()}`);
  return { seconds, cpuSeconds, mostMb, output: output.toString() };
};
