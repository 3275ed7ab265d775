/** What a thread of the pool runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '@svc/core/model';
import { createBlake3 } from '../blake3/create-blake3.js';
import { createChunkCoder } from '../chunk-coder.js';
import { createZstd } from '../zstd/create-zstd.js';
import { doJob, type JobTools } from './do-job.js';
import type { Reply, Request, ThreadSettings } from './jobs.js';

const isSettings = (data: unknown): data is ThreadSettings =>
  typeof data === 'object' && data !== null && 'blake3' in data && 'zstd' in data;

const port = parentPort;
invariant(port !== null, 'this runs in a worker thread');
const settings: unknown = workerData;
invariant(isSettings(settings), 'a thread is told its settings');

const makeTools = async (): Promise<JobTools> => {
  const [zstd, blake3] = await Promise.all([createZstd(settings.zstd), createBlake3(settings.blake3)]);
  return { coder: createChunkCoder(zstd), blake3, cutters: new Map(), assemblers: new Map() };
};
const tools = makeTools();

const reply = (message: Reply, memory?: ArrayBuffer): void => port.postMessage(message, memory === undefined ? [] : [memory]);

const serve = async ({ id, job }: Request): Promise<void> => {
  try {
    const { answer, memory } = doJob(await tools, job);
    reply({ id, answer }, memory);
  } catch (fault) {
    reply({ id, fault });
  }
};

port.on('message', (request: Request) => void serve(request));
