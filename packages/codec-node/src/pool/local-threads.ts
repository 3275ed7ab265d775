import { doJob, type JobTools } from './do-job.js';
import { makeTools } from './make-tools.js';
import type { Answer, Job, ToolSettings } from './jobs.js';
import type { Threads } from './threads.js';

/** Does jobs on the thread that asks for them, each at once. */
export const createLocalThreads = (settings: ToolSettings): Threads => {
  let tools: Promise<JobTools> | undefined;
  let closed = false;
  const run = async (job: Job): Promise<Answer> => {
    tools ??= makeTools(settings);
    const ready = await tools;
    if (closed) throw new Error('the codec pool is closed');
    return doJob(ready, job).answer;
  };
  return {
    run,
    pin: () => ({ run }),
    close: async () => {
      closed = true;
    },
  };
};
