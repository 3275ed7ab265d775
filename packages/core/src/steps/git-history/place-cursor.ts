import type { GitId } from '../../model/git-index/git-id.js';

/** Where a page of a history ended: the commit at which it begins stays the same when a branch moves between two pages. */
export interface PlaceCursor {
  readonly commit: GitId;
  /** How many commits came before the next page. */
  readonly place: number;
}

export const placeCursorText = ({ commit, place }: PlaceCursor): string => `${commit}.${place}`;

const form = /^([0-9a-f]{40}|[0-9a-f]{64})\.([1-9]\d{0,9})$/;
const isCommitId = (text: string | undefined): text is GitId => text !== undefined;

/** Undefined of what `placeCursorText` has not made. */
export const parsePlaceCursor = (text: string): PlaceCursor | undefined => {
  const [, commit, place] = form.exec(text) ?? [];
  return isCommitId(commit) ? { commit, place: Number(place) } : undefined;
};
