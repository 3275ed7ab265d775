import { type Brand, trusted } from '../values/brand.js';

/**
 * The path of a file or a folder in a Git tree. Git knows bytes and no characters, so this is a text whose char codes are the bytes, 1 to 255; `<` then
 * compares as git does. At most 4,096 bytes in at most 256 segments, none of which is empty, `.`, `..` or `.git` in any case.
 */
export type GitPath = Brand<string, 'GitPath'>;

/** A folder; the empty text is the whole tree. */
export type GitFolder = GitPath | '';

export const maxGitPathBytes = 4096;
export const maxGitPathSegments = 256;

// Every byte but 0 may stand in a path; a character above 0xff is no byte.
const bytesOnly = /^[\x01-\xff]+$/;
/** What git refuses as a segment, wherever it stands. */
const forbiddenSegment = /(?:^|\/)(?:|\.|\.\.|\.git)(?:\/|$)/i;

export const isGitPath = (text: string): text is GitPath =>
  text.length <= maxGitPathBytes &&
  bytesOnly.test(text) &&
  !forbiddenSegment.test(text) &&
  text.split('/').length <= maxGitPathSegments;

/** The path of these bytes, or undefined when they are none. */
export const gitPathOfBytes = (bytes: Uint8Array): GitPath | undefined => {
  if (bytes.length > maxGitPathBytes) return undefined;
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return isGitPath(text) ? text : undefined;
};

export const bytesOfGitPath = (path: GitPath): Uint8Array => Uint8Array.from(path, (character) => character.charCodeAt(0));

const asciiOnly = /^[\x01-\x7f]*$/;

/** The path of a text's UTF-8, or undefined when it is none. */
export const gitPathOfText = (text: string): GitPath | undefined => {
  // There are at least as many bytes as characters, and in most paths as many.
  if (text.length > maxGitPathBytes) return undefined;
  if (asciiOnly.test(text)) return isGitPath(text) ? text : undefined;
  // A lone surrogate has no UTF-8.
  return /\p{Surrogate}/u.test(text) ? undefined : gitPathOfBytes(new TextEncoder().encode(text));
};

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The path as people read it, or undefined where its bytes are not UTF-8. */
export const textOfGitPath = (path: GitPath): string | undefined => {
  try {
    return strictUtf8.decode(bytesOfGitPath(path));
  } catch {
    return undefined;
  }
};

/** The folder that a path lies in. */
export const folderOfGitPath = (path: GitPath): GitFolder => {
  const end = path.lastIndexOf('/');
  return end === -1 ? '' : trusted<GitPath>(path.slice(0, end));
};

/** The last segment of a path. */
export const nameOfGitPath = (path: GitPath): GitPath => trusted<GitPath>(path.slice(path.lastIndexOf('/') + 1));
