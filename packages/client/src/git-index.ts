import type { ResultAsync } from 'neverthrow';
import { readAnswer } from './api.js';
import type { ApiError } from './api-error.js';
import type { Api, ApiAnswer, ApiPath } from './api-operations.js';
import type { CallOptions } from './caller.js';
import { pathOf } from './path-of.js';
import type { Sender } from './sender.js';

/** A page of what the service has of a repository's Git history. */
export interface GitIndexState {
  /** How Git names its objects; undefined until somebody has opened an upload. */
  readonly objectFormat: 'sha1' | 'sha256' | undefined;
  /** Counts the uploads that were finalized. */
  readonly generation: number;
  /** Branches and tags by their full names, the commit of each, and the tag object of an annotated tag. */
  readonly refs: readonly { readonly name: string; readonly target: string; readonly tagId?: string }[];
  readonly nextCursor: string | undefined;
}

/** The JSON of a request as it is sent, at most 1 MiB before it is compressed. */
export interface GitIndexBody {
  readonly bytes: Uint8Array;
  readonly isGzip: boolean;
}

export interface FinalizedGitIndex {
  readonly generation: number;
  /** Objects that LFS pointers of the history name and the repository does not have. */
  readonly missingObjects: number;
}

/** Uploads to the Git index, in this order: open, commits and trees, finalize (spec 4.10). Each call may be made again. */
export interface GitIndexApi {
  state(
    repositoryId: string,
    options?: CallOptions & { readonly cursor?: string | undefined },
  ): ResultAsync<GitIndexState, ApiError>;
  /** The id of a new session. */
  open(repositoryId: string, objectFormat: 'sha1' | 'sha256', options?: CallOptions): ResultAsync<string, ApiError>;
  /** How many of the commits the service has already, with their trees. */
  sendCommits(repositoryId: string, sessionId: string, body: GitIndexBody, options?: CallOptions): ResultAsync<number, ApiError>;
  sendTree(repositoryId: string, sessionId: string, body: GitIndexBody, options?: CallOptions): ResultAsync<void, ApiError>;
  finalize(
    repositoryId: string,
    sessionId: string,
    body: GitIndexBody,
    options?: CallOptions,
  ): ResultAsync<FinalizedGitIndex, ApiError>;
}

const jsonType = 'application/json';
const sessionPath = '/api/v1/repositories/{repoID}/index/sessions/{sessionID}';

export const gitIndexApi = (api: Api, sender: Sender): GitIndexApi => {
  const post = <P extends ApiPath<'POST'>>(
    template: P,
    path: Readonly<Record<'repoID' | 'sessionID', string>>,
    { bytes, isGzip }: GitIndexBody,
    options: CallOptions = {},
  ): ResultAsync<ApiAnswer<'POST', P>, ApiError> => {
    const headers = { accept: jsonType, 'content-type': jsonType, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) };
    const call = { method: 'POST', path: pathOf(template, path), headers, body: bytes, isRepeatable: true } as const;
    return sender.send({ ...call, answersLate: true, ...options }, (answer) =>
      readAnswer<ApiAnswer<'POST', P>>(answer, `POST ${template}`),
    );
  };
  return {
    state: (repoID, { cursor, signal } = {}) =>
      api
        .GET('/api/v1/repositories/{repoID}/index/state', {
          params: { path: { repoID }, query: cursor === undefined ? {} : { cursor } },
          signal,
        })
        .map(({ data: { index, next_cursor } }) => ({
          objectFormat: index.object_format,
          generation: index.generation,
          refs: index.refs.map(({ name, target, tag_id }) => ({ name, target, ...(tag_id !== undefined && { tagId: tag_id }) })),
          nextCursor: next_cursor ?? undefined,
        })),
    open: (repoID, objectFormat, options) =>
      api
        .POST('/api/v1/repositories/{repoID}/index/sessions', {
          params: { path: { repoID } },
          body: { object_format: objectFormat },
          isRepeatable: true,
          ...options,
        })
        .map(({ data }) => data.session.id),
    sendCommits: (repoID, sessionID, body, options) =>
      post(`${sessionPath}/commits`, { repoID, sessionID }, body, options).map(({ data }) => data.already_indexed),
    sendTree: (repoID, sessionID, body, options) =>
      post(`${sessionPath}/tree`, { repoID, sessionID }, body, options).map(() => undefined),
    finalize: (repoID, sessionID, body, options) =>
      post(`${sessionPath}/finalize`, { repoID, sessionID }, body, options).map(({ data }) => ({
        generation: data.generation,
        missingObjects: data.missing_objects,
      })),
  };
};
