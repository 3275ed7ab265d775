import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { watchMemory } from './resident-memory.js';

export interface TimedRun {
  readonly seconds: number;
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
  const mostMb = stopWatching?.() ?? 0;
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${String(code)}: ${complaints.toString()}`);
  return { seconds, mostMb, output: output.toString() };
};
