import type { Oid } from '@svc/core';
import type { TransferContext } from '../transfer-context.js';
import { DamagedObject } from './damaged-object.js';

/** What a person can do. */
export const pushAgain = 'push the file again, from where it is sound, and it can be pulled again';

/** A pack that the service lacks, or of which a chunk stays damaged. */
export class DamagedPack extends DamagedObject {
  constructor(problem: string) {
    const message = `${problem}; ${pushAgain}`;
    super(message, `is damaged where it is stored: ${message}`);
  }
}

/**
 * Asks for one byte of the object by the way on which the service puts it together itself: then the service sees what is wrong, and takes the object when it is
 * pushed again. Whatever comes of it, the pull has failed.
 */
export const showDamage = async (
  { client, repositoryId, signal }: Pick<TransferContext, 'client' | 'repositoryId' | 'signal'>,
  oid: Oid,
  at: number,
): Promise<void> => {
  const [permission] = (await client.downloads.authorize(repositoryId, [oid], { signal })).unwrapOr([]);
  if (permission?.kind !== 'url') return;
  const opened = await client.downloads.open(permission.downloadUrl, at, { end: at + 1, signal });
  if (opened.isErr()) return;
  try {
    for await (const _ of opened.value.body) return;
  } catch {
    // That is what was to be seen.
  }
};
