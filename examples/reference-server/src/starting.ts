import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** How long a request waits for the server to be ready: a start on data that are in order takes less. */
const MAX_WAIT_MS = 5000;
/** How many wait at the same time. */
const MAX_WAITING = 1000;

/** Supervisors and load balancers want to know how it is now. */
const isProbe = ({ url = '' }: IncomingMessage): boolean => /\/(?:healthz|readyz)(?:\?|$)/.test(url);

export interface Starting {
  readonly listener: RequestListener;
  /** From now on this answers, beginning with what has waited. */
  ready(answer: RequestListener): void;
}

export interface StartingOptions {
  readonly maxWaitMs?: number;
  readonly maxWaiting?: number;
}

/**
 * Listens from before the server is ready on. Requests wait for it, so that a restart is no error to clients which give up at the first 503, as Git LFS
 * does; `unavailable` answers probes, what has waited in vain, and what comes when too many wait.
 */
export const createStarting = (
  unavailable: RequestListener,
  { maxWaitMs = MAX_WAIT_MS, maxWaiting = MAX_WAITING }: StartingOptions = {},
): Starting => {
  let answerNow: RequestListener | undefined;
  const waiting = new Set<(answer: RequestListener) => void>();

  const wait = (request: IncomingMessage, response: ServerResponse): void => {
    const leave = (): void => {
      clearTimeout(timer);
      waiting.delete(go);
      response.off('close', leave);
    };
    const go = (answer: RequestListener): void => {
      leave();
      answer(request, response);
    };
    const timer = setTimeout(() => go(unavailable), maxWaitMs);
    waiting.add(go);
    response.once('close', leave);
  };

  return {
    listener: (request, response) => {
      if (answerNow !== undefined) answerNow(request, response);
      else if (isProbe(request) || waiting.size >= maxWaiting) unavailable(request, response);
      else wait(request, response);
    },
    ready: (answer) => {
      answerNow = answer;
      for (const go of [...waiting]) go(answer);
    },
  };
};
