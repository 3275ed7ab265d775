import type { Writable } from 'node:stream';
import { noRoomOf } from '../no-room.js';

/** A pipe whose reader has left, and a terminal that was closed: from then on it says nothing. */
const readerLeft: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/**
 * What the output leads to may take no more, as a reader that leaves, or a disk that is full: the process goes on. What is written to a full disk is lost, and
 * what comes when there is room again is written.
 */
export const outliveOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      if (!readerLeft.has(fault.code) && noRoomOf(fault) === undefined) throw fault;
    });
  }
};

/** A command that has done its work fails in the end where its output found no room. A server never comes to that: it is ended. */
export const endByLostOutput = (): void => {
  let lostBy: string | undefined;
  process.stdout.on('error', (fault) => {
    lostBy ??= noRoomOf(fault);
  });
  process.once('beforeExit', (code) => {
    if (lostBy === undefined) return;
    process.stderr.write(`svc-server: the output cannot be written (${lostBy})\n`);
    process.exitCode = code === 0 ? 1 : code;
  });
};

/**
 * Resolves when all that was written has been taken, or nobody takes it any more. Who reads through a pipe may take their time, and what is not taken goes with
 * a process that is ended.
 */
export const outputTaken = async (streams: readonly Writable[]): Promise<void> => {
  const ends = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        // Writes end in their order.
        stream.write('', () => resolve());
      }),
  );
  await Promise.all(ends);
};
