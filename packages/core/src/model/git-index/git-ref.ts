import type { Instant } from '../values/instant.js';
import { type Brand, trusted } from '../values/brand.js';
import type { GitId } from './git-id.js';

/** The full name of a branch or a tag: `refs/heads/...` or `refs/tags/...`, as `git check-ref-format` allows it. */
export type GitRefName = Brand<string, 'GitRefName'>;

/** The name of a tag without `refs/tags/`. */
export type TagName = Brand<string, 'TagName'>;

export const maxRefNameLength = 1024;

/** Of UTF-8. A branch or a tag is found by its name, and PostgreSQL keeps no longer text in an index. */
export const maxRefNameBytes = 2500;

/** No UTF-16 unit has more bytes of UTF-8. */
const mostBytesPerUnit = 3;

const isShortEnough = (text: string): boolean =>
  text.length <= maxRefNameLength &&
  (text.length * mostBytesPerUnit <= maxRefNameBytes || new TextEncoder().encode(text).length <= maxRefNameBytes);

/** What no ref has: control characters, blanks, what git gives a meaning in a revision, and empty, hidden or locked segments. */

const forbiddenInRef = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/;

export const branchPrefix = 'refs/heads/';
export const tagPrefix = 'refs/tags/';

export const isGitRefName = (text: string): text is GitRefName =>
  isShortEnough(text) &&
  (text.startsWith(branchPrefix) || text.startsWith(tagPrefix)) &&
  !/\p{Surrogate}/u.test(text) &&
  !forbiddenInRef.test(text);

/** The name of a branch without what all refs of branches begin with; undefined for a tag. */
export const branchOfRef = (name: GitRefName): string | undefined =>
  name.startsWith(branchPrefix) ? name.slice(branchPrefix.length) : undefined;

/** The name of a tag without what all refs of tags begin with; undefined for a branch. */
export const tagOfRef = (name: GitRefName): TagName | undefined =>
  name.startsWith(tagPrefix) ? trusted<TagName>(name.slice(tagPrefix.length)) : undefined;

export const isTagName = (text: string): text is TagName => isGitRefName(tagPrefix + text);

export const refOfTag = (tag: TagName): GitRefName => trusted<GitRefName>(tagPrefix + tag);

/** What an annotated tag says beside the commit that it names. */
export interface GitTag {
  /** Of the tag object. */
  readonly id: GitId;
  readonly taggerName: string;
  readonly taggerEmail: string;
  /** Undefined of a tag that names no tagger, as those of Git's first year do. */
  readonly taggedAt: Instant | undefined;
  /** The message, which are the notes of the release. */
  readonly notes: string;
}

export const maxTagNotesLength = 65_536;

/** Where a branch or a tag is. */
export interface GitTip {
  readonly name: GitRefName;
  /** The number of the commit. */
  readonly commit: number;
  /** Of a tag that is an object of its own: when it was made, as far as it says so. */
  readonly taggedAt: Instant | undefined;
}

/** Where a branch or a tag leads. */
export interface RefTarget {
  readonly name: GitRefName;
  /** The commit, through however many tags. */
  readonly target: GitId;
  /** The annotated tag that the name is of; undefined where there is none. */
  readonly tagId: GitId | undefined;
}

/** A branch or a tag. */
export interface GitRef extends Omit<GitTip, 'taggedAt'> {
  /** The commit that it names, through however many tags. */
  readonly target: GitId;
  readonly tag: GitTag | undefined;
}
