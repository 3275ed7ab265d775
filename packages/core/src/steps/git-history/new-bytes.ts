import type { Pause } from '../../concurrency/pause-of.js';
import { findEntries } from '../../formats/path-tree/index.js';
import type { IndexedCommit } from '../../model/git-index/git-index.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { Oid } from '../../model/values/oid.js';
import type { ObjectQueries } from '../../ports/records/object-records.js';
import type { History } from './open-history.js';

export type PhysicalSizes = Pick<ObjectQueries, 'findPhysicalSizes'>;

/** Objects that are looked at before others have their turn. */
const objectsPerSlice = 1000;
/** Of one slice. What was put into more places than these is taken for one that the base has. */
const maxUses = 20_000;

/** Those of the pointers that a commit has somewhere: each is where some commit before it has put it, or nowhere. */
const pointersOf = async (
  { queries, repositoryId, load }: History,
  { number, root }: IndexedCommit,
  pointers: readonly number[],
): Promise<ReadonlySet<number>> => {
  const uses = await queries.listUsesUpTo(repositoryId, pointers, number, maxUses + 1);
  if (uses.length === 0) return new Set();
  if (uses.length > maxUses) return new Set(pointers);
  const entries = await findEntries(load, root, [...new Set(uses.map(({ path }) => path))]);
  return new Set(uses.flatMap(({ object, path }) => (entries.get(path)?.object === object ? [object] : [])));
};

/**
 * The bytes that objects of a tree need in storage beside those of another tree: of an object that the repository has what it alone has added, each once. The
 * objects are those of changed files, by number with the sizes of what people get; no changed file of the other tree has them. An LFS object counts nothing
 * that the other tree has elsewhere; a plain file of Git counts in any case.
 */
export const newBytes = async (
  history: History,
  objects: PhysicalSizes,
  base: IndexedCommit,
  sizes: ReadonlyMap<number, ByteCount>,
  pause: Pause,
): Promise<ByteCount> => {
  const { queries, repositoryId } = history;
  const counted = new Set<Oid>();
  const numbers = [...sizes.keys()];
  let bytes = 0;
  for (let at = 0; at < numbers.length; at += objectsPerSlice) {
    const slice = numbers.slice(at, at + objectsPerSlice);
    const found = await queries.findObjectsByNumber(repositoryId, slice);
    const pointers = slice.filter((number) => found.get(number)?.lfs !== undefined);
    const there = pointers.length === 0 ? new Set<number>() : await pointersOf(history, base, pointers);
    const added = pointers.filter((number) => !there.has(number));
    const oids = added.flatMap((number) => found.get(number)?.lfs?.oid ?? []);
    const physical =
      oids.length === 0 ? new Map<Oid, number>() : await objects.findPhysicalSizes(repositoryId, [...new Set(oids)]);
    for (const number of slice) {
      const oid = found.get(number)?.lfs?.oid;
      if (there.has(number) || (oid !== undefined && counted.has(oid))) continue;
      if (oid !== undefined) counted.add(oid);
      bytes += (oid && physical.get(oid)) ?? sizes.get(number) ?? 0;
    }
    await pause();
  }
  return bytes;
};
