import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockHasher } from '@svc/core';
import type { FileSystem } from '../../src/file-system.js';
import { createFsBlobStore } from '../../src/fs-blob-store.js';
import { createRecordingFileSystem, type RecordingFileSystem } from './recording-file-system.js';

export const settings = {
  baseUrl: 'https://svc.example',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

/** A directory of its own for one test. */
export const makeScratch = async () => {
  const path = await mkdtemp(join(tmpdir(), 'svc-storage-fs-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** An empty store in a directory of its own. */
export const makeScratchStore = async (fileSystem?: FileSystem, blockHasher?: BlockHasher) => {
  const scratch = await makeScratch();
  const root = join(scratch.path, 'blobs');
  const store = await createFsBlobStore({
    root,
    ...settings,
    ...(fileSystem && { fileSystem }),
    ...(blockHasher && { blockHasher }),
  });
  // Node tells of 32 names of a directory at once.
  const listedAtOnce = 100;
  return { ...settings, root, store, listedAtOnce, countOpenHandles: () => countOpenBelow(root), close: scratch.remove };
};

/** A fresh store over a file system that records, at rest: only what the test does from here on is on record. */
export const withRecordedStore = async (act: (scene: RecordedStore) => Promise<void>): Promise<void> => {
  const fileSystem = createRecordingFileSystem();
  const scene = await makeScratchStore(fileSystem);
  fileSystem.restart(scene.root);
  try {
    await act({ ...scene, fileSystem });
  } finally {
    await scene.close();
  }
};

interface RecordedStore extends Awaited<ReturnType<typeof makeScratchStore>> {
  readonly fileSystem: RecordingFileSystem;
}

/** How many of this process's open files lie below a path (removed ones count under their old name). */
const countOpenBelow = async (path: string): Promise<number> => {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(path)).length;
};
