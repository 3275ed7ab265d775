import type { TreeObject } from '../data/repeated-object.js';
import { type Send, sendSalvos, statusOf } from './salvos.js';
import type { Tenant } from './tenant.js';

/** Makes requests that finalize one object each. */
export const finalizesOf = (
  baseUrl: string,
  { credential }: Tenant,
  repositoryId: string,
  objects: readonly TreeObject[],
): readonly Send[] =>
  objects.map(
    ({ oid, sizeBytes }): Send =>
      (signal) =>
        statusOf(`${baseUrl}/api/v1/repositories/${repositoryId}/lfs/finalize`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ objects: [{ oid, size: sizeBytes }] }),
          signal,
        }),
  );

/** Finalizes each of the objects in a request of its own, all at once and again and again. */
export const finalizeAll = (
  baseUrl: string,
  attacker: Tenant,
  repositoryId: string,
  objects: readonly TreeObject[],
  signal: AbortSignal,
): Promise<string> => sendSalvos(finalizesOf(baseUrl, attacker, repositoryId, objects), signal);
