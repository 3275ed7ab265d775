import type { Oid } from '@svc/core';
import { ended } from '../api-outcome.js';
import { openSource, UnreadableFile } from '../push/source-file.js';
import type { TransferContext } from '../transfer-context.js';
import type { Receiver } from './receiver.js';

const pieceBytes = 1024 * 1024;

/** Receives an object from a file here that is said to be it. Whether it is; a file that is not, or that cannot be read, is no failure. */
export const receiveCopy = async (
  { fileSystem, signal }: TransferContext,
  oid: Oid,
  path: string,
  receiver: Receiver,
): Promise<boolean> => {
  try {
    const file = await openSource(fileSystem, path);
    try {
      receiver.expect(file.sizeBytes);
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, file.sizeBytes));
      while (receiver.sizeBytes() < file.sizeBytes) {
        if (signal.aborted) throw ended();
        const length = await file.read(piece, receiver.sizeBytes());
        if (length === 0) return false;
        await receiver.append([piece.subarray(0, length)]);
      }
      return receiver.oid() === oid;
    } finally {
      await file.close();
    }
  } catch (fault) {
    if (fault instanceof UnreadableFile) return false;
    throw fault;
  }
};
