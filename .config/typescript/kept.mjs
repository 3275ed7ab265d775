import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';

/** What was compiled stays from one process to the next: the tests are many processes with the same sources. */
const folder = new URL('../../node_modules/.cache/svc-typescript/', import.meta.url);

// At once: this thread does nothing else, and through Node's pool of threads each of the many small files takes five times as long.
export const read = (url) => readFileSync(url, 'utf8');

export const hashOf = (text) => createHash('sha256').update(text).digest('hex');

export const urlOfKept = (name) => new URL(name, folder);

export const readIfThere = (url) => {
  try {
    return read(url);
  } catch (fault) {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  }
};

export const readKept = (name) => readIfThere(urlOfKept(name));

/** Whole or not at all, also where several processes do so. */
export const keep = async (name, text) => {
  const writing = urlOfKept(`${name}.${process.pid}`);
  await mkdir(folder, { recursive: true });
  await writeFile(writing, text);
  await rename(writing, urlOfKept(name));
};
