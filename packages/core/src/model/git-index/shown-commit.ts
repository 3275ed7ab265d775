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

/** A thousand commits of a list have a subject each, and a message may be one paragraph of 64 KiB. */
const maxSubjectLength = 1000;

/** The first paragraph of a message on one line, as `git log --format=%s` prints it. What is longer is cut off, and no character in half. */
export const subjectOf = ({ message }: Pick<ShownCommit, 'message'>): string => {
  const lines = message.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const rest = first === -1 ? [] : lines.slice(first);
  const end = rest.indexOf('');
  const subject = (end === -1 ? rest : rest.slice(0, end)).join(' ');
  return subject.slice(0, maxSubjectLength).replace(/[\ud800-\udbff]$/, '');
};
