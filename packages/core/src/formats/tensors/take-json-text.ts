import { type JsonCursor, take } from '../json-cursor.js';

const quote = 0x22;
const backslash = 0x5c;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Where the string ends that goes on at `begin`, or a place from `end` on where it does not end before. */
const scan = (bytes: Uint8Array, begin: number, end: number): number => {
  let at = begin;
  while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};

/** Passes over a string of any length, in steps; whether one comes next. */
export function* passJsonText(cursor: JsonCursor, bytesPerStep: number): Generator<undefined, boolean, undefined> {
  if (!take(cursor, '"')) return false;
  const { bytes } = cursor;
  for (;;) {
    cursor.at = scan(bytes, cursor.at, cursor.at + bytesPerStep);
    if (cursor.at >= bytes.length) return false;
    if (bytes[cursor.at] === quote) break;
    yield undefined;
  }
  cursor.at += 1;
  return true;
}

/** A string of at most so many bytes between its quotes, its escapes read; undefined when none comes next, and where a character is only half there. */
export const takeJsonText = (cursor: JsonCursor, maxBytes: number): string | undefined => {
  if (!take(cursor, '"')) return undefined;
  const { bytes, at: begin } = cursor;
  const end = scan(bytes, begin, begin + maxBytes);
  if (end > begin + maxBytes || bytes[end] !== quote) return undefined;
  cursor.at = end + 1;
  try {
    // Copied, because a decoder may refuse memory that threads share.
    const text: unknown = JSON.parse(`"${decoder.decode(bytes.slice(begin, end))}"`);
    return typeof text === 'string' && !/\p{Surrogate}/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
};
