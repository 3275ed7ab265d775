import { isUtf8 } from 'node:buffer';
import { type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../error-code.js';
import { pathFrom } from '../path-from.js';
import type { PathFilter } from './path-filter.js';

/** Something in a folder; `path` leads to it from where the folder's own does. */
export type Found =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'link' | 'special'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly why: string };

type Entry = Dirent<Buffer>;

const kindOf = (entry: Entry): 'file' | 'link' | 'special' => {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'special';
};

/** Git's own folder, and the file that stands for it in further working trees and in submodules. */
const isGits = (name: string): boolean => name.toLowerCase() === '.git';

const byName = (a: Entry, b: Entry): number => Buffer.compare(a.name, b.name);

/**
 * What lies in a folder and all folders in it, as far as the filter takes it: the files of each folder by their names, then its folders. Goes into no `.git`
 * and follows no link. Holds the names of one folder at a time. The folder's path begins at `from` or, without it, where the process is.
 */
export async function* walkFolder(folder: string, filter: PathFilter, from?: string): AsyncGenerator<Found, void, undefined> {
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    let entries: Entry[];
    try {
      entries = await readdir(pathFrom(from, join(folder, below)), { withFileTypes: true, encoding: 'buffer' });
    } catch (fault) {
      yield { kind: 'unreadable', path: join(folder, below), why: `cannot be read (${codeOf(fault)})` };
      continue;
    }
    const folders: string[] = [];
    for (const entry of entries.sort(byName)) {
      const name = entry.name.toString();
      const pathBelow = below === '' ? name : `${below}/${name}`;
      const path = join(folder, pathBelow);
      if (isGits(name)) continue;
      if (entry.isDirectory() ? !filter.entersFolder(pathBelow) : !filter.takes(pathBelow)) continue;
      // It could not be opened by a text, and an object cannot be called by it.
      if (!isUtf8(entry.name)) yield { kind: 'unreadable', path, why: 'has a name that is no UTF-8' };
      else if (entry.isDirectory()) folders.push(pathBelow);
      else yield { kind: kindOf(entry), path };
    }
    // One by one: a call takes no more arguments than the stack has room for, and a folder may have more folders.
    for (const each of folders.reverse()) waiting.push(each);
  }
}
