import type { Oid } from '@svc/core';
import type { ChunkProfile } from '@svc/core/chunking';
import { valueOf } from '../api-outcome.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import type { TransferContext } from '../transfer-context.js';
import { hashFile } from '../verify/hash-file.js';
import { createFileCutter } from './cut-file.js';
import { createFindChunks } from './look-ups.js';
import type { SourceFile } from './source-file.js';

/** Whether anyone may download the object already, whichever way it came. */
export const isStored = async ({ client, repositoryId, signal }: TransferContext, oid: Oid): Promise<boolean> => {
  const { objectSizes } = await valueOf(client.tree.lookUp(repositoryId, { oids: [oid] }, { signal }));
  return objectSizes.has(oid);
};

/**
 * What is known of a file before its chunks are looked at. `maybe`: some stored object is as long and begins alike, so the file's oid, which comes with its chunks,
 * has to be asked for before anything is registered.
 */
export type Stored = { readonly is: 'stored'; readonly oid: Oid } | { readonly is: 'maybe' | 'no' };

/** Of a shorter file the hash costs next to nothing. */
const leastBytes = 16 * 1024 * 1024;

/** Whether the repository has most chunks of the file's first slab. */
const beginsAlike = async (context: TransferContext, file: SourceFile, profile: ChunkProfile): Promise<boolean> => {
  const failFast = createFailFast(context.signal);
  const cutter = createFileCutter(context.pool, file, { profile, maxSlabs: 2, hashes: false, failFast });
  for await (const { names, release } of cutter.slabs()) {
    release();
    const found = await createFindChunks(context, failFast.signal)(names);
    return found.size * 2 > names.length;
  }
  return false;
};

/**
 * Whether the repository has the object already. A file is hashed for that only if some stored object is as long: hashing costs less than sending, but more
 * than a question. What shares its first chunks with what is stored is most likely another version, of which little has to be sent: it is hashed
 * while it is cut, once.
 */
export const findStored = async (
  context: TransferContext,
  file: SourceFile,
  { oid, profile }: { readonly oid: Oid | undefined; readonly profile: ChunkProfile },
): Promise<Stored> => {
  const { client, repositoryId, signal } = context;
  if (oid !== undefined) return (await isStored(context, oid)) ? { is: 'stored', oid } : { is: 'no' };
  const { knownSizes } = await valueOf(client.tree.lookUp(repositoryId, { sizes: [file.sizeBytes] }, { signal }));
  if (!knownSizes.has(file.sizeBytes)) return { is: 'no' };
  if (file.sizeBytes >= leastBytes && (await beginsAlike(context, file, profile))) return { is: 'maybe' };
  const hashed = await hashFile(file, signal);
  return (await isStored(context, hashed)) ? { is: 'stored', oid: hashed } : { is: 'no' };
};
