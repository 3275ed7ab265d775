import { pauseOf } from '../../concurrency/pause-of.js';
import { createHistoryViews, type HistoryViews } from './history-views.js';
import type { FileTypes } from '../../model/git-index/repository-overview.js';
import type { ChangeTotals } from '../../model/git-index/shown-change.js';
import { type ByteCount, MIB } from '../../model/values/byte-count.js';
import type { Clock } from '../../ports/clock.js';
import { createRootCache, type RootCache } from './root-cache.js';
import { createSharedResults, type SharedResults } from './shared-results.js';
import { bytesOfComparison, type TreeComparison } from './tree-comparison.js';

/** Remembers bytes by key, as long as there is room; what nobody has asked for longest makes room first. */
export interface ByteCache {
  get(key: string): Uint8Array | undefined;
  set(key: string, bytes: Uint8Array): void;
  remove(key: string): void;
  entries(): Iterable<readonly [key: string, bytes: Uint8Array]>;
}

/** What a key and its place in a map take, about. */
const bytesPerEntry = 200;

/** `weight`: how many times its length something takes with what hangs on it. */
export const createByteCache = (maxBytes: ByteCount, weight = 1): ByteCache => {
  const kept = new Map<string, Uint8Array>();
  let bytesKept = 0;
  const bytesOf = ({ byteLength }: Uint8Array): ByteCount => byteLength * weight + bytesPerEntry;
  const remove = (key: string): void => {
    const bytes = kept.get(key);
    if (bytes === undefined) return;
    kept.delete(key);
    bytesKept -= bytesOf(bytes);
  };
  return {
    remove,
    entries: () => kept,
    get: (key) => {
      const bytes = kept.get(key);
      if (bytes === undefined) return undefined;
      kept.delete(key);
      kept.set(key, bytes);
      return bytes;
    },
    set: (key, bytes) => {
      remove(key);
      kept.set(key, bytes);
      bytesKept += bytesOf(bytes);
      for (const oldest of kept.keys()) {
        if (bytesKept <= maxBytes) return;
        remove(oldest);
      }
    },
  };
};

/**
 * What indexing asks for again and again, of all repositories: only what is committed and never changes. Nodes of path trees by repository and page, and
 * the bytes of Git trees by repository and the number of their object.
 */
export interface IndexCaches {
  readonly nodes: ByteCache;
  readonly trees: ByteCache;
  readonly roots: RootCache;
  /** What the refs of repositories show, by repository and generation. */
  readonly views: HistoryViews;
  /** What commits change, by repository and the number of the commit. */
  readonly changeTotals: SharedResults<ChangeTotals>;
  /** How two trees differ, by repository, the numbers of both commits, and the path. */
  readonly comparisons: SharedResults<TreeComparison>;
  /** What kinds of files commits have, by repository and the number of the commit. */
  readonly fileTypes: SharedResults<FileTypes>;
}

export interface WithIndexCaches {
  readonly indexCaches: IndexCaches;
}

const maxNodeBytes = 64 * MIB;
/** Nodes that were read hang on their page, as texts and objects. */
const nodeWeight = 8;
export const maxTreeBytes = 16 * MIB;
/** Some ten MB. */
const maxRoots = 50_000;
const maxViewBytes = 64 * MIB;
const maxComparisonBytes = 32 * MIB;
const maxChangeTotals = 10_000;
const maxFileTypes = 1000;

export const createIndexCaches = (clock: Pick<Clock, 'pause'>): IndexCaches => ({
  nodes: createByteCache(maxNodeBytes, nodeWeight),
  trees: createByteCache(maxTreeBytes),
  roots: createRootCache(maxRoots),
  views: createHistoryViews(maxViewBytes, pauseOf(clock)),
  changeTotals: createSharedResults(maxChangeTotals),
  comparisons: createSharedResults(maxComparisonBytes, bytesOfComparison),
  fileTypes: createSharedResults(maxFileTypes),
});

export const cacheKey = (repositoryId: string, number: number): string => `${repositoryId} ${number}`;
