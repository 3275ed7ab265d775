import { err, ok, type Result } from 'neverthrow';
import { maxChangesAtOnce } from './limits.js';
import { conflict, type PathChange, type PathConflict } from './path-change.js';
import { pathKey } from './path-key.js';

interface KeyedChange {
  readonly key: string;
  readonly change: PathChange;
}

/**
 * Changes in steps that can be made one after the other: first what goes, the contents of a folder before it, then what comes, a folder before its contents.
 * Keys have this order, and what follows each other in it lies in the same nodes.
 */
export const stepsOf = (changes: readonly PathChange[]): Result<readonly (readonly PathChange[])[], PathConflict> => {
  const keyed: KeyedChange[] = changes.map((change) => ({ key: pathKey(change.path), change }));
  keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  const repeated = keyed.find(({ key }, at) => key === keyed[at + 1]?.key);
  if (repeated !== undefined) return err(conflict('repeated', repeated.change));
  const going = keyed.filter(({ change }) => change.entry === undefined).reverse();
  const coming = keyed.filter(({ change }) => change.entry !== undefined);
  const ordered = [...going, ...coming].map(({ change }) => change);
  const steps: (readonly PathChange[])[] = [];
  for (let at = 0; at < ordered.length; at += maxChangesAtOnce) steps.push(ordered.slice(at, at + maxChangesAtOnce));
  return ok(steps);
};
