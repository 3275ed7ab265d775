import type { DeclaredError } from '../endpoint/declared-error.js';

/** A request that was answered, or whose sender went away. No query, no header: those hold secrets. */
export interface AnsweredRequest {
  readonly requestId: string;
  /** The row's name; undefined when no row was meant. */
  readonly endpoint: string | undefined;
  readonly method: string;
  /** Below the base URL, still percent-encoded, without its query. */
  readonly path: string;
  /** Who sent it: the peer, or what the outermost trusted proxy saw. */
  readonly address: string;
  /** Whose credential it came with, or for whom its verify link was made; undefined where none was asked for, or none was good. */
  readonly userId: string | undefined;
  /** The API token that was used; undefined for a session. */
  readonly tokenId: string | undefined;
  /** 499, which nothing answers, when its sender went away before the end of the answer. */
  readonly status: number;
  /** Which of the expected failures was answered, with its reason, such as `quota_exceeded:max_tokens`; undefined for all else. One of a fixed list. */
  readonly error: DeclaredError | undefined;
  /** From the request's headers to the end of the answer. */
  readonly durationMs: number;
  /** Of the body of the request that has come, compressed where it was sent so. */
  readonly bytesIn: number;
  /** Of the body of the answer that were handed to the connection; of a client that left, not all of them have arrived. */
  readonly bytesOut: number;
  /** False when the connection broke before the end of the answer, by its sender or, when the status is not 499, by a fault of ours. */
  readonly isComplete: boolean;
}

/** A bug that a request met, answered with 500. */
export interface Fault {
  readonly error: unknown;
  /** Undefined when the answer was already on its way. */
  readonly requestId: string | undefined;
  readonly endpoint: string | undefined;
}

/** What it throws, or rejects with, changes no answer: the process warns of it (`ListenerWarning`). */
export interface HttpLog {
  fault(fault: Fault): void;
  answered?(request: AnsweredRequest): void;
}
