import { printable } from './printable.js';

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** A name without what could end a line, and whether that has changed it. */
export const escapedName = (text: string): { readonly name: string; readonly isChanged: boolean } => {
  const name = text.replaceAll(/[\\\n\r]/g, (character) => escapes.get(character) ?? character);
  return { name, isChanged: name !== text };
};

/**
 * A line about a file, beginning with its oid, as sha256sum writes it and reads it with `--check`: a name that could end the line is escaped, and a backslash
 * before the oid says so. A terminal obeys other characters, so it is shown `?` instead; a pipe gets them.
 */
export const lineAboutFile = (oid: string, path: string, isTerminal: boolean): string => {
  const { name, isChanged } = escapedName(path);
  return `${isChanged ? '\\' : ''}${oid}  ${isTerminal ? printable(name) : name}`;
};
