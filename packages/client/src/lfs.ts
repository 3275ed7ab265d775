import type { Oid } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import { type Api, pathOf } from './api.js';
import type { ApiError } from './api-error.js';
import { type CallOptions, readNothing } from './caller.js';
import { count, fields, list, oid, type Reader, text } from './read-json.js';
import { type NamedObject, objectError } from './uploads.js';

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

const action: Reader<LfsAction> = (json) => {
  const found = fields(json);
  const href = text(found?.['href']);
  const header = fields(found?.['header'] ?? {});
  if (href === undefined || header === undefined) return undefined;
  const texts = Object.entries(header).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return texts.length < Object.keys(header).length ? undefined : { href, header: Object.fromEntries(texts) };
};

/** What may be absent. An action that cannot be read must not look like one that is: an object without one counts as stored. */
const ifThere =
  <T>(read: Reader<T>): Reader<{ readonly found: T | undefined }> =>
  (json) => {
    if (json === undefined || json === null) return { found: undefined };
    const found = read(json);
    return found === undefined ? undefined : { found };
  };

const lfsType = 'application/vnd.git-lfs+json';

const entry =
  (operation: LfsBatchRequest['operation']): Reader<LfsBatchEntry> =>
  (json) => {
    const answer = fields(json);
    const named = oid(answer?.['oid']);
    const sizeBytes = count(answer?.['size']);
    if (answer === undefined || named === undefined || sizeBytes === undefined) return undefined;
    const actions = ifThere(fields)(answer['actions']);
    const transfer = ifThere(action)(actions?.found?.[operation]);
    const verify = ifThere(action)(actions?.found?.['verify']);
    if (actions === undefined || transfer === undefined || verify === undefined) return undefined;
    return { oid: named, sizeBytes, action: transfer.found, verify: verify.found, error: objectError(answer) };
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
        headers: { accept: lfsType },
        isRepeatable: true,
        ...options,
      },
      'objects',
      batch(operation),
    ),
  upload: ({ href, header }, body, options) =>
    api.sendSigned({ method: 'PUT', url: href, headers: header, body, isRepeatable: true, ...options }, readNothing),
  verify: ({ href, header }, { oid: named, sizeBytes }, options) =>
    api.sendSigned(
      {
        method: 'POST',
        url: href,
        headers: { ...header, accept: lfsType, 'content-type': lfsType },
        body: new TextEncoder().encode(JSON.stringify({ oid: named, size: sizeBytes })),
        isRepeatable: true,
        ...options,
      },
      readNothing,
    ),
});
