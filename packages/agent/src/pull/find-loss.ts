import type { Oid } from '@svc/core';
import { problemOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { DamagedObject, RefusedObject } from './damaged-object.js';
import { pushAgain } from './damaged-pack.js';

/** Why one object cannot be had while others can. */
export interface Loss {
  readonly kind: 'damaged' | 'missing';
  /** What is to be said of it, whatever it is called. */
  readonly what: string;
}

const isRegistered = async ({ client, repositoryId, signal }: TransferContext, oid: Oid): Promise<boolean> => {
  const params = { path: { repoID: repositoryId, oid }, query: { limit: 1 } };
  const asked = await client.api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}/references', { params, signal });
  if (asked.isOk()) return true;
  if (asked.error.status === 404) return false;
  throw problemOf(asked.error);
};

/** What a fault says of the object that it was met with. Throws the fault where it is not about this object alone: others would meet it too. */
export const findLoss = async (context: TransferContext, oid: Oid, fault: unknown): Promise<Loss> => {
  if (fault instanceof DamagedObject) return { kind: 'damaged', what: fault.what };
  if (!(fault instanceof RefusedObject)) throw fault;
  if (!(await isRegistered(context, oid))) return { kind: 'missing', what: 'is not stored' };
  return { kind: 'damaged', what: `is damaged where it is stored, as the service has found; ${pushAgain}` };
};
