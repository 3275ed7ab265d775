import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment.js';

/** Nobody has so many machines; a device or a pipe is no file of passwords. */
const maxNetrcBytes = 1024 * 1024;

/** Where it is: `NETRC`, else in the person's home; undefined without either. */
export const netrcFileOf = ({
  NETRC: named = '',
  HOME: home = '',
  USERPROFILE: profile = '',
}: Environment): string | undefined => {
  if (named !== '') return named;
  const folder = home === '' ? profile : home;
  return folder === '' ? undefined : join(folder, process.platform === 'win32' ? '_netrc' : '.netrc');
};

/**
 * The password that the file has for a host, of the first entry with this login where one is given. Undefined without a file, and for what stands behind
 * anything that is not understood. `default` counts for nobody: it would show a secret to whichever host a clone names.
 */
export const findInNetrc = async (file: string, host: string, login: string | undefined): Promise<string | undefined> => {
  const text = await readNetrc(file);
  return entriesOf(text ?? '').find((entry) => entry.host === host && (login === undefined || entry.login === login))?.password;
};

const readNetrc = async (file: string): Promise<string | undefined> => {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= maxNetrcBytes ? await readFile(file, 'utf8') : undefined;
  } catch {
    // Not there, or not for us.
    return undefined;
  }
};

interface Entry {
  readonly host: string | undefined;
  login?: string;
  password?: string;
}

const entriesOf = (text: string): readonly Entry[] => {
  const entries: Entry[] = [];
  const words = wordsOf(text);
  for (let word = words.next(); word.done !== true; word = words.next()) {
    if (word.value === 'default') entries.push({ host: undefined });
    else {
      const value = words.next();
      if (value.done === true) break;
      if (word.value === 'machine') entries.push({ host: value.value.toLowerCase() });
      else if (!setField(entries.at(-1), word.value, value.value)) break;
    }
  }
  return entries;
};

/** Whether the word may stand there. */
const setField = (entry: Entry | undefined, name: string, value: string): boolean => {
  if (entry === undefined) return false;
  if (name === 'login') entry.login = value;
  else if (name === 'password') entry.password = value;
  else return name === 'account';
  return true;
};

/** Words between blanks, some in quotes, without comments and macros; a macro ends with an empty line. */
function* wordsOf(text: string): Generator<string, undefined> {
  let isMacro = false;
  for (const line of text.split(/\r?\n/)) {
    isMacro = isMacro ? line.trim() !== '' : /^\s*macdef\s/.test(line);
    if (isMacro || /^\s*#/.test(line)) continue;
    for (const [, quoted, bare = ''] of line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)) {
      yield quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1');
    }
  }
  return undefined;
}
