import { createHash } from 'node:crypto';
import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import { changedWhileRead, type SourceFile } from '../push/source-file.js';

const pieceBytes = 1024 * 1024;

/** A SHA-256 that node has made is an oid. */
export const oidOf = (hex: string): Oid => {
  if (!isOid(hex)) throw new AgentProblem('a SHA-256 has 64 hexadecimal digits');
  return hex;
};

/** The oid of a file's bytes, in two pieces of memory: one is hashed while the other is read. */
export const hashFile = async (file: SourceFile, signal: AbortSignal): Promise<Oid> => {
  const hash = createHash('sha256');
  let piece = Buffer.allocUnsafe(pieceBytes);
  let next = Buffer.allocUnsafe(pieceBytes);
  let position = 0;
  let length = await file.read(piece, position);
  // One that grows as fast as it is read has no end.
  while (length > 0 && position <= file.sizeBytes) {
    if (signal.aborted) throw ended();
    position += length;
    const reading = file.read(next, position);
    hash.update(piece.subarray(0, length));
    length = await reading;
    [piece, next] = [next, piece];
  }
  if (position !== file.sizeBytes) throw changedWhileRead(file.path);
  await file.checkUnchanged();
  return oidOf(hash.digest('hex'));
};
