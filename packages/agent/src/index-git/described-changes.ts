import type { GitRepository } from './open-repository.js';
import { readAhead } from '../pipeline/read-ahead.js';
import { type CommitChanges, openChangeReader } from './change-reader.js';
import type { ComparedCommit } from './diff-process.js';
import { type DescribedObject, openObjectDescriber } from './object-describer.js';
import { openRenameReader, type Rename } from './rename-reader.js';

/** Parts of commits, in their order, and what they need that was not told a short while ago. */
export interface DescribedChanges {
  readonly objects: readonly DescribedObject[];
  readonly parts: readonly CommitChanges[];
  /** Of the commits that end here, by their ids. */
  readonly renames: ReadonlyMap<string, readonly Rename[]>;
}

export interface DescribedChangesReader {
  /** One question at a time. */
  readonly read: (commits: readonly ComparedCommit[]) => AsyncGenerator<DescribedChanges, void, undefined>;
  readonly close: () => void;
}

/** Each answer of git costs its way, so questions come together; what is not answered yet is in memory. */
const mostChanges = 2000;
/** Git compares while other questions are answered. */
const partsAhead = 64;

export const openDescribedChanges = (
  place: Pick<GitRepository, 'folder' | 'environment' | 'signal' | 'objectFormat'>,
): DescribedChangesReader => {
  const changes = openChangeReader(place, place.objectFormat);
  const describer = openObjectDescriber(place);
  const renames = openRenameReader(place);
  const describe = async (parts: readonly CommitChanges[]): Promise<DescribedChanges> => {
    const mayRename = parts.filter(({ last }) => last?.mayRename === true).map(({ commit }) => commit);
    const [objects, found] = await Promise.all([
      describer.describe(parts.flatMap((part) => part.changes)),
      renames.read(mayRename),
    ]);
    return { objects, parts, renames: found };
  };
  return {
    async *read(commits) {
      let parts: CommitChanges[] = [];
      let count = 0;
      for await (const part of readAhead(changes.read(commits), partsAhead)) {
        parts.push(part);
        count += part.changes.length;
        if (count < mostChanges) continue;
        yield describe(parts);
        parts = [];
        count = 0;
      }
      if (parts.length > 0) yield describe(parts);
    },
    close: () => {
      changes.close();
      describer.close();
      renames.close();
    },
  };
};
