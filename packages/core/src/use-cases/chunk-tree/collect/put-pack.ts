import { err, ok, type Result } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import type { FinishedPack } from '../../../formats/packs/index.js';
import { KIB, type PackName, packPath, trusted } from '../../../model/values/index.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { openPack } from '../read/open-pack.js';
import { withReadMemory } from '../read/read-memory.js';
import { type VerifiedPack, verifyPack } from '../verify/verify-pack.js';
import { findLasting } from './condemned.js';
import { type NoRoom, putFile } from './put-file.js';
import { attemptWhileClaimed, type TreeWork } from './tree-work.js';

/** The chunks are found in the new pack from now on. They are verified, which makes this true whatever comes after it. */
const addPack = (
  work: TreeWork,
  { name, index }: VerifiedPack,
  inPlaceOf: readonly PackName[] | undefined,
): Promise<Result<void, NoRoom>> =>
  attemptWhileClaimed(work, async (records, at): Promise<Result<void, NoRoom>> => {
    const { repositoryId } = work.owner;
    const path = packPath(name);
    if (!(await findLasting(records, repositoryId, [path])).has(path)) return err('no_room');
    await records.condemned.remove(repositoryId, [path]);
    await records.tree.addPack(repositoryId, name, index.locations(), at, inPlaceOf);
    return ok();
  });

/** What is hashed between two pauses: a millisecond's work. */
const sliceBytes = 512 * KIB;

const nameOf = async (tree: ChunkTree, parts: readonly Uint8Array[]): Promise<PackName> => {
  const pause = pauseOf(tree);
  const hash = tree.codec.blake3();
  let slice = 0;
  for (const part of parts) {
    hash.update(part);
    slice += part.byteLength;
    if (slice < sliceBytes) continue;
    slice = 0;
    await pause();
  }
  return trusted<PackName>(hash.digestHex());
};

/**
 * Puts a pack into the tree and verifies it from the store, like one that a client has sent; its chunks are found there from then on, also those that were found in
 * one of the packs `inPlaceOf`. Throws a fault when a chunk is not what its name says.
 */
export const putPack = async (
  work: TreeWork,
  tree: ChunkTree,
  { parts, sizeBytes }: FinishedPack,
  inPlaceOf?: readonly PackName[],
): Promise<Result<VerifiedPack, NoRoom>> => {
  const name = await nameOf(tree, parts);
  const put = await putFile(work, { path: packPath(name), parts, sizeBytes });
  if (put.isErr()) return err(put.error);
  const opened = await openPack(tree, name);
  const verified = await withReadMemory((memory) => verifyPack(tree, memory, opened, () => Promise.resolve()));
  return (await addPack(work, verified, inPlaceOf)).map(() => verified);
};
