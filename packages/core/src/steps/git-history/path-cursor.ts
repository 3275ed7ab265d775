import type { GitId } from '../../model/git-index/git-id.js';
import { type GitPath, isGitPath } from '../../model/git-index/git-path.js';

/** Where a page ended: the commit stays the same when a branch moves between two pages. */
export interface PathCursor {
  readonly commit: GitId;
  readonly after: GitPath;
}

export const pathCursorText = ({ commit, after }: PathCursor): string =>
  `${commit}.${btoa(after).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;

const form = /^([0-9a-f]{40}|[0-9a-f]{64})\.([A-Za-z0-9_-]+)$/;
const isCommitId = (text: string | undefined): text is GitId => text !== undefined;

/** Undefined of what `pathCursorText` has not made. */
export const parsePathCursor = (text: string): PathCursor | undefined => {
  const [, commit, path = ''] = form.exec(text) ?? [];
  // Four digits stand for three bytes, so one digit alone stands for nothing.
  if (!isCommitId(commit) || path.length % 4 === 1) return undefined;
  const after = atob(path.replaceAll('-', '+').replaceAll('_', '/'));
  return isGitPath(after) ? { commit, after } : undefined;
};
