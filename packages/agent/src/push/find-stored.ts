import type { Oid } from '@svc/core';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { hashFile } from '../verify/hash-file.js';
import type { SourceFile } from './source-file.js';

/** Whether anyone may download the object already, whichever way it came. */
const isStored = async ({ client, repositoryId, signal }: TransferContext, oid: Oid): Promise<boolean> => {
  const { objectSizes } = await valueOf(client.tree.lookUp(repositoryId, { oids: [oid] }, { signal }));
  return objectSizes.has(oid);
};

/**
 * The file's oid when the repository has the object already. A file is hashed for that only if some stored object is as long: hashing costs less than
 * sending, but more than one question.
 */
export const findStored = async (context: TransferContext, file: SourceFile, oid: Oid | undefined): Promise<Oid | undefined> => {
  const { client, repositoryId, signal } = context;
  if (oid !== undefined) return (await isStored(context, oid)) ? oid : undefined;
  const { knownSizes } = await valueOf(client.tree.lookUp(repositoryId, { sizes: [file.sizeBytes] }, { signal }));
  if (!knownSizes.has(file.sizeBytes)) return undefined;
  const hashed = await hashFile(file, signal);
  return (await isStored(context, hashed)) ? hashed : undefined;
};
