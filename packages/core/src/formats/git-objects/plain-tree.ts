import { type GitFolder, isGitPath } from '../../model/git-index/git-path.js';
import { folderMode } from '../../model/git-index/path-entry.js';
import { joinBytes } from './tree-bytes.js';

const typeBits = 0o170000;
const runBit = 0o100;
/** Longer ones git has never written. */
const maxModeDigits = 12;

/** What git takes a mode for, as it writes it today. */
const plainModeOf = (mode: number): string => {
  const type = mode & typeBits;
  if (type === folderMode) return '40000';
  if (type === 0o100000) return (mode & runBit) === 0 ? '100644' : '100755';
  return type === 0o120000 ? '120000' : '160000';
};

interface PlainEntry {
  readonly key: string;
  readonly bytes: Uint8Array;
}

const textOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/**
 * The bytes of a Git tree as git would write them today: with modes that it still writes, and without names that no Git path may have in this folder.
 * Undefined for bytes that are no tree.
 */
export const plainTreeBytes = (raw: Uint8Array, folder: GitFolder, idBytes: number): Uint8Array | undefined => {
  const entries: PlainEntry[] = [];
  for (let at = 0; at < raw.byteLength;) {
    const blankAt = raw.indexOf(32, at);
    const nameEnd = raw.indexOf(0, at);
    const end = nameEnd + 1 + idBytes;
    if (blankAt === -1 || nameEnd < blankAt || end > raw.byteLength) return undefined;
    const digits = textOf(raw.subarray(at, Math.min(blankAt, at + maxModeDigits + 1)));
    if (digits.length > maxModeDigits || !/^[0-7]+$/.test(digits)) return undefined;
    const mode = plainModeOf(Number.parseInt(digits, 8));
    const name = textOf(raw.subarray(blankAt + 1, nameEnd));
    if (!name.includes('/') && isGitPath(folder === '' ? name : `${folder}/${name}`)) {
      const isFolder = mode === '40000';
      entries.push({
        key: isFolder ? `${name}/` : name,
        bytes: joinBytes([bytesOf(`${mode} ${name}\0`), raw.subarray(nameEnd + 1, end)]),
      });
    }
    at = end;
  }
  entries.sort((left, right) => (left.key < right.key ? -1 : 1));
  return joinBytes(entries.map(({ bytes }) => bytes));
};
