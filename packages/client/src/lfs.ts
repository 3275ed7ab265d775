import type { Oid } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import { type Api, pathOf } from './api.js';
import type { ApiError } from './api-error.js';
import type { CallOptions } from './caller.js';
import { count, fields, list, oid, type Reader, text } from './read-json.js';
import { type NamedObject, objectError } from './uploads.js';

export interface LfsBatchRequest {
  readonly operation: 'download' | 'upload';
  /** The adapters that the caller can use: `basic`, `svc`. */
  readonly transfers: readonly string[];
  readonly objects: readonly NamedObject[];
}

export interface LfsBatchEntry {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** Where to send or get the object. On an upload without it the object is stored already. */
  readonly href: string | undefined;
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
}

const entry =
  (operation: LfsBatchRequest['operation']): Reader<LfsBatchEntry> =>
  (json) => {
    const answer = fields(json);
    const named = oid(answer?.['oid']);
    const sizeBytes = count(answer?.['size']);
    if (answer === undefined || named === undefined || sizeBytes === undefined) return undefined;
    const href = text(fields(fields(answer['actions'])?.[operation])?.['href']);
    return { oid: named, sizeBytes, href, error: objectError(answer) };
  };

const batch =
  (operation: LfsBatchRequest['operation']): Reader<LfsBatch> =>
  (json) => {
    const answer = fields(json);
    const entries = list(entry(operation))(answer?.['objects']);
    return entries === undefined ? undefined : { transfer: text(answer?.['transfer']) ?? 'basic', entries };
  };

export const lfsApi = (api: Api): LfsApi => ({
  batch: (repositoryId, { operation, transfers, objects }, options) =>
    api.json(
      {
        method: 'POST',
        path: pathOf('repositories', repositoryId, 'lfs', 'objects', 'batch'),
        body: { operation, transfers, objects: objects.map((object) => ({ oid: object.oid, size: object.sizeBytes })) },
        headers: { accept: 'application/vnd.git-lfs+json' },
        isRepeatable: true,
        ...options,
      },
      'objects',
      batch(operation),
    ),
});
