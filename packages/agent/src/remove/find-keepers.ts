import type { ApiError } from '@svc/client';
import type { Oid } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import { AgentProblem } from '../agent-problem.js';
import { printable } from '../output/printable.js';
import type { TreeContext } from '../tree/list-tree.js';
import type { NamedObject } from './find-objects.js';

/** What keeps an object and people can do something about, as they call it. */
export interface Keepers {
  /** Branches and tags, which a forced removal does not mind. */
  readonly refs: readonly string[];
  readonly others: readonly string[];
}

export const findKeepers = ({ client, repositoryId, signal }: TreeContext, oid: Oid): ResultAsync<Keepers, ApiError> => {
  const params = { path: { repoID: repositoryId, oid } };
  return client.api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}', { params, signal }).map(({ data }) => {
    const { refs, snapshots, uploads } = data.artifact.kept_by;
    return {
      refs: refs.map(({ name }) => name),
      others: [...snapshots.map(({ name }) => `the snapshot ${name}`), ...uploads.map(({ id }) => `the upload ${id}`)],
    };
  });
};

const conflict = 409;

/** Why an object is not removed. */
export const keptProblem = ({ path }: NamedObject, { refs, others }: Keepers, isForced: boolean): AgentProblem => {
  const keepers = [...refs, ...others];
  const hint = isForced ? '' : '; --force removes what only branches and tags keep';
  const named = keepers.length === 0 ? 'an upload, a snapshot or a file of Git' : keepers.join(', ');
  return new AgentProblem(`${printable(path)} is kept by ${named}${hint}`, 'http', conflict);
};
