import { Worker } from 'node:worker_threads';
import type { Answer, Job, Reply, Request } from './jobs.js';
import type { WorkerCode } from './worker-code.js';

/** Does jobs on worker threads, which start when they are needed. */
export interface Threads {
  /** Rejects with what the thread threw, or when the thread ends before it has answered. */
  run(job: Job): Promise<Answer>;
  /** One thread for jobs that need what those before have left there; they are done in their order, and other jobs between them. */
  pin(): Pick<Threads, 'run'>;
  /** Ends all threads; what they have not answered is rejected. */
  close(): Promise<void>;
}

interface Task {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, Task>;
}

/** A thread has its next job at hand when it answers one. */
const jobsAtHand = 2;

export const createThreads = (code: WorkerCode, count: number, settings: object): Threads => {
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let lastId = 0;
  let closed = false;

  const startThread = (): Thread => {
    const thread: Thread = { worker: startWorker(code, settings), tasks: new Map() };
    let cause: unknown = new Error('a thread of the codec pool has ended');
    thread.worker.on('message', (reply: Reply) => {
      const task = thread.tasks.get(reply.id);
      thread.tasks.delete(reply.id);
      // A thread keeps the process alive only while there is something to answer.
      if (thread.tasks.size === 0) thread.worker.unref();
      if ('answer' in reply) task?.resolve(reply.answer);
      else task?.reject(reply.fault);
      handOut();
    });
    thread.worker.on('error', (fault: unknown) => {
      cause = fault;
    });
    thread.worker.on('exit', () => {
      threads.delete(thread);
      for (const task of thread.tasks.values()) task.reject(cause);
      handOut();
    });
    thread.worker.unref();
    threads.add(thread);
    return thread;
  };

  /** Another thread; where the system starts none, one that is there does the work of both. Throws where there is none either. */
  const startOr = (present: Thread | undefined): Thread => {
    try {
      return startThread();
    } catch (fault) {
      if (present === undefined) throw fault;
      return present;
    }
  };

  /** The idlest thread, or another one while all are busy and more are allowed. */
  const threadForNext = (): Thread | undefined => {
    const [idlest] = [...threads].sort((left, right) => left.tasks.size - right.tasks.size);
    if (idlest?.tasks.size === 0) return idlest;
    const next = threads.size < count ? startOr(idlest) : idlest;
    return next !== undefined && next.tasks.size < jobsAtHand ? next : undefined;
  };

  const post = (thread: Thread, task: Task): void => {
    const request: Request = { id: (lastId += 1), job: task.job };
    try {
      thread.worker.postMessage(request);
    } catch (fault) {
      // A chunk that carries something that cannot be copied, such as a function: no thread answers it, and the others are not held up.
      task.reject(fault);
      return;
    }
    thread.tasks.set(request.id, task);
    thread.worker.ref();
  };

  /** It never throws: an answer that has come, or the end of a thread, may be what leads here. */
  const handOut = (): void => {
    try {
      while (!closed && waiting.length > 0) {
        const thread = threadForNext();
        const task = thread && waiting.shift();
        if (thread === undefined || task === undefined) return;
        post(thread, task);
      }
    } catch (fault) {
      for (const task of waiting.splice(0)) task.reject(fault);
    }
  };

  const runPinned = (thread: Thread, job: Job): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (closed) throw new Error('the codec pool is closed');
      if (!threads.has(thread)) throw new Error('a thread of the codec pool has ended');
      post(thread, { job, resolve, reject });
    });

  return {
    pin: () => {
      // It would start one that nobody ends.
      if (closed) return { run: () => Promise.reject(new Error('the codec pool is closed')) };
      const [idlest] = [...threads].sort((left, right) => left.tasks.size - right.tasks.size);
      const thread = idlest !== undefined && (idlest.tasks.size === 0 || threads.size === count) ? idlest : startOr(idlest);
      return { run: (job) => runPinned(thread, job) };
    },
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error('the codec pool is closed');
        waiting.push({ job, resolve, reject });
        handOut();
      }),
    close: async () => {
      closed = true;
      for (const task of waiting.splice(0)) task.reject(new Error('the codec pool is closed'));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

const startWorker = ({ code, base, execArgv }: WorkerCode, settings: object): Worker =>
  new Worker(code, {
    eval: true,
    workerData: { ...settings, base },
    ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
  });
