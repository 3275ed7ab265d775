import type { EnclosedFile, Oid } from '@svc/core';
import {
  type BaseState,
  type ChunkName,
  type TransferKind,
  type TransferStats,
  treeFileKind,
  type TreePath,
} from '@svc/core/model';
import { err, ok, okAsync, Result, type ResultAsync } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { Api } from './api-operations.js';
import { beginsOfParts, boundaryOf, type ByteRange, mayComeInParts, partsBytes } from './byte-parts.js';
import type { CallOptions } from './caller.js';
import { type Declaration, declarationBody } from './declaration.js';
import { expectCount } from './expect-options.js';
import { type Found, foundOf, type LookUp } from './look-up.js';
import { pathOf } from './path-of.js';
import { dismiss, type NewMemory, readBytes } from './read-body.js';
import { readOid } from './read-names.js';
import { rangeHeader, readRange } from './read-range.js';
import type { Sender } from './sender.js';
import { statsBody } from './transfer-stats.js';
import type { TransportAnswer } from './transport.js';
import { type NamedObject, objectsBody } from './uploads.js';

export interface TreeFileInfo {
  readonly sizeBytes: number;
  /** Whether the service vouches for the file. A manifest that it does not vouch for may be anybody's, and may still be replaced. */
  readonly isVerified: boolean;
}

export interface TreeFileBytes {
  readonly bytes: Uint8Array;
  readonly isVerified: boolean;
}

export interface GetOptions extends CallOptions {
  readonly range?: ByteRange | undefined;
  /** A longer file is not read; the error is `malformed_answer`. */
  readonly maxBytes: number;
  /** Memory of the caller's own making for the bytes, as many as are declared. Each attempt asks anew. */
  readonly newMemory?: NewMemory | undefined;
}

export interface GetRangesOptions extends CallOptions {
  /** In order, and apart from each other; 128 at most. */
  readonly ranges: readonly ByteRange[];
  /** Memory of the caller's own making for the answer, `partsBytes` at most. Each attempt asks anew. */
  readonly newMemory?: NewMemory | undefined;
}

export interface TreeFileRanges {
  readonly bytes: Uint8Array;
  /** Where in these each of the ranges begins. */
  readonly begins: readonly number[];
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
  /**
   * Several ranges of a file in one answer. Undefined when there is no such file, `one_by_one` when these have to be asked for one at a time: the service answers
   * several of a pack only. Where it, or what stands before it, does not even do that, it is asked for several no more.
   */
  getRanges(
    repositoryId: string,
    path: TreePath,
    options: GetRangesOptions,
  ): ResultAsync<TreeFileRanges | 'one_by_one' | undefined, ApiError>;
  put(repositoryId: string, path: TreePath, bytes: Uint8Array, options?: CallOptions): ResultAsync<void, ApiError>;
  /** Tells of chunks of an object that is still being sent, so that the service verifies them meanwhile. Answers whether it does; nothing else depends on it. */
  declare(repositoryId: string, declaration: Declaration, options?: CallOptions): ResultAsync<boolean, ApiError>;
  /**
   * Asks for a whole object in chunks, since another version of it is about to be pushed that has chunks of these names: 12,000 at most, of more the least ones. With
   * none it is only asked how the object lies. Undefined when there is no such object, or no such service.
   */
  convert(
    repositoryId: string,
    oid: Oid,
    names: readonly ChunkName[],
    options?: CallOptions,
  ): ResultAsync<BaseState | undefined, ApiError>;
  lookUp(repositoryId: string, query: LookUp, options?: CallOptions): ResultAsync<Found, ApiError>;
  /** `files`: chunk maps and manifests that the service stores before it looks for them; in base64 and with all else they have to fit into 1 MiB. */
  finalize(
    repositoryId: string,
    objects: readonly NamedObject[],
    options?: CallOptions & { readonly stats?: TransferStats | undefined; readonly files?: readonly EnclosedFile[] | undefined },
  ): ResultAsync<Finalized, ApiError>;
  /** Reports how a transfer went; nothing depends on it. */
  reportTransfer(
    repositoryId: string,
    kind: TransferKind,
    stats: TransferStats,
    options?: CallOptions,
  ): ResultAsync<void, ApiError>;
}

