import { isGitRefName } from '@svc/core/model';
import type { GitRepository } from './open-repository.js';
import { type GitRef, peel } from './read-refs.js';

export interface PushedRefs {
  readonly refs: readonly GitRef[];
  /** The names of those that are removed. */
  readonly removed: readonly string[];
}

const nothing = /^0+$/;

/** A branch or a tag that can be indexed. What stands for bytes that are no text would be another name. */
const isIndexed = (name: string): boolean => isGitRefName(name) && !name.includes('\ufffd');

/**
 * What git tells a pre-push hook: `<local ref> <local id> <remote ref> <remote id>` a line, where the first may be any words that name a commit, with blanks
 * in them. Other refs than branches and tags are not indexed, nor are those whose names are no text or too long.
 */
export const readPushedRefs = async (repository: GitRepository, lines: string): Promise<PushedRefs> => {
  const pushed = lines.split('\n').flatMap((line) => {
    const [id = '', name = ''] = line.split(' ').slice(-3);
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
