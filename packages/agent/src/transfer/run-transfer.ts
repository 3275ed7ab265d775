import { AgentProblem } from '../agent-problem.js';
import { problemLine } from '../output/problem-line.js';
import type { DownloadMessage, InitMessage, Reply, TransferError, UploadMessage } from './message.js';
import { readMessages } from './message-queue.js';
import type { MalformedMessage } from './parse-message.js';
import { createProgressLines } from './progress-lines.js';

type OnProgress = (bytesSoFar: number) => void;

/** What moves the bytes. */
export interface ObjectMover {
  /** Throws why no object can be moved, when that is known before the first one is named. */
  begin(message: InitMessage): Promise<void>;
  /** Resolves when the object is durable and registered: git-lfs believes it, and forgets it was ever pending. */
  upload(message: UploadMessage, onProgress: OnProgress): Promise<void>;
  /** The whole, verified object in a file that is the caller's to move, on the file system that git-lfs keeps objects on. */
  download(message: DownloadMessage, onProgress: OnProgress): Promise<string>;
}

export interface TransferHost {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes one line for git-lfs; the promise is for the sender of the next one. */
  readonly write: (line: string) => void;
  readonly mover: ObjectMover;
  /** Ends what is under way, and the waiting for git-lfs. */
  readonly signal: AbortSignal;
  /** Sends that signal, because git-lfs is gone. */
  readonly abort: () => void;
  readonly now: () => number;
}

/** What errors that no service has answered are numbered with. */
const GENERAL_ERROR = 1;

/**
 * Speaks the protocol until git-lfs says `terminate`. Every object that it asks for is answered by one `complete`, with the error when there is one,
 * and nothing but protocol goes out. Throws when nothing can be moved, when git-lfs is gone before or says what nobody can answer, and after the signal.
 */
export const runTransfer = async ({ input, write, mover, signal, abort, now }: TransferHost): Promise<void> => {
  const reply = (line: Reply): void => write(`${JSON.stringify(line)}\n`);
  let isReady = false;
  for await (const incoming of readMessages(input, signal, abort)) {
    if (incoming.isErr()) {
      answerMalformed(incoming.error, isReady, reply);
      continue;
    }
    const message = incoming.value;
    if (message.event === 'terminate') return;
    if (message.event === 'init') {
      await begin(message, mover, reply);
      isReady = true;
    } else if (isReady) await transfer(message, mover, reply, now);
    else answerMalformed({ problem: 'the first line must be init', oid: undefined }, isReady, reply);
    if (signal.aborted) break;
  }
  throw new AgentProblem('git-lfs is gone before it has said terminate', 'aborted');
};

/** git-lfs shows the error once for all objects. */
const begin = async (message: InitMessage, mover: ObjectMover, reply: (line: Reply) => void): Promise<void> => {
  try {
    await mover.begin(message);
    reply({});
  } catch (fault) {
    reply({ error: errorOf(fault) });
    throw fault;
  }
};

const transfer = async (
  message: UploadMessage | DownloadMessage,
  mover: ObjectMover,
  reply: (line: Reply) => void,
  now: () => number,
): Promise<void> => {
  const { oid } = message;
  const progress = createProgressLines(oid, message.size, reply, now);
  try {
    const path = message.event === 'download' ? await mover.download(message, progress.report) : undefined;
    if (message.event === 'upload') await mover.upload(message, progress.report);
    progress.finish();
    reply({ event: 'complete', oid, ...(path === undefined ? {} : { path }) });
  } catch (fault) {
    reply({ event: 'complete', oid, error: errorOf(fault) });
  }
};

/** A line about an object is answered for that object; on any other one git-lfs would wait for ever, so the program ends. */
const answerMalformed = ({ problem, oid }: MalformedMessage, isReady: boolean, reply: (line: Reply) => void): void => {
  const message = `git-lfs has sent what is no transfer protocol: ${problem}`;
  if (oid === undefined && !isReady) reply({ error: { code: GENERAL_ERROR, message } });
  if (oid === undefined) throw new AgentProblem(message);
  reply({ event: 'complete', oid, error: { code: GENERAL_ERROR, message } });
};

const errorOf = (fault: unknown): TransferError => ({
  code: fault instanceof AgentProblem ? (fault.status ?? GENERAL_ERROR) : GENERAL_ERROR,
  message: problemLine(fault),
});
