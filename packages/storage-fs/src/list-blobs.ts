import type { BigIntStats, Dir } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { blobOfBlockNames, isObjectKey, type ObjectKey } from '@svc/core/model';
import type { BlobEntry, BlobFacts } from '@svc/core/ports';
import { isMissing } from './classify-error.js';
import { identityOf } from './digest-memo.js';
import type { FileSystem } from './file-system.js';
import { factsOf } from './safe-path.js';

export const blobFactsOf = (facts: BigIntStats): BlobFacts => ({ sizeBytes: Number(facts.size), version: identityOf(facts) });

/**
 * The blobs below a directory, whose path from the root is `prefix`. What is removed meanwhile may be missing from the list, what is written
 * meanwhile may be on it. Memory holds one open directory for each level, however many blobs there are.
 */
export async function* listBlobs(fileSystem: FileSystem, directory: string, prefix: string): AsyncGenerator<BlobEntry> {
  const entries = await openDirectory(fileSystem, directory);
  if (entries === undefined) return;
  for await (const { name } of entries) {
    const path = join(directory, name);
    const key = `${prefix}/${name}`;
    const facts = await factsOf(fileSystem, path);
    if (facts?.isDirectory() === true) yield* listBlobs(fileSystem, path, key);
    // A name that is no key was not made by the store.
    else if (facts?.isFile() === true && isObjectKey(key) && !(await areNamesOfBlob(fileSystem, path, key)))
      yield { key, ...blobFactsOf(facts) };
  }
}

/** Whether block names lie at the key, and the blob beside them. */
const areNamesOfBlob = async (fileSystem: FileSystem, path: string, key: ObjectKey): Promise<boolean> => {
  const blob = blobOfBlockNames(key);
  return blob !== undefined && (await factsOf(fileSystem, join(dirname(path), basename(blob)))) !== undefined;
};

const openDirectory = async (fileSystem: FileSystem, directory: string): Promise<Dir | undefined> => {
  try {
    return await fileSystem.opendir(directory);
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    throw fault;
  }
};
