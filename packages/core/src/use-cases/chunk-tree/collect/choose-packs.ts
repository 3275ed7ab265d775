import { MIB, packPath, type PackName } from '../../../model/values/index.js';
import { packFooterBytes, packHeaderBytes } from '../../../formats/packs/index.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { sendersAtWork } from '../files/sender-lease.js';
import type { Collection } from './collection.js';
import type { NeededPack } from './survey.js';
import { minAgeMs } from './terms.js';

/** What of the packs of a repository that are needed is live. */
export interface DeadBytes {
  /** Of chunks that no chunk map names which is needed. */
  readonly deadBytes: number;
  /** Those that are worth being rewritten, the worst first. */
  readonly wasteful: readonly Wasteful[];
}

interface Wasteful {
  readonly name: PackName;
  readonly deadBytes: number;
  readonly live: NeededPack['live'];
}

/** A pack of which more is dead is rewritten, whatever the others are like. */
const maxDeadShare = 0.25;
/** While more of all packs together is dead, the worst one is rewritten. */
const maxDeadShareOfAll = 0.05;

const deadBytesOf = ({ sizeBytes, live }: NeededPack): number =>
  Math.max(0, sizeBytes - packHeaderBytes - packFooterBytes - live.bytes);

export const findWasteful = (packs: Iterable<NeededPack>): DeadBytes => {
  let packBytes = 0;
  let deadBytes = 0;
  const some: (Wasteful & { readonly share: number })[] = [];
  for (const pack of packs) {
    const dead = deadBytesOf(pack);
    packBytes += pack.sizeBytes;
    deadBytes += dead;
    const { name, live, isFrozen, sizeBytes } = pack;
    // What is pending becomes an object, or is dead soon; nothing can be repointed before.
    if (dead > 0 && isFrozen) some.push({ name, live, deadBytes: dead, share: dead / sizeBytes });
  }
  some.sort((left, right) => right.share - left.share);
  let leftDead = deadBytes;
  let leftBytes = packBytes;
  const wasteful = some.filter(({ share, deadBytes: dead }) => {
    if (share <= maxDeadShare && leftDead < maxDeadShareOfAll * leftBytes) return false;
    leftDead -= dead;
    leftBytes -= dead;
    return true;
  });
  return { deadBytes, wasteful };
};

const packsPerLookUp = 200;
/** What one visit rewrites at most, at least one pack; what is left is for the next visit. Places of so many chunks take 40 MB. */
const maxChunks = 131_072;
const maxBytes = 1024 * MIB;

/** Those of the packs that are neither young nor damaged. */
const findSettled = async (
  { ports, owner }: Collection,
  packs: readonly Wasteful[],
  at: number,
): Promise<readonly Wasteful[]> => {
  const paths = packs.map(({ name }) => packPath(name));
  const found = await ports.unitOfWork.read(async ({ tree, damage }) => ({
    files: await tree.findFiles(owner.repositoryId, paths),
    damaged: await damage.findFiles(owner.repositoryId, paths),
  }));
  if (found.isErr()) throw new TreeUnavailable(found.error);
  const { files, damaged } = found.value;
  return packs.filter(({ name }) => {
    const path = packPath(name);
    const file = files.get(path);
    if (file?.state !== 'stored' || damaged.has(path)) return false;
    // Further objects of a push may still come to need what seems dead in it.
    return file.changedAt <= at - minAgeMs && sendersAtWork(file, at) === 0;
  });
};

/** As many of the packs as one visit rewrites, the worst ones. */
export const choosePacks = async (
  collection: Collection,
  wasteful: readonly Wasteful[],
): Promise<{ readonly packs: ReadonlySet<PackName>; readonly isLast: boolean }> => {
  const now = collection.ports.clock.now();
  const packs = new Set<PackName>();
  let chunks = 0;
  let bytes = 0;
  for (let at = 0; at < wasteful.length; at += packsPerLookUp) {
    for (const { name, live } of await findSettled(collection, wasteful.slice(at, at + packsPerLookUp), now)) {
      chunks += live.chunks;
      bytes += live.bytes;
      if (packs.size > 0 && (chunks > maxChunks || bytes > maxBytes)) return { packs, isLast: false };
      packs.add(name);
    }
  }
  return { packs, isLast: true };
};
