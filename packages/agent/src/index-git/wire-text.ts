import { isUtf8 } from 'node:buffer';

const plain = /^[\x20-\x7e]*$/;

/** The text that a path is, whose characters are its bytes; undefined when these are no UTF-8. */
export const textOfPath = (path: string): string | undefined => {
  if (plain.test(path)) return path;
  const bytes = Buffer.from(path, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};

export const base64OfPath = (path: string): string => Buffer.from(path, 'latin1').toString('base64url');
