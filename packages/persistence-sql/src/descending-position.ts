/**
 * Lists that begin with the largest number cursor by a text: 16 digits that fall as the number rises, then the text that settles ties. Compared by
 * their bytes such texts are in the order of the list, so any text, returned by a page or not, has a place in it.
 */
export const descendingKey = (value: number, tie: string): string =>
  String(Number.MAX_SAFE_INTEGER - value).padStart(16, '0') + tie;

/** What comes after a cursor: everything below `value`, and of what has that value everything with a tie text after `tie`. */
export interface DescendingPosition {
  readonly value: number;
  readonly tie: string;
}

/** The place of any text among the keys. */
export const descendingPosition = (cursor: string): DescendingPosition => {
  const digits = /^\d{0,16}/.exec(cursor)?.[0] ?? '';
  if (digits.length === 16) return { value: Number.MAX_SAFE_INTEGER - Number(digits), tie: cursor.slice(16) };
  // The text ends or goes on otherwise before its sixteenth digit: it lies in front of, or behind, all keys that begin like it.
  const isBehind = cursor.charAt(digits.length) > '9';
  const bound = Number(digits.padEnd(16, isBehind ? '9' : '0'));
  return { value: Number.MAX_SAFE_INTEGER - bound - (isBehind ? 1 : 0), tie: '' };
};

/** The bytes at which, or after which, the hashes lie whose hex digits come after `tie`. */
export const hashBound = (tie: string): Uint8Array => {
  const hex = /^[0-9a-f]{0,64}/.exec(tie)?.[0] ?? '';
  const next = tie.charAt(hex.length);
  // One more byte lies behind a whole hash and in front of the next one.
  if (hex.length === 64 || next > 'f') return Buffer.from(`${hex.padEnd(64, 'f')}00`, 'hex');
  return Buffer.from((next > '9' ? `${hex}a` : hex).padEnd(64, '0'), 'hex');
};
