import { okAsync } from 'neverthrow';
import type { ObjectKey } from '../../../model/values/index.js';
import type { BlobStore, OpenBlob } from '../../../ports/blob-store.js';
import type { ChunkTree, FillSpan } from './chunk-tree.js';
import { orUnavailable, readInto, unopened } from './read-tree-blob.js';

/** A second version takes its chunks from its own packs and those of the first, a few of each at a time. */
const maxKept = 16;

interface CachedHandle {
  /** Undefined where the store keeps nothing open. */
  readonly opening: Promise<OpenBlob | undefined>;
  uses: number;
  /** Nobody will use it any more but those who do now. */
  isOver: boolean;
}

const openBlob = async (blobs: BlobStore, key: ObjectKey): Promise<OpenBlob | undefined> => {
  const opened = await (blobs.open?.(key) ?? okAsync(undefined));
  if (opened.isErr()) throw unopened(key, opened.error);
  return opened.value;
};

const closeUnused = async (blob: CachedHandle): Promise<void> => {
  if (!blob.isOver || blob.uses > 0) return;
  // The reader that wanted it was told what did not open.
  const open = await blob.opening.catch(() => undefined);
  await open?.close();
};

/**
 * Keeps the blobs that were read last open while the work goes on: it reads thousands of spans of a few packs, and opening a file costs more than reading
 * one. What the work leaves running when it fails closes what it has used.
 */
export const withHandleCache = async <T>(tree: ChunkTree, work: (keeping: ChunkTree) => Promise<T>): Promise<T> => {
  const kept = new Map<ObjectKey, CachedHandle>();
  let isOver = false;

  const endOldest = async (leave: number): Promise<void> => {
    const ended = [...kept].slice(0, Math.max(0, kept.size - leave));
    for (const [key, blob] of ended) {
      kept.delete(key);
      blob.isOver = true;
    }
    await Promise.all(ended.map(([, blob]) => closeUnused(blob)));
  };
  const use = (key: ObjectKey): CachedHandle => {
    const blob = kept.get(key) ?? { opening: openBlob(tree.blobs, key), uses: 0, isOver };
    kept.delete(key);
    if (!isOver) kept.set(key, blob);
    blob.uses += 1;
    return blob;
  };
  const fill: FillSpan = async (key, begin, target) => {
    const blob = use(key);
    try {
      const open = await blob.opening;
      await (open === undefined ? readInto({ blobs: tree.blobs }, key, begin, target) : orUnavailable(open.fill(begin, target)));
      await endOldest(maxKept);
    } finally {
      blob.uses -= 1;
      await closeUnused(blob);
    }
  };

  if (tree.blobs.open === undefined) return work(tree);
  try {
    return await work({ ...tree, fill });
  } finally {
    isOver = true;
    await endOldest(0);
  }
};
