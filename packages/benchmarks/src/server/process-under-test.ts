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

/** The status of an answer; nothing while nobody answers. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });

/** With their ends. */
const running = new Map<ChildProcess, Promise<unknown>>();
process.on('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL');
});

/** Kills all that were started and have not ended. */
export const killRunning = async (): Promise<void> => {
  const ends = [...running.values()];
  for (const child of running.keys()) child.kill('SIGKILL');
  await Promise.all(ends);
};

export interface ProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  /** What a server that is ready answers with 200; without it the first answer, whatever it is, will do. */
  readonly readyPath?: string;
}

/** Starts a server, a program with its parameters, and waits until it is ready. */
export const startProcess = async (
  [program, ...parameters]: readonly [string, ...string[]],
  { environment, port, readyPath }: ProcessSettings,
): Promise<ProcessUnderTest> => {
  const baseUrl = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    const status = await statusOf(baseUrl + (readyPath ?? '/'));
    return readyPath === undefined ? status !== undefined : status === 200;
  };
  const begun = performance.now();
  const child = spawn(program, parameters, {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => running.delete(child));
  running.set(child, ended);
  while (!(await isReady())) {
    if (!running.has(child)) throw new Error(`${program} ${parameters.join(' ')} has ended`);
    if (performance.now() - begun > readyWithinMs)
      throw new Error(`${program} ${parameters.join(' ')} is not ready after ${readyWithinMs} ms`);
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
