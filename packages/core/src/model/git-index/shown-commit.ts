import type { GitId } from './git-id.js';
import type { GitSignature } from './git-signature.js';

/** A commit as people read it. */
export interface ShownCommit {
  readonly id: GitId;
  /** In git's order. */
  readonly parents: readonly GitId[];
  readonly author: GitSignature;
  readonly committer: GitSignature;
  readonly message: string;
}

/** The first paragraph of a message on one line, as `git log --format=%s` prints it. */
export const subjectOf = ({ message }: Pick<ShownCommit, 'message'>): string => {
  const lines = message.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const rest = first === -1 ? [] : lines.slice(first);
  const end = rest.indexOf('');
  return (end === -1 ? rest : rest.slice(0, end)).join(' ');
};
