import { withoutUnprintable } from '@svc/core/model';

/** The text as a terminal may be given it: names of files and the sentences of servers may hold what it obeys. */
export const printable = (text: string): string => withoutUnprintable(text, () => '?');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same for JSON of one line, which stays the same JSON: such characters stand in its strings alone, as they may be written there. */
export const printableJson = (json: string): string => withoutUnprintable(json, escaped);
