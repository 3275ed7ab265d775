/** A place in UTF-8 JSON that moves on as tokens are taken. After a token that is not there, the place means nothing any more. */
export interface JsonCursor {
  readonly bytes: Uint8Array;
  at: number;
  /** How much white space may stand before a token; undefined: any. */
  readonly maxSpaceBytes?: number;
}

/** Reads one value into a draft; gives what is wrong with it, or undefined when nothing is. */
export type ReadValue<Draft, Problem> = (cursor: JsonCursor, draft: Draft) => Problem | undefined;

type Members<Read> = ReadonlyMap<string, Read>;

/** The members of an object, by their names. */
export const membersOf = <Read>(readers: Readonly<Record<string, Read>>): Members<Read> => new Map(Object.entries(readers));

export type ObjectProblem = 'malformed' | 'unknown_member' | 'repeated_member' | 'missing_member';

const codeOf = (character: string): number => character.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');
const zero = codeOf('0');
const maxTextBytes = 64;
const maxDigits = 16;
const decoder = new TextDecoder();

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const skipSpace = (cursor: JsonCursor): void => {
  const { bytes, maxSpaceBytes = Infinity } = cursor;
  const end = cursor.at + maxSpaceBytes;
  let { at } = cursor;
  while (at < end && isSpace(bytes[at])) at += 1;
  cursor.at = at;
};

/** Takes one of `{}[]:,` if it comes next, white space before it included. */
export const take = (cursor: JsonCursor, character: string): boolean => {
  skipSpace(cursor);
  if (cursor.bytes[cursor.at] !== codeOf(character)) return false;
  cursor.at += 1;
  return true;
};

/** Whether nothing but white space is left. */
export const isAtEnd = (cursor: JsonCursor): boolean => {
  skipSpace(cursor);
  return cursor.at === cursor.bytes.length;
};

const isPlain = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x20 && byte < 0x7f && byte !== backslash;

/** A string of some kind, of at most 64 characters of ASCII without escapes: more is never needed. */
export const takeText = <Text extends string>(cursor: JsonCursor, isText: (text: string) => text is Text): Text | undefined => {
  if (!take(cursor, '"')) return undefined;
  const begin = cursor.at;
  while (cursor.bytes[cursor.at] !== quote) {
    if (cursor.at - begin === maxTextBytes || !isPlain(cursor.bytes[cursor.at])) return undefined;
    cursor.at += 1;
  }
  cursor.at += 1;
  // Copied, because a decoder may refuse memory that threads share.
  const text = decoder.decode(cursor.bytes.slice(begin, cursor.at - 1));
  return isText(text) ? text : undefined;
};

/** An integer from 0 to 2^53-1 in plain digits. */
export const takeCount = (cursor: JsonCursor): number | undefined => {
  skipSpace(cursor);
  let count = 0;
  let digits = 0;
  for (;;) {
    const digit = (cursor.bytes[cursor.at] ?? 0) - zero;
    if (digit < 0 || digit > 9) break;
    if (digits === maxDigits || (digits === 1 && count === 0)) return undefined;
    count = count * 10 + digit;
    digits += 1;
    cursor.at += 1;
  }
  return digits > 0 && Number.isSafeInteger(count) ? count : undefined;
};

/** Reads one value into a draft in steps, each of them short; gives what is wrong with it, or undefined when nothing is. */
export type ReadInSteps<Draft, Problem> = (
  cursor: JsonCursor,
  draft: Draft,
) => Generator<undefined, Problem | undefined, undefined>;

/** A value that is read in one step. */
export const inOneStep = <Draft, Problem>(read: ReadValue<Draft, Problem>): ReadInSteps<Draft, Problem> =>
  function* (cursor, draft) {
    return read(cursor, draft);
  };

const isAnyText = (text: string): text is string => text.length <= maxTextBytes;

/** How the member is read whose name comes next, or what is wrong with the name. */
const takeMember = <Read>(cursor: JsonCursor, members: ReadonlyMap<string, Read>, seen: Set<string>): Read | ObjectProblem => {
  const key = takeText(cursor, isAnyText);
  if (key === undefined || !take(cursor, ':')) return 'malformed';
  const read = members.get(key);
  if (read === undefined) return 'unknown_member';
  if (seen.has(key)) return 'repeated_member';
  seen.add(key);
  return read;
};

const endObject = (
  cursor: JsonCursor,
  members: ReadonlyMap<string, unknown>,
  seen: ReadonlySet<string>,
): ObjectProblem | undefined => {
  if (!take(cursor, '}')) return 'malformed';
  return seen.size === members.size ? undefined : 'missing_member';
};

/** Reads an object that has exactly these members, each once, in any order. Nothing is keyed by what the text says. */
export const readObject = <Draft, Problem>(
  cursor: JsonCursor,
  members: Members<ReadValue<Draft, Problem>>,
  draft: Draft,
): Problem | ObjectProblem | undefined => {
  if (!take(cursor, '{')) return 'malformed';
  if (take(cursor, '}')) return 'missing_member';
  const seen = new Set<string>();
  do {
    const read = takeMember(cursor, members, seen);
    if (typeof read === 'string') return read;
    const problem = read(cursor, draft);
    if (problem !== undefined) return problem;
  } while (take(cursor, ','));
  return endObject(cursor, members, seen);
};

/** The same, in the steps of its members. */
export function* readObjectInSteps<Draft, Problem>(
  cursor: JsonCursor,
  members: Members<ReadInSteps<Draft, Problem>>,
  draft: Draft,
): Generator<undefined, Problem | ObjectProblem | undefined, undefined> {
  if (!take(cursor, '{')) return 'malformed';
  if (take(cursor, '}')) return 'missing_member';
  const seen = new Set<string>();
  do {
    const read = takeMember(cursor, members, seen);
    if (typeof read === 'string') return read;
    const problem = yield* read(cursor, draft);
    if (problem !== undefined) return problem;
  } while (take(cursor, ','));
  return endObject(cursor, members, seen);
}

/** Reads an array, each item into the draft, and so many of them in a step. */
export function* readArrayInSteps<Draft, Problem>(
  cursor: JsonCursor,
  readItem: ReadValue<Draft, Problem>,
  draft: Draft,
  itemsPerStep: number,
): Generator<undefined, Problem | 'malformed' | undefined, undefined> {
  if (!take(cursor, '[')) return 'malformed';
  if (take(cursor, ']')) return undefined;
  let items = 0;
  do {
    const problem = readItem(cursor, draft);
    if (problem !== undefined) return problem;
    items += 1;
    if (items % itemsPerStep === 0) yield undefined;
  } while (take(cursor, ','));
  return take(cursor, ']') ? undefined : 'malformed';
}
