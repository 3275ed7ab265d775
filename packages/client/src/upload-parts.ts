import type { Oid } from '@svc/core';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { Api } from './api-operations.js';
import type { CallOptions } from './caller.js';

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

/** How an object is cut: the size of its parts is never 0. */
export const partPlan = (parts: {
  readonly part_size: number;
  readonly count: number;
}): Result<Pick<MultipartUpload, 'partBytes' | 'count'>, ApiError> =>
  parts.part_size > 0 ? ok({ partBytes: parts.part_size, count: parts.count }) : err(malformedAnswer('part_size'));

const partsPath = '/api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}/parts';

export const uploadPartsApi = (api: Api): UploadPartsApi => ({
  presignParts: (repoID, sessionID, oid, partNumbers, options) =>
    api
      .POST(partsPath, {
        params: { path: { repoID, sessionID, oid } },
        body: { part_numbers: partNumbers },
        isRepeatable: true,
        ...options,
      })
      .map(({ data }) =>
        data.parts.map((part) => ({
          partNumber: part.part_number,
          sizeBytes: part.size,
          uploadUrl: part.upload_url,
          expiresInSeconds: part.expires_in,
        })),
      ),
  listParts: (repoID, sessionID, oid, options) =>
    api.GET(partsPath, { params: { path: { repoID, sessionID, oid } }, ...options }).andThen(({ data }) =>
      partPlan(data).map((plan) => ({
        ...plan,
        uploaded: data.uploaded.map((part) => ({ partNumber: part.part_number, sizeBytes: part.size })),
      })),
    ),
});
