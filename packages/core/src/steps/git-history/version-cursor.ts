import type { GitId } from '../../model/git-index/git-id.js';
import { type GitPath, gitPathOfBytes } from '../../model/git-index/git-path.js';
import type { PathLine } from './path-history.js';

/** Where a page of the history of a path ended. */
export interface VersionCursor {
  /** At which the history begins: it stays the same when a branch moves between two pages. */
  readonly commit: GitId;
  /** How many versions came before. */
  readonly count: number;
  /** The lines of the history with their next versions; undefined where they are too many to be told: then they are found anew. */
  readonly ahead: readonly PathLine[] | undefined;
}

/** What an address has room for. */
const maxTextLength = 3500;
const base = 36;

const toBase64 = (path: string): string => btoa(path).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const fromBase64 = (text: string): GitPath | undefined =>
  // Four digits stand for three bytes, so one digit alone stands for nothing.
  text.length % 4 === 1
    ? undefined
    : gitPathOfBytes(Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0)));

/** The path that was asked for is not in the text. */
export const versionCursorText = ({ commit, count, ahead = [] }: VersionCursor, asked: GitPath): string => {
  const byPath = new Map<GitPath, string[]>();
  for (const line of ahead) byPath.set(line.path, [...(byPath.get(line.path) ?? []), line.commit.toString(base)]);
  const groups = [...byPath].map(([path, numbers]) => `${path === asked ? '' : toBase64(path)}~${numbers.join('-')}`);
  const begin = `${commit}.${count.toString(base)}`;
  const text = [begin, ...groups].join('.');
  return text.length > maxTextLength ? begin : text;
};

const form = /^([0-9a-f]{40}|[0-9a-f]{64})\.([0-9a-z]{1,7})((?:\.[A-Za-z0-9_-]*~[0-9a-z]{1,7}(?:-[0-9a-z]{1,7})*)*)$/;
const isCommitId = (text: string | undefined): text is GitId => text !== undefined;

const linesOf = (group: string, asked: GitPath): readonly PathLine[] | undefined => {
  const [name = '', numbers = ''] = group.split('~');
  const path = name === '' ? asked : fromBase64(name);
  return path && numbers.split('-').map((number) => ({ commit: Number.parseInt(number, base), path }));
};

/** Undefined of what `versionCursorText` has not made. */
export const parseVersionCursor = (text: string, asked: GitPath): VersionCursor | undefined => {
  const [, commit, count = '', groups = ''] = form.exec(text) ?? [];
  if (!isCommitId(commit)) return undefined;
  const ahead: PathLine[] = [];
  for (const group of groups.split('.').slice(1)) {
    const lines = linesOf(group, asked);
    if (lines === undefined) return undefined;
    ahead.push(...lines);
  }
  return { commit, count: Number.parseInt(count, base), ahead: ahead.length === 0 ? undefined : ahead };
};
