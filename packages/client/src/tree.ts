import type { Oid } from '@svc/core';
import type { TransferKind, TransferStats, TreePath } from '@svc/core/model';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type Api, pathOf } from './api.js';
import { type ApiError, malformedAnswer } from './api-error.js';
import { type CallOptions, readNothing } from './caller.js';
import { type Declaration, declarationBody, isVerifying } from './declaration.js';
import { found, type Found, type LookUp } from './look-up.js';
import { dismiss, type NewMemory, readBytes } from './read-body.js';
import { count, fields, list, oid, type Reader } from './read-json.js';
import { statsBody } from './transfer-stats.js';
import type { TransportAnswer } from './transport.js';
import type { NamedObject } from './uploads.js';

export interface TreeFileInfo {
  readonly sizeBytes: number;
  /** Whether the service vouches for the file. A manifest that it does not vouch for may be anybody's, and may still be replaced. */
  readonly isVerified: boolean;
}

export interface TreeFileBytes {
  readonly bytes: Uint8Array;
  readonly isVerified: boolean;
}

/** Bytes from `begin` on and before `end`. */
export interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

export interface GetOptions extends CallOptions {
  readonly range?: ByteRange;
  /** A longer file is not read; the error is `malformed_answer`. */
  readonly maxBytes: number;
  /** Memory of the caller's own making for the bytes, as many as are declared. Each attempt asks anew. */
  readonly newMemory?: NewMemory;
}

export interface Finalized {
  readonly generation: number;
  /** How many objects were registered. */
  readonly objects: number;
  /** Those that the service verifies later; asking again tells when they are registered. */
  readonly pending: readonly Oid[];
}

/** The files of a repository's chunk tree and what goes with them (spec 4.13). */
export interface TreeApi {
  /** Undefined when there is no such file. */
  head(repositoryId: string, path: TreePath, options?: CallOptions): ResultAsync<TreeFileInfo | undefined, ApiError>;
  /** Undefined when there is no such file. A range is answered with exactly its bytes, or fails. */
  get(repositoryId: string, path: TreePath, options: GetOptions): ResultAsync<TreeFileBytes | undefined, ApiError>;
  put(repositoryId: string, path: TreePath, bytes: Uint8Array, options?: CallOptions): ResultAsync<void, ApiError>;
  /** Tells of chunks of an object that is still being sent, so that the service verifies them meanwhile. Answers whether it does; nothing else depends on it. */
  declare(repositoryId: string, declaration: Declaration, options?: CallOptions): ResultAsync<boolean, ApiError>;
  lookUp(repositoryId: string, query: LookUp, options?: CallOptions): ResultAsync<Found, ApiError>;
  finalize(
    repositoryId: string,
    objects: readonly NamedObject[],
    options?: CallOptions & { readonly stats?: TransferStats },
  ): ResultAsync<Finalized, ApiError>;
  /** Reports how a transfer went; nothing depends on it. */
  reportTransfer(
    repositoryId: string,
    kind: TransferKind,
    stats: TransferStats,
    options?: CallOptions,
  ): ResultAsync<void, ApiError>;
}

const bytesType = 'application/octet-stream';
const isVerified = ({ header }: TransportAnswer): boolean => header('x-svc-state') !== 'unverified';

const fileInfo = async (answer: TransportAnswer): Promise<Result<TreeFileInfo | undefined, ApiError>> => {
  await dismiss(answer);
  if (answer.status === 404) return ok(undefined);
  const length = answer.header('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return err(malformedAnswer('Content-Length'));
  return ok({ sizeBytes: Number(length), isVerified: isVerified(answer) });
};

const fileBytes = async (
  answer: TransportAnswer,
  { maxBytes, range, newMemory }: GetOptions,
): Promise<Result<TreeFileBytes | undefined, ApiError>> => {
  if (answer.status === 404) {
    await dismiss(answer);
    return ok(undefined);
  }
  if (range !== undefined && answer.header('content-range')?.startsWith(`bytes ${range.begin}-${range.end - 1}/`) !== true) {
    return err(malformedAnswer('Content-Range'));
  }
  const bytes = await readBytes(answer, maxBytes, newMemory);
  if (bytes.isErr()) return err(bytes.error);
  if (range !== undefined && bytes.value.byteLength !== range.end - range.begin) return err(malformedAnswer('length'));
  return ok({ bytes: bytes.value, isVerified: isVerified(answer) });
};

const finalized: Reader<Finalized> = (json) => {
  const answer = fields(json);
  const generation = count(answer?.['generation']);
  const objects = count(answer?.['objects']);
  const pending = list(oid)(answer?.['pending'] ?? []);
  return generation !== undefined && objects !== undefined && pending !== undefined
    ? { generation, objects, pending }
    : undefined;
};

export const treeApi = (api: Api): TreeApi => {
  const lfsPath = (repositoryId: string, ...rest: readonly string[]): string =>
    pathOf('repositories', repositoryId, 'lfs', ...rest);
  const filePath = (repositoryId: string, path: TreePath): string => lfsPath(repositoryId, ...path.split('/'));
  const alsoAnswers = [404];

  return {
    head: (repositoryId, path, options) =>
      api.send({ method: 'HEAD', path: filePath(repositoryId, path), alsoAnswers, isRepeatable: true, ...options }, fileInfo),
    get: (repositoryId, path, options) => {
      const { range, signal } = options;
      const headers = range === undefined ? {} : { headers: { range: `bytes=${range.begin}-${range.end - 1}` } };
      const call = { method: 'GET', path: filePath(repositoryId, path), alsoAnswers, isRepeatable: true, signal } as const;
      return api.send({ ...call, ...headers }, (answer) => fileBytes(answer, options));
    },
    put: (repositoryId, path, body, options) =>
      api.send(
        {
          method: 'PUT',
          path: filePath(repositoryId, path),
          headers: { 'content-type': bytesType },
          body,
          isRepeatable: true,
          ...options,
        },
        readNothing,
      ),
    lookUp: (repositoryId, { names = [], sizes = [], oids = [] }, options) =>
      api.json(
        {
          method: 'POST',
          path: lfsPath(repositoryId, 'objects', 'chunks'),
          body: { chunks: names, sizes, oids },
          isRepeatable: true,
          ...options,
        },
        'chunks',
        found(names),
      ),
    declare: (repositoryId, declaration, options) =>
      api.json(
        {
          method: 'POST',
          path: lfsPath(repositoryId, 'objects', 'announce'),
          body: declarationBody(declaration),
          isRepeatable: false,
          ...options,
        },
        'proving',
        isVerifying,
      ),
    finalize: (repositoryId, objects, { stats, signal } = {}) =>
      api.json(
        {
          method: 'POST',
          path: lfsPath(repositoryId, 'finalize'),
          body: {
            objects: objects.map((object) => ({ oid: object.oid, size: object.sizeBytes })),
            stats: stats === undefined ? undefined : { kind: 'push', ...statsBody(stats) },
          },
          isRepeatable: true,
          signal,
        },
        'generation',
        finalized,
      ),
    reportTransfer: (repositoryId, kind, stats, { signal } = {}) =>
      api.send(
        {
          method: 'POST',
          path: lfsPath(repositoryId, 'transfers'),
          headers: { 'content-type': 'application/json' },
          body: new TextEncoder().encode(JSON.stringify({ kind, ...statsBody(stats) })),
          isRepeatable: false,
          signal,
        },
        readNothing,
      ),
  };
};
