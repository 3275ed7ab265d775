import type { Oid } from '@svc/core';
import { ok, Result, type ResultAsync } from 'neverthrow';
import type { ApiError } from './api-error.js';
import type { Api, ApiSchema } from './api-operations.js';
import type { ByteRange } from './byte-parts.js';
import type { CallOptions } from './caller.js';
import { pathOf } from './path-of.js';
import { dismiss, refuse } from './read-body.js';
import { readOid } from './read-names.js';
import { rangeHeader, readRange } from './read-range.js';
import type { Sender } from './sender.js';
import type { TransportAnswer } from './transport.js';

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

export interface OpenOptions extends CallOptions {
  /** Before which byte of the object what is wanted ends; with the object, unless it is given. */
  readonly end?: number | undefined;
}

export interface BlockNamesOptions extends CallOptions {
  /** Of the file of names. It is answered with exactly its bytes, or fails. */
  readonly range: ByteRange;
}

/** Downloads of whole objects (spec 4.11). */
export interface DownloadsApi {
  authorize(
    repositoryId: string,
    oids: readonly Oid[],
    options?: CallOptions,
  ): ResultAsync<readonly DownloadPermission[], ApiError>;
  /** Opens a URL that was given, without the credential, from a byte of the object on. An answer that breaks off is the reader's to resume. */
  open(downloadUrl: string, beginsAt: number, options?: OpenOptions): ResultAsync<OpenDownload, ApiError>;
  /** Some of the block names of an object that lies whole. Undefined where it has none, or the service knows of none. */
  blockNames(repositoryId: string, oid: Oid, options: BlockNamesOptions): ResultAsync<Uint8Array | undefined, ApiError>;
}

type Authorized = ApiSchema<'downloads.authorize.200'>['objects'][number];

const permissionOf = (object: Authorized): Result<DownloadPermission, ApiError> =>
  readOid(object.oid).map((oid) =>
    'error' in object
      ? { kind: 'refused', oid, code: object.error.code, message: object.error.message }
      : { kind: 'url', oid, sizeBytes: object.size, downloadUrl: object.download_url, expiresInSeconds: object.expires_in },
  );

const partial = 206;
const notFound = 404;

/** The body of an answer, and where in the object it begins. */
export const opened = async (answer: TransportAnswer, asked: number): Promise<Result<OpenDownload, ApiError>> => {
  const { status, header, body } = answer;
  if (status !== partial) return ok({ beginsAt: 0, body });
  const begin = /^bytes (\d{1,15})-/.exec(header('content-range') ?? '')?.[1];
  return begin !== undefined && Number(begin) === asked ? ok({ beginsAt: asked, body }) : refuse(answer, 'Content-Range');
};

const rangeFrom = (begin: number, end: number | undefined): Readonly<Record<string, string>> => {
  if (end !== undefined) return { range: rangeHeader([{ begin, end }]) };
  return begin === 0 ? {} : { range: `bytes=${begin}-` };
};

const names = async (answer: TransportAnswer, range: ByteRange): Promise<Result<Uint8Array | undefined, ApiError>> => {
  if (answer.status !== notFound) return readRange(answer, { range, maxBytes: range.end - range.begin });
  await dismiss(answer);
  return ok(undefined);
};

export const downloadsApi = (api: Api, sender: Sender): DownloadsApi => ({
  authorize: (repoID, oids, options) =>
    api
      .POST('/api/v1/repositories/{repoID}/downloads/authorize', {
        params: { path: { repoID } },
        body: { objects: oids.map((oid) => ({ oid })) },
        isRepeatable: true,
        ...options,
      })
      .andThen(({ data }) => Result.combine(data.objects.map(permissionOf))),
  open: (url, beginsAt, { end, ...options } = {}) =>
    sender.sendSigned({ method: 'GET', url, headers: rangeFrom(beginsAt, end), isRepeatable: true, ...options }, (answer) =>
      opened(answer, beginsAt),
    ),
  blockNames: (repoID, oid, { range, signal }) =>
    sender.send(
      {
        method: 'GET',
        path: pathOf('/api/v1/repositories/{repoID}/objects/{oid}/blocks', { repoID, oid }),
        headers: { range: rangeHeader([range]) },
        alsoAnswers: [notFound],
        isRepeatable: true,
        signal,
      },
      (answer) => names(answer, range),
    ),
});
