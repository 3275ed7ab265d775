import { AgentProblem } from '../agent-problem.js';
import type { GitPlace } from '../git/git-process.js';
import { type LfsPointer, maxPointerBytes, readLfsPointer } from './lfs-pointer.js';
import { missingObject, openContentReader, openFactsReader } from './object-reader.js';
import { folderMode, type RawChange, submoduleMode } from './raw-parser.js';
import { createRecentIds } from './recent-ids.js';

/** A file or a link: what Git stores, and what that stands for when it is a pointer. */
export interface DescribedObject {
  readonly id: string;
  readonly sizeBytes: number;
  readonly pointer: LfsPointer | undefined;
}

export interface ObjectDescriber {
  /** The objects that changes bring and that were not described a short while ago. One question at a time. */
  readonly describe: (changes: readonly RawChange[]) => Promise<readonly DescribedObject[]>;
  readonly close: () => void;
}

/** Less than any pointer has. */
const leastPointerBytes = 100;

const mayBePointer = (sizeBytes: number): boolean => sizeBytes >= leastPointerBytes && sizeBytes <= maxPointerBytes;

export const openObjectDescriber = (place: GitPlace): ObjectDescriber => {
  const facts = openFactsReader(place);
  const contents = openContentReader(place);
  const recent = createRecentIds();

  const readPointers = async (ids: readonly string[]): Promise<ReadonlyMap<string, LfsPointer>> => {
    const pointers = new Map<string, LfsPointer>();
    for (const object of await contents.askAll(ids)) {
      const pointer = object && readLfsPointer(object.bytes);
      if (object !== undefined && pointer !== undefined) pointers.set(object.id, pointer);
    }
    return pointers;
  };

  return {
    describe: async (changes) => {
      const ids = new Set<string>();
      for (const { id, mode } of changes) {
        if (id !== undefined && mode !== folderMode && mode !== submoduleMode && recent.add(id)) ids.add(id);
      }
      if (ids.size === 0) return [];
      const asked = [...ids];
      const found = (await facts.askAll(asked)).map((object, at) => {
        if (object === undefined) throw missingObject(asked[at] ?? '');
        if (object.type !== 'blob') throw new AgentProblem(`the object ${object.id} is a ${object.type} where a file has to be`);
        return { id: object.id, sizeBytes: object.sizeBytes };
      });
      const pointers = await readPointers(found.filter(({ sizeBytes }) => mayBePointer(sizeBytes)).map(({ id }) => id));
      return found.map((object) => ({ ...object, pointer: pointers.get(object.id) }));
    },
    close: () => {
      facts.close();
      contents.close();
    },
  };
};