const wholeFile = 200;
const partial = 206;
const notFound = 404;
const rangeNotSatisfiable = 416;
const isVerified = ({ header }: TransportAnswer): boolean => header('x-svc-state') !== 'unverified';

/** How long the file is, as an answer to a HEAD says it. What stands before the service may leave that out, and what is compressed on the way has another length. */
const fileInfo = async (answer: TransportAnswer): Promise<Result<TreeFileInfo | 'untold' | undefined, ApiError>> => {
  await dismiss(answer);
  if (answer.status === notFound) return ok(undefined);
  const length = answer.header('content-encoding') === undefined ? answer.header('content-length') : undefined;
  return ok(/^\d{1,15}$/.test(length ?? '') ? { sizeBytes: Number(length), isVerified: isVerified(answer) } : 'untold');
};

/** The same of an answer to a GET of its first byte, which an empty file does not have. */
const infoByRange = async (answer: TransportAnswer): Promise<Result<TreeFileInfo | undefined, ApiError>> => {
  await dismiss(answer);
  if (answer.status === notFound) return ok(undefined);
  const size = /^bytes (?:0-0|\*)\/(\d{1,15})$/.exec(answer.header('content-range') ?? '')?.[1];
  return size === undefined
    ? err(malformedAnswer('Content-Length'))
    : ok({ sizeBytes: Number(size), isVerified: isVerified(answer) });
};

const fileBytes = async (answer: TransportAnswer, options: GetOptions): Promise<Result<TreeFileBytes | undefined, ApiError>> => {
  if (answer.status === notFound) {
    await dismiss(answer);
    return ok(undefined);
  }
  return (await readRange(answer, options)).map((bytes) => ({ bytes, isVerified: isVerified(answer) }));
};

const fileRanges = async (
  answer: TransportAnswer,
  { ranges, newMemory }: GetRangesOptions,
): Promise<Result<TreeFileRanges | 'one_by_one' | undefined, ApiError>> => {
  const boundary = answer.status === notFound ? undefined : boundaryOf(answer.header('content-type'));
  if (boundary === undefined) {
    await dismiss(answer);
    return ok(answer.status === notFound ? undefined : 'one_by_one');
  }
  const bytes = await readBytes(answer, partsBytes(ranges), newMemory);
  return bytes.map((whole) => {
    const begins = beginsOfParts(whole, boundary, ranges);
    return begins === undefined ? 'one_by_one' : { bytes: whole, begins };
  });
};

/** Without its name the service sends the whole file. */
const partsType = 'multipart/byteranges';

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const lfs = '/api/v1/repositories/{repoID}/lfs';
const filePath = (repoID: string, path: TreePath): string | undefined => pathOf(`${lfs}/{path}`, { repoID, path });

/** How many bytes the file has, as far as an answer with all of it tells. */
const sizeOf = ({ status, header }: TransportAnswer): number => {
  const length = header('content-encoding') === undefined ? header('content-length') : undefined;
  return status === wholeFile && length !== undefined ? Number(length) : Infinity;
};

/** Whether a service that answers several ranges at once would have answered these so: to all others it answers the whole, too. */
const oughtToBeParts = (answer: TransportAnswer, path: TreePath, ranges: readonly ByteRange[]): boolean =>
  (answer.status === wholeFile || answer.status === partial) &&
  treeFileKind(path).kind === 'pack' &&
  mayComeInParts(ranges, sizeOf(answer));

