import type { TagNotes } from './parse-tag.js';
import type { GitRef } from './read-refs.js';

/** What becomes of a branch or a tag. */
export interface RefChange {
  readonly name: string;
  /** Undefined where it goes. */
  readonly target: string | undefined;
  /** What the service has now, which has to be so still; undefined where it has none. */
  readonly expected: string | undefined;
  readonly tag: TagNotes | undefined;
}

export interface RefPlan {
  readonly changes: readonly RefChange[];
  /** Those that are indexed elsewhere and perhaps ahead of this clone: somebody else has pushed since this clone has fetched, or before it was made. */
  readonly ahead: readonly string[];
  /** Those that are indexed and that this clone lacks altogether, where they stay. */
  readonly unknown: readonly string[];
}

export interface RefWishes {
  /** Where the clone has them. */
  readonly refs: readonly GitRef[];
  /** Those that the clone has, too, and that stay as the service has them. */
  readonly others: readonly string[];
  /** Whether the clone can tell by itself that a ref has gone on from the commit where it is indexed. */
  readonly follows: (ref: GitRef, expected: string) => boolean;
  /** Refs that are where the clone has them, whatever the service has. */
  readonly isCertain: (ref: GitRef) => boolean;
  /** Whether those that the clone lacks go. */
  readonly prune: boolean;
  /** Those that are removed by name. */
  readonly removed: readonly string[];
}

/** Decides what changes, by what the service has: `indexed` is the commit of each ref, `indexedTags` the tag object of each annotated tag. */
export const planRefs = (
  indexed: ReadonlyMap<string, string>,
  indexedTags: ReadonlyMap<string, string>,
  wishes: RefWishes,
): RefPlan => {
  const { refs, others, follows, isCertain, prune, removed } = wishes;
  const changes: RefChange[] = [];
  const ahead: string[] = [];
  for (const ref of refs) {
    const expected = indexed.get(ref.name);
    // A tag that says something else of the same commit is another tag.
    if (expected === ref.target && indexedTags.get(ref.name) === ref.tag?.id) continue;
    if (expected !== undefined && !follows(ref, expected) && !isCertain(ref)) ahead.push(ref.name);
    else changes.push({ ...ref, expected });
  }
  const present = new Set([...refs.map(({ name }) => name), ...others]);
  const lacking = [...indexed.keys()].filter((name) => !present.has(name));
  const named = new Set(removed);
  const goes = (name: string): boolean => prune || named.has(name);
  for (const name of lacking.filter(goes)) {
    changes.push({ name, target: undefined, expected: indexed.get(name), tag: undefined });
  }
  return { changes, ahead, unknown: lacking.filter((name) => !goes(name)) };
};
