import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { type ApiError, isGone, ownError } from './api-error.js';
import { expectKind, expectSignal } from './expect-options.js';
import { namedHeaders } from './named-headers.js';
import { dismiss } from './read-body.js';
import { refusalOf } from './refusal.js';
import { aborted, type RetryDependencies, type RetryPolicy, retrying } from './retry.js';
import type { Method, Transport, TransportAnswer } from './transport.js';

export interface CallOptions {
  /** Ends the call and its retries; the error is `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

export interface Call extends CallOptions {
  readonly method: Method;
  /** A whole URL that is safe to open. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Statuses from 300 that are an answer to this call. */
  readonly alsoAnswers?: readonly number[];
  /** Whether doing it twice is doing it once. If not, only a 429 is tried again, which says that nothing was done, and what says that its work goes on. */
  readonly isRepeatable: boolean;
  /** Whether the service may work for minutes before it answers, such as while it verifies bytes. */
  readonly answersLate?: boolean | undefined;
  /** Who a person is told has answered; the service when absent. */
  readonly answerer?: string;
}

export type Read<T> = (answer: TransportAnswer) => Promise<Result<T, ApiError>>;

/** Makes calls, again where that may help. Knows no credential: what goes out is what a call says. */
export interface Caller {
  /** `read` runs with each attempt's answer, so that a body that breaks off is asked for again. Throws a TypeError for a signal that is none. */
  send<T>(call: Call, read: Read<T>): ResultAsync<T, ApiError>;
}

export interface CallerDependencies {
  readonly transport: Transport;
  /** Go with every call; those of a call win. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly retry: RetryPolicy;
  readonly retryDependencies: RetryDependencies;
}

const failureOf = (fault: unknown, signal: AbortSignal | undefined): ApiError => {
  if (signal?.aborted === true) return aborted();
  return ownError('transport', `The connection to the service failed: ${reasonOf(fault)}`);
};

/**
 * Of an error, from whichever realm: the platform's are of another one where this code has one of its own, as under Jest. Where a host has several addresses
 * and none answers, Node's own says nothing, and only the failures of each say why.
 */
const messageOf = (fault: unknown): string | undefined => {
  if (typeof fault !== 'object' || fault === null || !('message' in fault) || typeof fault.message !== 'string') return undefined;
  if (fault.message !== '' || !('errors' in fault) || !Array.isArray(fault.errors)) return fault.message;
  return fault.errors.map(messageOf).join(', ');
};

const reasonOf = (fault: unknown): string => {
  const message = messageOf(fault);
  if (message === undefined) return String(fault);
  // What fetch throws says little; what has caused it says more.
  const cause = typeof fault === 'object' && fault !== null && 'cause' in fault ? messageOf(fault.cause) : undefined;
  return cause === undefined || cause === '' ? message : cause;
};

/** A body that ends with the signal: nothing of it is read into the caller's memory after the call has ended. */
async function* piecesUntil(signal: AbortSignal, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** The same, but no longer than until the signal: a transport, or a body, may not listen to it. */
const endedBy = async <T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> => {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Error('the signal has ended the call'));
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const exchange = async <T>(
  transport: Transport,
  call: Call,
  read: Read<T>,
  onAnswer: () => void,
): Promise<Result<T, ApiError>> => {
  const { method, url, headers = {}, body, signal, alsoAnswers = [], answersLate = false, answerer } = call;
  const given = await transport({ method, url, headers, body, signal, answersLate });
  const answer = signal === undefined ? given : { ...given, body: piecesUntil(signal, given.body) };
  const { status } = answer;
  if ((status >= 200 && status < 300) || alsoAnswers.includes(status)) {
    onAnswer();
    return read(answer);
  }
  const refusal = await refusalOf(answer, answerer);
  if (!isGone(refusal)) onAnswer();
  return err(refusal);
};

const attemptOnce = async <T>(
  transport: Transport,
  call: Call,
  read: Read<T>,
  onAnswer: () => void,
): Promise<Result<T, ApiError>> => {
  const { signal } = call;
  try {
    return await endedBy(signal, exchange(transport, call, read, onAnswer));
  } catch (fault) {
    return err(failureOf(fault, signal));
  }
};

export const createCaller = ({ transport, headers, retry, retryDependencies }: CallerDependencies): Caller => {
  expectKind('transport', transport, 'function');
  /** Origins; those that have never answered may be mistyped, or out of reach from here. */
  const answered = new Set<string>();
  return {
    send: (asked, read) => {
      expectSignal(asked.signal);
      const call = { ...asked, headers: namedHeaders({ ...headers, ...asked.headers }) };
      const { origin } = new URL(call.url);
      const policy = call.isRepeatable ? retry : { ...retry, maxAttempts: 1, maxDisconnected: 1 };
      const attempt = () => attemptOnce(transport, call, read, () => answered.add(origin));
      return new ResultAsync(retrying(policy, retryDependencies, call.signal, attempt, () => answered.has(origin)));
    },
  };
};

export const readNothing = async (answer: TransportAnswer): Promise<Result<void, ApiError>> => {
  await dismiss(answer);
  return ok();
};
