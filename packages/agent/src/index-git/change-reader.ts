import type { GitPlace } from '../git/git-process.js';
import { type ComparedCommit, openDiff } from './diff-process.js';
import { isAddedFile, isRemovedFile, type RawChange } from './raw-parser.js';
import { createUniqueChanges } from './unique-changes.js';

/** What a commit changes, in pieces; the one with `last` ends the commit. */
export interface CommitChanges {
  readonly commit: ComparedCommit;
  readonly changes: readonly RawChange[];
  /** Whether git may take some of its files for others that are gone. */
  readonly last: { readonly mayRename: boolean } | undefined;
}

export interface ChangeReader {
  /** In the order of the commits. One question at a time. */
  readonly read: (commits: readonly ComparedCommit[]) => AsyncGenerator<CommitChanges, void, undefined>;
  readonly close: () => void;
}

/** Enough for few questions about the objects in it, few enough for memory. */
const mostChanges = 2000;

/** Gathers what one commit changes. */
const createGathering = () => {
  const unique = createUniqueChanges();
  let changes: RawChange[] = [];
  let comes = false;
  let goes = false;
  const take = (): readonly RawChange[] => {
    const taken = changes;
    changes = [];
    return taken;
  };
  return {
    add: (change: RawChange): void => {
      comes ||= isAddedFile(change);
      goes ||= isRemovedFile(change);
      for (const known of unique.add(change)) changes.push(known);
    },
    get isFull() {
      return changes.length >= mostChanges;
    },
    take,
    end: () => {
      for (const known of unique.end()) changes.push(known);
      return { changes: take(), last: { mayRename: comes && goes } };
    },
  };
};

/** Changes of files, folders, links and submodules: each path once. Git prints nothing for a commit that changes nothing; it is a commit all the same. */
export const openChangeReader = (place: GitPlace): ChangeReader => {
  // Renames are asked for apart, for those commits alone that may have any.
  const diff = openDiff(place, ['-t', '--no-renames']);
  return {
    close: diff.close,
    async *read(commits) {
      if (commits.length === 0) return;
      const waiting = commits.values();
      let current = waiting.next();
      let gathering = createGathering();
      /** Ends commits up to one, or all of them. */
      const endUntil = function* (id: string | undefined): Generator<CommitChanges> {
        while (current.done !== true && current.value.id !== id) {
          yield { commit: current.value, ...gathering.end() };
          current = waiting.next();
          gathering = createGathering();
        }
      };
      for await (const events of diff.events(commits)) {
        for (const event of events) {
          if (event.kind !== 'change') yield* endUntil(event.kind === 'end' ? undefined : event.id);
          else gathering.add(event.change);
          if (!gathering.isFull || current.done === true) continue;
          yield { commit: current.value, changes: gathering.take(), last: undefined };
        }
      }
    },
  };
};
