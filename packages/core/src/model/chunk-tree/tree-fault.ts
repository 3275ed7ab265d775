import { type Conflict, conflict, type Unavailable } from '../app-error.js';
import { thrownOutage } from '../blob-unreadable.js';
import { type ChunkName, isContentName, type ObjectKey, type PackName, packPath } from '../values/index.js';

/** `missing`: no blob lies there. The others say which part of a tree is not what it must be. */
export type TreeFaultReason = 'missing' | 'manifest_invalid' | 'pack_invalid' | 'size_mismatch' | 'checksum_mismatch';

/** What lies in a chunk tree does not make up the object that it should. Thrown out of streams, so that no reader completes a wrong one. */
export class TreeFault extends Error {
  override readonly name = 'TreeFault';

  /** `problem`: what is wrong with the bytes, in the word of docs/formats.md where it has one. `chunk`: with which chunk, where it is one. */
  constructor(
    readonly key: ObjectKey,
    readonly reason: TreeFaultReason,
    readonly problem: string = reason,
    chunk?: ChunkName,
  ) {
    super(`the chunk tree is not whole at ${key}: ${problem}${chunk === undefined ? '' : ` (chunk ${chunk})`}`);
  }
}

/** Storage or the database did not answer while a tree was being read. */
export class TreeUnavailable extends Error {
  override readonly name = 'TreeUnavailable';

  constructor(readonly fault: Unavailable) {
    super(`the ${fault.part} is unavailable`);
  }
}

const packOf = (key: ObjectKey): PackName | undefined => {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return isContentName<PackName>(name) && key.endsWith(`/${packPath(name)}`) ? name : undefined;
};

/** What a caught fault means to a client that wants its object registered; anything else is thrown on. */
export const problemOfFault = (thrown: unknown): Conflict | Unavailable => {
  const outage = thrownOutage(thrown);
  if (outage !== undefined) return outage;
  if (!(thrown instanceof TreeFault)) throw thrown;
  const { key, reason, problem } = thrown;
  const pack = packOf(key);
  const isInvalid = reason === 'manifest_invalid' || reason === 'pack_invalid';
  return {
    ...conflict(reason === 'missing' ? 'not_uploaded' : reason),
    ...(pack !== undefined && { pack }),
    ...(isInvalid && { problem }),
  };
};
