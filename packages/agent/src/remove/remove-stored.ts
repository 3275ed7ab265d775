import type { ApiError } from '@svc/client';
import type { Oid } from '@svc/core';
import { problemOf } from '../api-outcome.js';
import type { TreeContext } from '../tree/list-tree.js';
import { findKeepers, keptProblem } from './find-keepers.js';
import type { NamedObject } from './find-objects.js';

/** Takes an object out of every answer. Throws an `AgentProblem` that names what keeps it. */
export const removeStored = async (context: TreeContext, object: NamedObject, isForced: boolean): Promise<void> => {
  const { client, repositoryId, signal } = context;
  const params = { path: { repoID: repositoryId, oid: object.oid }, query: { force: isForced } };
  const removed = await client.api.DELETE('/api/v1/repositories/{repoID}/objects/{oid}', { params, signal });
  if (removed.isOk()) return;
  if (removed.error.reason !== 'object_kept') throw problemOf(removed.error);
  const keepers = (await findKeepers(context, object.oid)).unwrapOr({ refs: [], others: [] });
  throw keptProblem(object, keepers, isForced);
};

/** Brings a removed object back. Answers why this one cannot be; throws what all would meet. */
export const restoreStored = async ({ client, repositoryId, signal }: TreeContext, oid: Oid): Promise<ApiError | undefined> => {
  const params = { path: { repoID: repositoryId, oid } };
  const path = '/api/v1/repositories/{repoID}/removed-objects/{oid}/restore';
  const restored = await client.api.POST(path, { params, signal });
  if (restored.isOk()) return undefined;
  if (restored.error.code !== 'not_found' && restored.error.reason !== 'object_gone') throw problemOf(restored.error);
  return restored.error;
};
