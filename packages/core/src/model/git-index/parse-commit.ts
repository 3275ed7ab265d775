import { err, ok, type Result } from 'neverthrow';
import { KIB } from '../values/byte-count.js';
import { type GitId, type GitObjectFormat, isGitId } from './git-id.js';
import { type GitSignature, parseGitSignature } from './git-signature.js';

export interface GitCommit {
  readonly tree: GitId;
  /** In git's order. */
  readonly parents: readonly GitId[];
  readonly author: GitSignature;
  readonly committer: GitSignature;
  /** As the commit says it; undefined for UTF-8. */
  readonly encoding: string | undefined;
  /** Decoded, without the blank lines before it; what is longer than `maxGitMessageBytes` is cut off. */
  readonly message: string;
}

export const maxGitMessageBytes = 64 * KIB;
/** The longest name of an encoding has 19. */
const maxGitEncodingBytes = 64;
/** More than the largest merges that are known of. */
export const maxGitParents = 1024;

export const commitProblems = ['no_tree', 'wrong_tree', 'wrong_parent', 'too_many_parents'] as const;
/** Why bytes are no commit that git would read. */
export type CommitProblem = (typeof commitProblems)[number];

const newline = 10;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Names that git takes, which the Encoding Standard has other ones for. What that does not have at all, such as CP850, is taken for UTF-8. */
const standardNames: ReadonlyMap<string, string> = new Map([
  ['big-5', 'big5'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp950', 'big5'],
  ['euc-cn', 'gbk'],
  ['euccn', 'gbk'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['iso2022jp', 'iso-2022-jp'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['latin-1', 'iso-8859-1'],
  ['latin-9', 'iso-8859-15'],
  ['latin9', 'iso-8859-15'],
  ['ujis', 'euc-jp'],
]);

const decoderOf = (encoding: string | undefined): typeof utf8 => {
  if (encoding === undefined) return utf8;
  try {
    const decoder = new TextDecoder(standardNames.get(encoding.toLowerCase()) ?? encoding, { ignoreBOM: true });
    // Git ends a commit at a NUL, so none of them is in UTF-16, whatever it says: git itself finds no header in it that way, and shows the bytes as they are.
    return decoder.encoding.startsWith('utf-16') ? utf8 : decoder;
  } catch {
    return utf8;
  }
};

/** The text of bytes up to a NUL, at which git ends too. Bytes that mean nothing in an encoding, or in UTF-8 where nobody knows it, become U+FFFD. */
const decode = (bytes: Uint8Array, encoding?: string): string => {
  const end = bytes.indexOf(0);
  return decoderOf(encoding).decode(end === -1 ? bytes : bytes.subarray(0, end));
};

/** So many bytes at most, and no half of a character of UTF-8. */
const cut = (bytes: Uint8Array, most: number): Uint8Array => {
  if (bytes.length <= most) return bytes;
  let end = most;
  while (end > most - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
};

interface Header {
  readonly name: string;
  readonly value: Uint8Array;
}

/** The lines before the message, without those that go on with the one before, which begin with a space; and where the message begins. */
const readHeaders = (bytes: Uint8Array): { headers: readonly Header[]; messageAt: number } => {
  const headers: Header[] = [];
  let at = 0;
  while (at < bytes.length && bytes[at] !== newline) {
    const newlineAt = bytes.indexOf(newline, at);
    const end = newlineAt === -1 ? bytes.length : newlineAt;
    const line = bytes.subarray(at, end);
    const space = line.indexOf(32);
    if (space > 0) headers.push({ name: decode(line.subarray(0, space)), value: line.subarray(space + 1) });
    at = end + 1;
  }
  return { headers, messageAt: at + 1 };
};

const blank: ReadonlySet<number | undefined> = new Set([9, 13, 32]);

/** Where the first line begins that is not blank. */
const firstLine = (bytes: Uint8Array, from: number): number => {
  let begin = from;
  for (let at = from; bytes[at] === newline || blank.has(bytes[at]); at += 1) if (bytes[at] === newline) begin = at + 1;
  return begin;
};

/**
 * Reads what `git cat-file commit` gives. Git writes the tree, the parents, the author and the committer in this order; any order is fine here, and the first
 * of those that may be there once counts. Signatures and tags that were merged are left out.
 */
export const parseCommit = (bytes: Uint8Array, format: GitObjectFormat): Result<GitCommit, CommitProblem> => {
  const { headers, messageAt } = readHeaders(bytes);
  const first = (name: string): Uint8Array | undefined => headers.find((header) => header.name === name)?.value;
  const encodingBytes = first('encoding');
  const encoding = encodingBytes && decode(cut(encodingBytes, maxGitEncodingBytes));
  const signatureOf = (value: Uint8Array | undefined): GitSignature =>
    parseGitSignature(decode(value ?? new Uint8Array(), encoding));

  const treeBytes = first('tree');
  if (treeBytes === undefined) return err('no_tree');
  const tree = decode(treeBytes);
  if (!isGitId(tree, format)) return err('wrong_tree');
  const parents: GitId[] = [];
  for (const { name, value } of headers) {
    if (name !== 'parent') continue;
    const parent = decode(value);
    if (!isGitId(parent, format)) return err('wrong_parent');
    if (parents.length === maxGitParents) return err('too_many_parents');
    parents.push(parent);
  }
  return ok({
    tree,
    parents,
    author: signatureOf(first('author')),
    committer: signatureOf(first('committer')),
    encoding,
    message: decode(cut(bytes.subarray(firstLine(bytes, messageAt)), maxGitMessageBytes), encoding),
  });
};
