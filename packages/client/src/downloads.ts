import type { Oid } from '@svc/core';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type Api, pathOf } from './api.js';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { CallOptions } from './caller.js';
import { count, fields, list, oid, type Reader, text } from './read-json.js';
import type { TransportAnswer } from './transport.js';
import { objectError } from './uploads.js';

/** Where to get an object's bytes, or why there is no such place. */
export type DownloadPermission =
  | {
      readonly kind: 'url';
      readonly oid: Oid;
      readonly sizeBytes: number;
      readonly downloadUrl: string;
      readonly expiresInSeconds: number;
    }
  | { readonly kind: 'refused'; readonly oid: Oid; readonly code: string; readonly message: string };

/** A body that is on its way. */
export interface OpenDownload {
  /** Where in the object it begins: where it was asked to, or 0 because ranges are not served there. */
  readonly beginsAt: number;
  /** Throws when the connection breaks. Read it to its end, or leave the loop. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Downloads of whole objects (spec 4.11). */
export interface DownloadsApi {
  authorize(
    repositoryId: string,
    oids: readonly Oid[],
    options?: CallOptions,
  ): ResultAsync<readonly DownloadPermission[], ApiError>;
  /** Opens a URL that was given, without the credential, from a byte of the object on. An answer that breaks off is the reader's to resume. */
  open(downloadUrl: string, beginsAt: number, options?: CallOptions): ResultAsync<OpenDownload, ApiError>;
}

const permission: Reader<DownloadPermission> = (json) => {
  const entry = fields(json);
  const named = oid(entry?.['oid']);
  if (entry === undefined || named === undefined) return undefined;
  const error = objectError(entry);
  if (error !== undefined) return { kind: 'refused', oid: named, ...error };
  const sizeBytes = count(entry['size']);
  const downloadUrl = text(entry['download_url']);
  const expiresInSeconds = count(entry['expires_in']);
  if (sizeBytes === undefined || downloadUrl === undefined || expiresInSeconds === undefined) return undefined;
  return { kind: 'url', oid: named, sizeBytes, downloadUrl, expiresInSeconds };
};

const partial = 206;

const opened = async ({ status, header, body }: TransportAnswer, asked: number): Promise<Result<OpenDownload, ApiError>> => {
  if (status !== partial) return ok({ beginsAt: 0, body });
  const begin = /^bytes (\d{1,15})-/.exec(header('content-range') ?? '')?.[1];
  return begin !== undefined && Number(begin) === asked ? ok({ beginsAt: asked, body }) : err(malformedAnswer('Content-Range'));
};

export const downloadsApi = (api: Api): DownloadsApi => ({
  authorize: (repositoryId, oids, options) =>
    api.json(
      {
        method: 'POST',
        path: pathOf('repositories', repositoryId, 'downloads', 'authorize'),
        body: { objects: oids.map((named) => ({ oid: named })) },
        isRepeatable: true,
        ...options,
      },
      'objects',
      (json) => list(permission)(fields(json)?.['objects']),
    ),
  open: (url, beginsAt, options) =>
    api.sendSigned(
      { method: 'GET', url, headers: beginsAt === 0 ? {} : { range: `bytes=${beginsAt}-` }, isRepeatable: true, ...options },
      (answer) => opened(answer, beginsAt),
    ),
});
