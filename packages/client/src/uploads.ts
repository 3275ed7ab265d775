import type { Oid } from '@svc/core';
import { ok, Result, type ResultAsync } from 'neverthrow';
import type { ApiError } from './api-error.js';
import type { Api, ApiSchema } from './api-operations.js';
import { type CallOptions, readNothing } from './caller.js';
import { readOid } from './read-names.js';
import type { Sender } from './sender.js';
import { partPlan, type UploadPartsApi, uploadPartsApi } from './upload-parts.js';

export interface NamedObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** A file name or a path by which people find the object: one line of at most 1024 characters. An object keeps the first one. */
  readonly name?: string | undefined;
}

/** Where to send an object's bytes, or the parts in which to send them, or that it needs no more than to be completed, or why there is no such place. */
export type UploadPermission =
  | { readonly kind: 'stored'; readonly oid: Oid }
  | { readonly kind: 'parts'; readonly oid: Oid; readonly partBytes: number; readonly count: number }
  | { readonly kind: 'url'; readonly oid: Oid; readonly uploadUrl: string; readonly expiresInSeconds: number }
  | { readonly kind: 'refused'; readonly oid: Oid; readonly code: string; readonly message: string };

export interface FinishedUpload {
  readonly generation: number;
  readonly uploadedObjects: number;
  readonly uploadedBytes: number;
}

/** Upload sessions, in this order: open, authorize, put each or each of its parts, unless it is stored, complete each, finalize (spec 4.11). */
export interface UploadsApi extends UploadPartsApi {
  /** The id of a new session; with a key that was used before, the id of the session that it made. Without a key it is not tried again. */
  open(
    repositoryId: string,
    options?: CallOptions & { readonly idempotencyKey?: string | undefined },
  ): ResultAsync<string, ApiError>;
  /** What the repository has already is `stored`, and not to be put. */
  authorize(
    repositoryId: string,
    sessionId: string,
    objects: readonly NamedObject[],
    options?: CallOptions,
  ): ResultAsync<readonly UploadPermission[], ApiError>;
  /** Sends the bytes of an object, or of a part, to the URL that it was given, without the credential. */
  put(uploadUrl: string, bytes: Uint8Array, options?: CallOptions): ResultAsync<void, ApiError>;
  /** Asks for as long as the service verifies the bytes, which for the largest objects takes hours. */
  complete(repositoryId: string, sessionId: string, object: NamedObject, options?: CallOptions): ResultAsync<void, ApiError>;
  finalize(repositoryId: string, sessionId: string, options?: CallOptions): ResultAsync<FinishedUpload, ApiError>;
}

type Authorized = ApiSchema<'uploads.authorize.200'>['objects'][number];

const permissionOf = (object: Authorized): Result<UploadPermission, ApiError> =>
  readOid(object.oid).andThen((oid): Result<UploadPermission, ApiError> => {
    if ('error' in object) return ok({ kind: 'refused', oid, code: object.error.code, message: object.error.message });
    if ('stored' in object) return ok({ kind: 'stored', oid });
    if ('parts' in object) return partPlan(object.parts).map((plan) => ({ kind: 'parts', oid, ...plan }));
    return ok({ kind: 'url', oid, uploadUrl: object.upload_url, expiresInSeconds: object.expires_in });
  });

/** Objects under the names that they have on the wire. */
export const objectsBody = (objects: readonly NamedObject[]) =>
  objects.map(({ oid, sizeBytes, name }) => ({ oid, size: sizeBytes, ...(name !== undefined && { name }) }));

const bytesType = 'application/octet-stream';
const sessionPath = '/api/v1/repositories/{repoID}/uploads/{sessionID}';

export const uploadsApi = (api: Api, sender: Sender): UploadsApi => ({
  ...uploadPartsApi(api),
  open: (repoID, { idempotencyKey, signal } = {}) =>
    api
      .POST('/api/v1/repositories/{repoID}/uploads', {
        params: { path: { repoID }, header: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey } },
        body: {},
        signal,
      })
      .map(({ data }) => data.session.id),
  authorize: (repoID, sessionID, objects, options) =>
    api
      .POST(`${sessionPath}/objects`, {
        params: { path: { repoID, sessionID } },
        body: { objects: objectsBody(objects) },
        isRepeatable: true,
        ...options,
      })
      .andThen(({ data }) => Result.combine(data.objects.map(permissionOf))),
  put: (url, body, options) =>
    sender.sendSigned(
      { method: 'PUT', url, headers: { 'content-type': bytesType }, body, isRepeatable: true, ...options },
      readNothing,
    ),
  complete: (repoID, sessionID, { oid, sizeBytes }, options) =>
    api
      .POST(`${sessionPath}/objects/{oid}/complete`, {
        params: { path: { repoID, sessionID, oid } },
        body: { size: sizeBytes },
        isRepeatable: true,
        answersLate: true,
        ...options,
      })
      .map(() => undefined),
  finalize: (repoID, sessionID, options) =>
    api
      .POST(`${sessionPath}/finalize`, {
        params: { path: { repoID, sessionID } },
        isRepeatable: true,
        answersLate: true,
        ...options,
      })
      .map(({ data: { generation, session } }) => ({
        generation,
        uploadedObjects: session.uploaded_objects,
        uploadedBytes: session.uploaded_bytes,
      })),
});
