import type { Oid } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import { type Api, pathOf } from './api.js';
import type { ApiError } from './api-error.js';
import type { CallOptions } from './caller.js';
import { count, fields, list, type Reader, text } from './read-json.js';

/** Where to send one part. The URL takes exactly its length. */
export interface PartPermission {
  /** Counted from 1: part n begins at byte `(n - 1) * partBytes` of the object. */
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly uploadUrl: string;
  readonly expiresInSeconds: number;
}

/** How far an object has come that is sent in parts. */
export interface MultipartUpload {
  /** Of every part but the last. */
  readonly partBytes: number;
  readonly count: number;
  /** Those that need not be sent again. */
  readonly uploaded: readonly { readonly partNumber: number; readonly sizeBytes: number }[];
}

/** Parts of one object; they may be sent in any order, at the same time and again. */
export interface UploadPartsApi {
  /** URLs for at most 1000 parts: ask for more as they are needed, since they hold for minutes. */
  presignParts(
    repositoryId: string,
    sessionId: string,
    oid: Oid,
    partNumbers: readonly number[],
    options?: CallOptions,
  ): ResultAsync<readonly PartPermission[], ApiError>;
  /** To go on with an upload that was interrupted, and to see how the object is cut. */
  listParts(repositoryId: string, sessionId: string, oid: Oid, options?: CallOptions): ResultAsync<MultipartUpload, ApiError>;
}

const part: Reader<PartPermission> = (json) => {
  const entry = fields(json);
  const partNumber = count(entry?.['part_number']);
  const sizeBytes = count(entry?.['size']);
  const uploadUrl = text(entry?.['upload_url']);
  const expiresInSeconds = count(entry?.['expires_in']);
  const isWhole =
    partNumber !== undefined && sizeBytes !== undefined && uploadUrl !== undefined && expiresInSeconds !== undefined;
  return isWhole ? { partNumber, sizeBytes, uploadUrl, expiresInSeconds } : undefined;
};

const uploadedPart: Reader<MultipartUpload['uploaded'][number]> = (json) => {
  const partNumber = count(fields(json)?.['part_number']);
  const sizeBytes = count(fields(json)?.['size']);
  return partNumber === undefined || sizeBytes === undefined ? undefined : { partNumber, sizeBytes };
};

/** How an object is cut: the size of its parts is never 0. */
export const partPlan: Reader<Pick<MultipartUpload, 'partBytes' | 'count'>> = (json) => {
  const partBytes = count(fields(json)?.['part_size']);
  const parts = count(fields(json)?.['count']);
  return partBytes === undefined || partBytes === 0 || parts === undefined ? undefined : { partBytes, count: parts };
};

const multipartUpload: Reader<MultipartUpload> = (json) => {
  const plan = partPlan(json);
  const uploaded = list(uploadedPart)(fields(json)?.['uploaded']);
  return plan === undefined || uploaded === undefined ? undefined : { ...plan, uploaded };
};

const partsPath = (repositoryId: string, sessionId: string, oid: Oid): string =>
  pathOf('repositories', repositoryId, 'uploads', sessionId, 'objects', oid, 'parts');

export const uploadPartsApi = (api: Api): UploadPartsApi => ({
  presignParts: (repositoryId, sessionId, oid, partNumbers, options) =>
    api.json(
      {
        method: 'POST',
        path: partsPath(repositoryId, sessionId, oid),
        body: { part_numbers: partNumbers },
        isRepeatable: true,
        ...options,
      },
      'parts',
      (json) => list(part)(fields(json)?.['parts']),
    ),
  listParts: (repositoryId, sessionId, oid, options) =>
    api.json(
      { method: 'GET', path: partsPath(repositoryId, sessionId, oid), isRepeatable: true, ...options },
      'multipart upload',
      multipartUpload,
    ),
});
