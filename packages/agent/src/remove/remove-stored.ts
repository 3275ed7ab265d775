import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { problemOf, valueOf } from '../api-outcome.js';
import type { TreeContext } from '../tree/list-tree.js';
import type { NamedObject } from './find-objects.js';

/** What people can do something about. */
const keepersOf = async ({ client, repositoryId, signal }: TreeContext, oid: Oid): Promise<readonly string[]> => {
  const path = { repoID: repositoryId, oid };
  const found = await client.api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}', { params: { path }, signal });
  if (found.isErr()) return [];
  const { refs, snapshots, uploads } = found.value.data.artifact.kept_by;
  return [
    ...refs.map(({ name }) => name),
    ...snapshots.map(({ name }) => `the snapshot ${name}`),
    ...uploads.map(({ id }) => `the upload ${id}`),
  ];
};

/** Takes an object out of every answer. Throws an `AgentProblem` that names what keeps it. */
export const removeStored = async (context: TreeContext, { oid, path }: NamedObject, isForced: boolean): Promise<void> => {
  const { client, repositoryId, signal } = context;
  const params = { path: { repoID: repositoryId, oid }, query: { force: isForced } };
  const removed = await client.api.DELETE('/api/v1/repositories/{repoID}/objects/{oid}', { params, signal });
  if (removed.isOk()) return;
  if (removed.error.reason !== 'object_kept') throw problemOf(removed.error);
  const keepers = await keepersOf(context, oid);
  const hint = isForced ? '' : '; --force removes what only branches and tags keep';
  const named = keepers.length === 0 ? 'an upload, a snapshot or a file of Git' : keepers.join(', ');
  throw new AgentProblem(`${path} is kept by ${named}${hint}`, 'http', removed.error.status);
};

/** Brings a removed object back. */
export const restoreStored = async ({ client, repositoryId, signal }: TreeContext, oid: Oid): Promise<void> => {
  const params = { path: { repoID: repositoryId, oid } };
  await valueOf(client.api.POST('/api/v1/repositories/{repoID}/removed-objects/{oid}/restore', { params, signal }));
};
