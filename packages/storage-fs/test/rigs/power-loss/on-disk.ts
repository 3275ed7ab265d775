import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '@svc/conformance';
import { createFsBlobStore } from '../../../src/fs-blob-store.js';
import { bodyOf, bytesAt, key, oidOf, valueOf } from '../blobs.js';
import { settings } from '../scratch-store.js';
import { quickFileSystem } from './quick-file-system.js';
import type { DirectoryTree } from './disk.js';
import { rootOnDisk } from './lived-store.js';
import { isSame } from './promises.js';

/** Puts the tree into an empty directory. */
export const putOnDisk = (base: string, tree: DirectoryTree): void => {
  for (const [name, below] of tree.names) {
    const path = join(base, name);
    if (below.kind === 'file') writeFileSync(path, below.bytes);
    else {
      mkdirSync(path);
      putOnDisk(path, below);
    }
  }
};

/** What a store that starts on a disk gets wrong of the blobs that are there, or in what comes next; undefined: nothing. */
export const faultOfRestart = async (
  base: string,
  blobs: ReadonlyMap<string, Uint8Array>,
  random: SeededRandom,
): Promise<string | undefined> => {
  const store = await createFsBlobStore({ root: join(base, rootOnDisk), ...settings, fileSystem: quickFileSystem });
  for (const [at, bytes] of blobs) {
    if (!isSame(await bytesAt(store, key(at)), bytes)) return `${at} is read as something else`;
  }
  for (const top of new Set([...blobs.keys()].map((at) => at.split('/')[0] ?? ''))) {
    for await (const { key: at, sizeBytes } of store.list(key(top))) {
      if (blobs.get(at)?.byteLength !== sizeBytes) return `${at} is listed with ${sizeBytes} bytes`;
    }
  }
  const next = random.bytes(100);
  const oid = oidOf(next);
  valueOf(await store.write(key('ns/staging/after/x'), bodyOf(next), 100));
  valueOf(await store.promote(key('ns/staging/after/x'), key(`ns/objects/${oid.slice(0, 1)}/${oid}`), { sizeBytes: 100, oid }));
  return isSame(await bytesAt(store, key(`ns/objects/${oid.slice(0, 1)}/${oid}`)), next) ? undefined : 'what comes next is lost';
};