/** `isOneByOne`: whether the service has turned out to answer one range at a time. */
const getRanges =
  (sender: Sender, isOneByOne: { known: boolean }): TreeApi['getRanges'] =>
  (repoID, path, options) => {
    if (isOneByOne.known) return okAsync('one_by_one');
    const { ranges, signal } = options;
    const headers = { range: rangeHeader(ranges), accept: `${partsType}, */*` };
    const call = { method: 'GET', path: filePath(repoID, path), headers, isRepeatable: true, signal } as const;
    return sender.send({ ...call, alsoAnswers: [notFound, rangeNotSatisfiable] }, async (answer) => {
      const found = await fileRanges(answer, options);
      if (found.isOk() && found.value === 'one_by_one' && oughtToBeParts(answer, path, ranges)) isOneByOne.known = true;
      return found;
    });
  };

export const treeApi = (api: Api, sender: Sender): TreeApi => ({
  getRanges: getRanges(sender, { known: false }),
  head: (repoID, path, options) => {
    const call = { path: filePath(repoID, path), isRepeatable: true, ...options };
    const firstByte = { headers: { range: rangeHeader([{ begin: 0, end: 1 }]) }, alsoAnswers: [notFound, rangeNotSatisfiable] };
    return sender
      .send({ method: 'HEAD', alsoAnswers: [notFound], ...call }, fileInfo)
      .andThen((info) => (info === 'untold' ? sender.send({ method: 'GET', ...firstByte, ...call }, infoByRange) : ok(info)));
  },
  get: (repoID, path, options) => {
    const { range, signal, maxBytes } = options;
    expectCount('maxBytes', maxBytes);
    const headers = range === undefined ? {} : { range: rangeHeader([range]) };
    return sender.send(
      { method: 'GET', path: filePath(repoID, path), headers, alsoAnswers: [notFound], isRepeatable: true, signal },
      (answer) => fileBytes(answer, options),
    );
  },
  put: (repoID, path, body, options) =>
    api.PUT(`${lfs}/{path}`, { params: { path: { repoID, path } }, body, ...options }).map(() => undefined),
  lookUp: (repoID, { names = [], sizes = [], oids = [] }, options) =>
    api
      .POST(`${lfs}/objects/chunks`, {
        params: { path: { repoID } },
        body: { chunks: names, sizes, oids },
        isRepeatable: true,
        ...options,
      })
      .andThen(({ data }) => foundOf(names, data)),
  convert: (repoID, oid, names, options) =>
    api
      .POST(`${lfs}/objects/convert`, {
        params: { path: { repoID } },
        body: { oid, chunks: names },
        isRepeatable: true,
        ...options,
      })
      .map(({ data }): BaseState | undefined => data.state)
      .orElse((error) => (error.status === notFound ? ok(undefined) : err(error))),
  declare: (repoID, declaration, options) =>
    api
      .POST(`${lfs}/objects/announce`, {
        params: { path: { repoID } },
        body: declarationBody(declaration),
        answersLate: true,
        ...options,
      })
      .map(({ data }) => data.proving),
  finalize: (repoID, objects, { stats, files = [], signal } = {}) =>
    api
      .POST(`${lfs}/finalize`, {
        params: { path: { repoID } },
        body: {
          objects: objectsBody(objects),
          ...(files.length > 0 && { files: files.map(({ path, bytes }) => ({ path, content: base64Of(bytes) })) }),
          ...(stats && { stats: { kind: 'push', ...statsBody(stats) } }),
        },
        isRepeatable: true,
        answersLate: true,
        signal,
      })
      .andThen(({ data: { generation, objects: registered, pending = [] } }) =>
        Result.combine(pending.map(readOid)).map((oids) => ({ generation, objects: registered, pending: oids })),
      ),
  reportTransfer: (repoID, kind, stats, { signal } = {}) =>
    api
      .POST(`${lfs}/transfers`, { params: { path: { repoID } }, body: { kind, ...statsBody(stats) }, signal })
      .map(() => undefined),
});
