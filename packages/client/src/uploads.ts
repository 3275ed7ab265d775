import type { Oid } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import { type Api, pathOf } from './api.js';
import type { ApiError } from './api-error.js';
import { type CallOptions, readNothing } from './caller.js';
import { count, type Fields, fields, list, oid, type Reader, text } from './read-json.js';
import { partPlan, type UploadPartsApi, uploadPartsApi } from './upload-parts.js';

export interface NamedObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
}

/** Where to send an object's bytes, or the parts in which to send them, or why there is no such place. */
export type UploadPermission =
  | { readonly kind: 'parts'; readonly oid: Oid; readonly partBytes: number; readonly count: number }
  | { readonly kind: 'url'; readonly oid: Oid; readonly uploadUrl: string; readonly expiresInSeconds: number }
  | { readonly kind: 'refused'; readonly oid: Oid; readonly code: string; readonly message: string };

export interface FinishedUpload {
  readonly generation: number;
  readonly uploadedObjects: number;
  readonly uploadedBytes: number;
}

/** Upload sessions, in this order: open, authorize, put each or each of its parts, complete each, finalize (spec 4.11). */
export interface UploadsApi extends UploadPartsApi {
  /** The id of a new session; with a key that was used before, the id of the session that it made. Without a key it is not tried again. */
  open(repositoryId: string, options?: CallOptions & { readonly idempotencyKey?: string }): ResultAsync<string, ApiError>;
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

const sessionId: Reader<string> = (json) => text(fields(fields(json)?.['session'])?.['id']);

/** The reason for which one of several objects is refused. */
export const objectError = (entry: Fields): { readonly code: string; readonly message: string } | undefined => {
  const error = fields(entry['error']);
  const code = error?.['code'];
  const message = text(error?.['message']);
  const isNamed = typeof code === 'string' || typeof code === 'number';
  return isNamed && message !== undefined ? { code: String(code), message } : undefined;
};

const permission: Reader<UploadPermission> = (json) => {
  const entry = fields(json);
  const named = oid(entry?.['oid']);
  if (entry === undefined || named === undefined) return undefined;
  const error = objectError(entry);
  if (error !== undefined) return { kind: 'refused', oid: named, ...error };
  const parts = partPlan(entry['parts']);
  if (parts !== undefined) return { kind: 'parts', oid: named, ...parts };
  const uploadUrl = text(entry['upload_url']);
  const expiresInSeconds = count(entry['expires_in']);
  if (uploadUrl === undefined || expiresInSeconds === undefined) return undefined;
  return { kind: 'url', oid: named, uploadUrl, expiresInSeconds };
};

const finished: Reader<FinishedUpload> = (json) => {
  const answer = fields(json);
  const session = fields(answer?.['session']);
  const generation = count(answer?.['generation']);
  const uploadedObjects = count(session?.['uploaded_objects']);
  const uploadedBytes = count(session?.['uploaded_bytes']);
  const isWhole = generation !== undefined && uploadedObjects !== undefined && uploadedBytes !== undefined;
  return isWhole ? { generation, uploadedObjects, uploadedBytes } : undefined;
};

const bytesType = 'application/octet-stream';

export const uploadsApi = (api: Api): UploadsApi => ({
  ...uploadPartsApi(api),
  open: (repositoryId, { idempotencyKey, signal } = {}) =>
    api.json(
      {
        method: 'POST',
        path: pathOf('repositories', repositoryId, 'uploads'),
        body: {},
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
        isRepeatable: idempotencyKey !== undefined,
        signal,
      },
      'session',
      sessionId,
    ),
  authorize: (repositoryId, session, objects, options) =>
    api.json(
      {
        method: 'POST',
        path: pathOf('repositories', repositoryId, 'uploads', session, 'objects'),
        body: { objects: objects.map((object) => ({ oid: object.oid, size: object.sizeBytes })) },
        isRepeatable: true,
        ...options,
      },
      'objects',
      (json) => list(permission)(fields(json)?.['objects']),
    ),
  put: (url, body, options) =>
    api.sendSigned(
      { method: 'PUT', url, headers: { 'content-type': bytesType }, body, isRepeatable: true, ...options },
      readNothing,
    ),
  complete: (repositoryId, session, object, options) =>
    api.send(
      {
        method: 'POST',
        path: pathOf('repositories', repositoryId, 'uploads', session, 'objects', object.oid, 'complete'),
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(JSON.stringify({ size: object.sizeBytes })),
        isRepeatable: true,
        ...options,
      },
      readNothing,
    ),
  finalize: (repositoryId, session, options) =>
    api.json(
      {
        method: 'POST',
        path: pathOf('repositories', repositoryId, 'uploads', session, 'finalize'),
        isRepeatable: true,
        ...options,
      },
      'session',
      finished,
    ),
});
