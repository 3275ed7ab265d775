// A terminal obeys control characters (C0, DEL and C1), and what reverses the direction of a text shows it as another one than it is.
const bidi = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

/** A line that anybody may be shown: without control characters, and without those that change the direction of writing. */
export const printableLine = new RegExp(`^[^\\p{Cc}${bidi}]*$`, 'u');

/** The same of a text of several lines, which may have tabs. */
export const printableText = new RegExp(`^(?:[^\\p{Cc}${bidi}]|[\\t\\n\\r])*$`, 'u');

const unprintable = new RegExp(`[\\p{Cc}${bidi}]`, 'gu');

/** The text with something else in the place of each character that nobody should be shown. */
export const withoutUnprintable = (text: string, replace: (character: string) => string): string =>
  text.replace(unprintable, replace);
