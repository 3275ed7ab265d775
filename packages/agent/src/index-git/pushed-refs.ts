import { isGitRefName } from '@svc/core/model';
import type { GitRepository } from './open-repository.js';
import type { RefPlan } from './plan-refs.js';
import { type GitRef, peel } from './read-refs.js';
import { askRemote, idOf } from './remote-says.js';

export interface PushedRefs {
  readonly refs: readonly GitRef[];
  /** The names of those that are removed. */
  readonly removed: readonly string[];
}

const nothing = /^0+$/;

/** A branch or a tag that can be indexed. What stands for bytes that are no text would be another name. */
const isIndexed = (name: string): boolean => isGitRefName(name) && !name.includes('\ufffd');

/** The id and the name at the remote. */
const partsOf = (line: string): readonly string[] => line.split(' ').slice(-3);

/** Of several lines about a ref the last one. */
export const newestLines = (lines: readonly string[]): readonly string[] => [
  ...new Map(lines.map((line) => [partsOf(line)[1], line])).values(),
];

/**
 * Of these lines those that are not done where the refs of a clone are indexed by a plan: a removal of what stays, or a push of what the clone has otherwise or
 * not by this name, such as one to a URL.
 */
export const notIndexed = (
  lines: readonly string[],
  refs: readonly GitRef[],
  { ahead, unknown }: Pick<RefPlan, 'ahead' | 'unknown'>,
): readonly string[] => {
  const ids = new Map(refs.map((ref) => [ref.name, idOf(ref)]));
  const [staying, lacking] = [new Set(ahead), new Set(unknown)];
  return lines.filter((line) => {
    const [id = '', name = ''] = partsOf(line);
    if (nothing.test(id)) return ids.has(name) || lacking.has(name);
    return ids.get(name) !== id || staying.has(name);
  });
};

/**
 * What git tells a pre-push hook: `<local ref> <local id> <remote ref> <remote id>` a line, where the first may be any words that name a commit, with blanks
 * in them. Other refs than branches and tags are not indexed, nor are those whose names are no text or too long.
 */
export const readPushedRefs = async (repository: GitRepository, lines: readonly string[]): Promise<PushedRefs> => {
  const pushed = lines.flatMap((line) => {
    const [id = '', name = ''] = partsOf(line);
    return isIndexed(name) ? [{ id, name }] : [];
  });
  return {
    refs: await peel(
      repository,
      pushed.filter(({ id }) => !nothing.test(id)),
    ),
    removed: pushed.filter(({ id }) => nothing.test(id)).map(({ name }) => name),
  };
};

/** Those that the remote has so still: a push may have been refused, or followed by another one. Undefined where the remote does not say it. */
export const stillPushed = async (
  repository: GitRepository,
  remote: string,
  { refs, removed }: PushedRefs,
): Promise<PushedRefs | undefined> => {
  const names = [...refs.map(({ name }) => name), ...removed];
  const listed = names.length === 0 ? new Map<string, string>() : await askRemote(repository, remote, names);
  if (listed === undefined) return undefined;
  return {
    refs: refs.filter((ref) => listed.get(ref.name) === idOf(ref)),
    removed: removed.filter((name) => !listed.has(name)),
  };
};
