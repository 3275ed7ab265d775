import type { GitRepository } from './open-repository.js';
import { type GitRef, peel } from './read-refs.js';

export interface PushedRefs {
  readonly refs: readonly GitRef[];
  /** The names of those that are removed. */
  readonly removed: readonly string[];
}

const nothing = /^0+$/;

/**
 * What git tells a pre-push hook: `<local ref> <local id> <remote ref> <remote id>` a line, where the first may be any words that name a commit, with blanks
 * in them. Other refs than branches and tags are not indexed.
 */
export const readPushedRefs = async (repository: GitRepository, lines: string): Promise<PushedRefs> => {
  const pushed = lines.split('\n').flatMap((line) => {
    const [id = '', name = ''] = line.split(' ').slice(-3);
    return /^refs\/(heads|tags)\/./.test(name) ? [{ id, name }] : [];
  });
  return {
    refs: await peel(
      repository,
      pushed.filter(({ id }) => !nothing.test(id)),
    ),
    removed: pushed.filter(({ id }) => nothing.test(id)).map(({ name }) => name),
  };
};
