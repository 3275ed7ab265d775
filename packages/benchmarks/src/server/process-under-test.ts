import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 2;
const readyWithinMs = 15_000;

/** A server in a process of its own: what is measured shares no thread with who measures. */
export interface ProcessUnderTest {
  readonly baseUrl: string;
  readonly pid: number;
  /** From the start of the process to the first 200, in milliseconds. */
  readonly startedInMs: number;
  stop(): Promise<void>;
  /** Waits for nothing that is under way. */
  kill(): Promise<void>;
}

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || address === null) throw new Error('the probe has no port');
  return address.port;
};

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a Node process and waits until `readyPath` of it answers 200. */
export const startProcess = async (
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  port: number,
  readyPath: string,
): Promise<ProcessUnderTest> => {
  const baseUrl = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, parameters, {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  while (!(await answers(baseUrl + readyPath))) {
    if (!running.has(child)) throw new Error(`${parameters.join(' ')} has ended`);
    if (performance.now() - begun > readyWithinMs)
      throw new Error(`${parameters.join(' ')} is not ready after ${readyWithinMs} ms`);
    await sleep(pollMs);
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    baseUrl,
    pid: child.pid ?? -1,
    startedInMs: performance.now() - begun,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};
