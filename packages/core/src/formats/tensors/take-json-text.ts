import { type JsonCursor, take } from '../json-cursor.js';

const quote = 0x22;
const backslash = 0x5c;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Passes over a string, and gives what stands between its quotes, whatever that is; undefined when no string comes next. */
export const passJsonText = (cursor: JsonCursor): Uint8Array | undefined => {
  if (!take(cursor, '"')) return undefined;
  const begin = cursor.at;
  for (let byte = cursor.bytes[begin]; byte !== quote; byte = cursor.bytes[cursor.at]) {
    if (byte === undefined) return undefined;
    cursor.at += byte === backslash ? 2 : 1;
  }
  cursor.at += 1;
  return cursor.bytes.subarray(begin, cursor.at - 1);
};

/** Any string, its escapes read; undefined when none comes next, and where a character is only half there. */
export const takeJsonText = (cursor: JsonCursor): string | undefined => {
  const inner = passJsonText(cursor);
  if (inner === undefined) return undefined;
  try {
    // Copied, because a decoder may refuse memory that threads share.
    const text: unknown = JSON.parse(`"${decoder.decode(inner.slice())}"`);
    return typeof text === 'string' && !/\p{Surrogate}/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
};
