import { counted } from '../output/counted.js';
import { escapedName } from '../output/line-about-file.js';
import { sizeText } from '../output/size-text.js';
import type { ChangedFile, Comparison } from './compare-refs.js';

const letters = { added: 'A', modified: 'M', removed: 'D', renamed: 'R' } as const;

/** Room for the sizes of all but a few files. */
const sizeWidth = 15;
const idDigits = 10;

const sizeColumn = (side: ChangedFile['before']): string => (side === undefined ? '-' : String(side.size)).padStart(sizeWidth);

/** The path for people: bytes that are no UTF-8 have a sign in their place. */
const shown = (path: string, base64: string | undefined): string =>
  base64 === undefined ? path : Buffer.from(base64, 'base64url').toString();

/** A line about a file: what has become of it, its bytes before and after, its path. As with checksums a backslash before all of it says that a name is escaped. */
export const lineOfChange = (file: ChangedFile): string => {
  const { status, before, after, path, path_base64: base64, previous_path: former, previous_path_base64: formerBase64 } = file;
  const now = escapedName(shown(path, base64));
  const then = former === undefined ? undefined : escapedName(shown(former, formerBase64));
  const name = then === undefined ? now.name : `${then.name} -> ${now.name}`;
  const mark = now.isChanged || then?.isChanged === true ? '\\' : '';
  return `${mark}${letters[status]} ${sizeColumn(before)} ${sizeColumn(after)}  ${name}`;
};

const changeText = (before: number, after: number): string => `${sizeText(before)} -> ${sizeText(after)}`;

const kindsOf = ({ added, modified, removed, renamed }: NonNullable<Comparison['totals']>): readonly string[] => [
  ...(added.files === 0 ? [] : [`${added.files} added (${sizeText(added.bytes)})`]),
  ...(modified.files === 0 ? [] : [`${modified.files} modified (${changeText(modified.bytes_before, modified.bytes_after)})`]),
  ...(removed.files === 0 ? [] : [`${removed.files} removed (${sizeText(removed.bytes)})`]),
  ...(renamed.files === 0 ? [] : [`${renamed.files} renamed (${changeText(renamed.bytes_before, renamed.bytes_after)})`]),
];

/** All of it in one line, for people. */
export const lineOfTotals = ({ base, head, totals, new_bytes: newBytes = 0 }: Comparison): string => {
  const between = `between ${base?.id.slice(0, idDigits) ?? ''} and ${head?.id.slice(0, idDigits) ?? ''}`;
  const kinds = totals === undefined ? [] : kindsOf(totals);
  if (totals === undefined || kinds.length === 0) return `nothing differs ${between}`;
  const files = totals.added.files + totals.modified.files + totals.removed.files + totals.renamed.files;
  const differ = `${counted(files, 'file differs', 'files differ')} ${between}`;
  return `${differ}: ${kinds.join(', ')}; ${sizeText(newBytes)} more in storage`;
};

/** For programs: the last object, after those of the files. */
export const fieldsOfTotals = ({ base, head, merge_base: mergeBase, totals, new_bytes: newBytes }: Comparison) => ({
  base: base?.id,
  head: head?.id,
  merge_base: mergeBase,
  totals,
  new_bytes: newBytes,
});
