import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Peer, Spent } from '../peers/peer.js';
import { median } from './median.js';

/** The paths of a file's first version, of its second, and of the second with one block changed. */
export type VersionFiles = readonly [string, string, string];

/** What one peer needed for one file, its second version, getting that back, and one block that changed. */
export interface VersionsRun {
  readonly first: Spent;
  readonly second: Spent;
  readonly restore: Spent;
  readonly oneBlock: Spent;
  /** In MB (10^6 bytes). */
  readonly storedFirst: number;
  readonly storedBoth: number;
}

/** Has a peer keep the versions of a file in a new repository, and get the second one back below `folder`. */
export const measureVersions = async (peer: Peer, files: VersionFiles, folder: string): Promise<VersionsRun> => {
  await peer.create();
  const first = await peer.store('v1', files[0]);
  const storedFirst = (await peer.storedBytes()) / 1e6;
  const second = await peer.store('v2', files[1]);
  const storedBoth = (await peer.storedBytes()) / 1e6;
  const target = join(folder, 'restored');
  await mkdir(target);
  const restore = await peer.restore('v2', target);
  await rm(target, { recursive: true });
  const oneBlock = await peer.store('v3', files[2]);
  return { first, second, restore, oneBlock, storedFirst, storedBoth };
};

export const medianSpent = (all: readonly Spent[]): Spent => ({
  seconds: median(all.map(({ seconds }) => seconds)),
  cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
});

/** The median of each figure by itself. */
export const medianVersions = (all: readonly VersionsRun[]): VersionsRun => ({
  first: medianSpent(all.map(({ first }) => first)),
  second: medianSpent(all.map(({ second }) => second)),
  restore: medianSpent(all.map(({ restore }) => restore)),
  oneBlock: medianSpent(all.map(({ oneBlock }) => oneBlock)),
  storedFirst: median(all.map(({ storedFirst }) => storedFirst)),
  storedBoth: median(all.map(({ storedBoth }) => storedBoth)),
});
