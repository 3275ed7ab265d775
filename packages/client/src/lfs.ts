import type { Oid } from '@svc/core';
import { Result, type ResultAsync } from 'neverthrow';
import type { ApiError } from './api-error.js';
import type { Api, ApiSchema } from './api-operations.js';
import { type CallOptions, readNothing } from './caller.js';
import { readOid } from './read-names.js';
import type { Sender } from './sender.js';
import { type NamedObject, objectsBody } from './uploads.js';

export interface LfsBatchRequest {
  readonly operation: 'download' | 'upload';
  /** The adapters that the caller can use: `basic`, `svc`. */
  readonly transfers: readonly string[];
  readonly objects: readonly NamedObject[];
}

/** A call that the service has made ready: its URL, and the headers that have to go along. */
export interface LfsAction {
  readonly href: string;
  readonly header: Readonly<Record<string, string>>;
  /** Whether the server has said that no credential has to go along. */
  readonly isAuthenticated?: boolean;
}

export interface LfsBatchEntry {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** How to send or get the object. On an upload without it the object is stored already. */
  readonly action: LfsAction | undefined;
  /** What has to be called after an upload: the object is stored when that has succeeded. */
  readonly verify: LfsAction | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

export interface LfsBatch {
  /** The adapter that the service has chosen. */
  readonly transfer: string;
  readonly entries: readonly LfsBatchEntry[];
}

/** Spec 4.12. */
export interface LfsApi {
  batch(repositoryId: string, request: LfsBatchRequest, options?: CallOptions): ResultAsync<LfsBatch, ApiError>;
  /** Sends the bytes of an object where its `action` says, without the credential. */
  upload(action: LfsAction, bytes: Uint8Array, options?: CallOptions): ResultAsync<void, ApiError>;
  /** Has an object that was sent verified and registered, as its `verify` says. */
  verify(action: LfsAction, object: NamedObject, options?: CallOptions): ResultAsync<void, ApiError>;
}

type AnsweredObject = ApiSchema<'lfs.batch.200'>['objects'][number];
type Answered = NonNullable<NonNullable<AnsweredObject['actions']>['upload']>;

const actionOf = (action: Answered | undefined): LfsAction | undefined =>
  action && { href: action.href, header: action.header ?? {} };

const entryOf = (
  operation: LfsBatchRequest['operation'],
  { oid: named, size, actions, error }: AnsweredObject,
): Result<LfsBatchEntry, ApiError> =>
  readOid(named).map((oid) => ({
    oid,
    sizeBytes: size,
    action: actionOf(actions?.[operation]),
    verify: actionOf(actions?.verify),
    error: error && { code: String(error.code), message: error.message },
  }));

const lfsType = 'application/vnd.git-lfs+json';

export const lfsApi = (api: Api, sender: Sender): LfsApi => ({
  batch: (repoID, { operation, transfers, objects }, options) =>
    api
      .POST('/api/v1/repositories/{repoID}/lfs/objects/batch', {
        params: { path: { repoID } },
        body: { operation, transfers, objects: objectsBody(objects) },
        isRepeatable: true,
        ...options,
      })
      .andThen(({ data }) =>
        Result.combine(data.objects.map((object) => entryOf(operation, object))).map((entries) => ({
          transfer: data.transfer,
          entries,
        })),
      ),
  upload: ({ href, header }, body, options) =>
    sender.sendSigned({ method: 'PUT', url: href, headers: header, body, isRepeatable: true, ...options }, readNothing),
  verify: ({ href, header }, object, options) =>
    sender.sendSigned(
      {
        method: 'POST',
        url: href,
        headers: { ...header, accept: lfsType, 'content-type': lfsType },
        body: new TextEncoder().encode(JSON.stringify({ oid: object.oid, size: object.sizeBytes })),
        isRepeatable: true,
        answersLate: true,
        ...options,
      },
      readNothing,
    ),
});
