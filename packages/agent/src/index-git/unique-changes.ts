import type { RawChange } from './raw-parser.js';

/**
 * Makes one change of the two that git prints for a path that is a file before and a folder after, or the other way round: what is there now. Git orders a
 * folder as if its name ended in a slash, so between the two there may be others, whose paths go on with a character before that. No more are held back.
 */
export const createUniqueChanges = () => {
  const held: RawChange[] = [];
  const isBelowOrBefore = (path: string, { path: before }: RawChange): boolean =>
    path.startsWith(before) && (path.length === before.length || path.charAt(before.length) < '/');
  const take = function* (while_: (change: RawChange) => boolean): Generator<RawChange> {
    for (let last = held.at(-1); last !== undefined && while_(last); last = held.at(-1)) {
      held.pop();
      yield last;
    }
  };
  return {
    /** Those that are known for certain now. */
    add: function* (change: RawChange): Generator<RawChange> {
      yield* take((last) => !isBelowOrBefore(change.path, last));
      const last = held.at(-1);
      if (last?.path !== change.path) held.push(change);
      else if (change.id !== undefined) held[held.length - 1] = change;
    },
    /** The others, at the end of a commit. */
    end: () => take(() => true),
  };
};
