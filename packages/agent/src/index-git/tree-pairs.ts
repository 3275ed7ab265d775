import { mostNameBytesIn } from './taken-paths.js';
import { compareTrees, type ComparedTrees } from './tree-object.js';
import type { TreeSource } from './tree-source.js';

/** A folder of a commit and of its first parent, each by what git is asked for; undefined where it is not there. */
export interface TreePair {
  readonly folder: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ComparedPair extends ComparedTrees {
  /** The folders that differ in this one, in its order. */
  readonly below: readonly TreePair[];
}

export interface TreePairs {
  /** What was compared already; pairs are told apart as objects. */
  readonly known: (pair: TreePair) => ComparedPair | undefined;
  /** Compares these, and then the folders that differ in them, down to the last, as long as that is not too much at once. */
  readonly prepare: (pairs: readonly TreePair[]) => Promise<void>;
  /** Compares these and no others. */
  readonly compare: (pairs: readonly TreePair[]) => Promise<void>;
  readonly forget: () => void;
}

const folderMode = '040000';
/** Each answer of git costs its way, so questions come together. */
const mostPairsAtOnce = 128;
/** And trees in memory, about; some are large. */
const bytesAtOnce = 16 * 1024 * 1024;
/** Differences that are found before somebody asks for them. */
const mostPrepared = 20_000;

const namesOf = ({ before, after }: TreePair): readonly string[] => [before, after].filter((name) => name !== undefined);

const pairsBelow = (folder: string, { differences }: ComparedTrees): readonly TreePair[] => {
  const pairs: TreePair[] = [];
  for (const { name, before, after } of differences) {
    const old = before?.mode === folderMode ? before.id : undefined;
    const now = after?.mode === folderMode ? after.id : undefined;
    if (old !== now) pairs.push({ folder: folder === '' ? name : `${folder}/${name}`, before: old, after: now });
  }
  return pairs;
};

interface Slice {
  readonly pairs: readonly TreePair[];
  readonly read: Promise<ReadonlyMap<string, Buffer>>;
}

export const createTreePairs = (trees: TreeSource, idBytes: number): TreePairs => {
  const compared = new Map<TreePair, ComparedPair>();
  let count = 0;
  let atOnce = mostPairsAtOnce;
  /** Stops with those that are asked for already where more than `most` differences are known. */
  const compareUpTo = async (most: number, pairs: readonly TreePair[]): Promise<void> => {
    let at = 0;
    const nextSlice = (): Slice | undefined => {
      if (at >= pairs.length || count > most) return undefined;
      const slice = pairs.slice(at, at + atOnce);
      at += slice.length;
      const read = trees.read(slice.flatMap(namesOf));
      // Its reader hears of it.
      read.catch(() => undefined);
      return { pairs: slice, read };
    };
    for (let current = nextSlice(); current !== undefined;) {
      const read = await current.read;
      // Git reads the next ones meanwhile.
      const next = nextSlice();
      let largest = 1;
      for (const pair of current.pairs) {
        const before = pair.before === undefined ? undefined : read.get(pair.before);
        const after = pair.after === undefined ? undefined : read.get(pair.after);
        largest = Math.max(largest, before?.byteLength ?? 0, after?.byteLength ?? 0);
        const found = compareTrees(before, after, idBytes, mostNameBytesIn(pair.folder));
        compared.set(pair, { ...found, below: pairsBelow(pair.folder, found) });
        count += found.differences.length;
      }
      atOnce = Math.min(mostPairsAtOnce, Math.max(1, Math.floor(bytesAtOnce / largest / 2)));
      current = next;
    }
  };
  return {
    known: (pair) => compared.get(pair),
    compare: (pairs) => compareUpTo(Infinity, pairs),
    prepare: async (pairs) => {
      for (let level = pairs; level.length > 0 && count <= mostPrepared;) {
        await compareUpTo(mostPrepared, level);
        level = level.flatMap((pair) => compared.get(pair)?.below ?? []);
      }
    },
    forget: () => {
      compared.clear();
      count = 0;
    },
  };
};
