/** What a thread of the pool runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '@svc/core/model';
import { doJob } from './do-job.js';
import { lowerPriority } from './lower-priority.js';
import { makeTools } from './make-tools.js';
import type { Reply, Request, ThreadSettings } from './jobs.js';

const isSettings = (data: unknown): data is ThreadSettings =>
  typeof data === 'object' && data !== null && 'blake3' in data && 'zstd' in data && 'priority' in data;

const port = parentPort;
invariant(port !== null, 'this runs in a worker thread');
const settings: unknown = workerData;
invariant(isSettings(settings), 'a thread is told its settings');

if (settings.priority === 'low') lowerPriority();
const tools = makeTools(settings);

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
