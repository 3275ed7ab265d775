import type { GitId } from '../../model/git-index/git-id.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { parsePathCursor, pathCursorText } from './path-cursor.js';

/** Where a page of a comparison ended: both commits stay the same when branches move between two pages. */
export interface CompareCursor {
  readonly base: GitId;
  readonly head: GitId;
  readonly after: GitPath;
}

export const compareCursorText = ({ base, head, after }: CompareCursor): string =>
  `${base}.${pathCursorText({ commit: head, after })}`;

const form = /^([0-9a-f]{40}|[0-9a-f]{64})\.(.*)$/s;
const isCommitId = (text: string | undefined): text is GitId => text !== undefined;

/** Undefined of what `compareCursorText` has not made. */
export const parseCompareCursor = (text: string): CompareCursor | undefined => {
  const [, base, rest = ''] = form.exec(text) ?? [];
  const cursor = parsePathCursor(rest);
  return isCommitId(base) && cursor !== undefined ? { base, head: cursor.commit, after: cursor.after } : undefined;
};
