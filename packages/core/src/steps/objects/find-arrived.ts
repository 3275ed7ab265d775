import { err, ok, okAsync, type Result, ResultAsync, safeTry } from 'neverthrow';
import { findBlob } from '../../blob-store/find-blob.js';
import { type Unavailable, unavailable } from '../../model/app-error.js';
import { thrownOutage } from '../../model/blob-unreadable.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { objectKey, type Oid, parseStagingKey, stagingPrefix } from '../../model/values/index.js';
import type { BlobFacts } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import { mayHaveMoved } from './may-have-moved.js';

type FindPorts = Pick<Ports, 'unitOfWork' | 'blobs'>;

const objectsPerSlice = 500;

export interface ArrivedOptions {
  /** Also those that were looked through and refused. */
  readonly refusedToo: boolean;
  /** Also those of which verified bytes were moved to the final key by a verification that did not come to its end. Each is asked for by itself. */
  readonly movedToo: boolean;
}

type Staged = ReadonlyMap<Oid, BlobFacts>;

/** Those of the listed objects that the session has. A customer's bucket may name any number of others, which would fill the memory. */
const ofSession = ({ unitOfWork }: FindPorts, { id }: UploadSession, listed: Staged): ResultAsync<Staged, Unavailable> =>
  unitOfWork
    .read(({ uploads }) => uploads.findObjectSizes(id, [...listed.keys()]))
    .map((known) => new Map([...listed].filter(([oid]) => known.has(oid))));

/** In slices. Listing answers no Result: a store that does not answer throws. */
async function* listSlices(
  { blobs }: FindPorts,
  { namespace, id }: UploadSession,
): AsyncGenerator<Result<Staged, Unavailable>, void, undefined> {
  let slice = new Map<Oid, BlobFacts>();
  try {
    for await (const { key, ...facts } of blobs.list(stagingPrefix(namespace, id))) {
      const oid = parseStagingKey(key)?.oid;
      if (oid !== undefined) slice.set(oid, facts);
      if (slice.size < objectsPerSlice) continue;
      yield ok(slice);
      slice = new Map();
    }
  } catch (thrown) {
    yield err(thrownOutage(thrown) ?? unavailable('storage'));
    return;
  }
  if (slice.size > 0) yield ok(slice);
}

const readStaged = async (ports: FindPorts, session: UploadSession): Promise<Result<Staged, Unavailable>> => {
  const staged = new Map<Oid, BlobFacts>();
  for await (const listed of listSlices(ports, session)) {
    const known = await listed.asyncAndThen((slice) => ofSession(ports, session, slice));
    if (known.isErr()) return err(known.error);
    for (const [oid, facts] of known.value) staged.set(oid, facts);
  }
  return ok(staged);
};

/** What the session has staged. */
export const listStaged = (ports: FindPorts, session: UploadSession): ResultAsync<Staged, Unavailable> =>
  new ResultAsync(readStaged(ports, session));

const isMoved = (ports: FindPorts, session: UploadSession, { oid, sizeBytes }: UploadObject): ResultAsync<boolean, Unavailable> =>
  findBlob(ports, objectKey(session.namespace, oid)).andThen((found) =>
    found?.sizeBytes === sizeBytes ? ports.unitOfWork.read((queries) => mayHaveMoved(queries, session, oid)) : okAsync(false),
  );

/**
 * Hands on the awaited objects of the session of which all bytes lie in storage, one after the other by oid, until `act` answers false. Whether they are the
 * right ones is not asked. Answers whether all were handed on.
 */
export const forEachArrived = (
  ports: FindPorts,
  session: UploadSession,
  { refusedToo, movedToo }: ArrivedOptions,
  act: (object: UploadObject) => ResultAsync<boolean, Unavailable>,
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const staged = yield* await listStaged(ports, session);
    let after: Oid | undefined;
    for (;;) {
      const page = { after, limit: objectsPerSlice, refusedToo };
      const objects = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listAwaited(session.id, page));
      for (const object of objects) {
        const isStaged = staged.get(object.oid)?.sizeBytes === object.sizeBytes;
        const isThere = isStaged || (yield* await (movedToo ? isMoved(ports, session, object) : okAsync(false)));
        if (!isThere) continue;
        const goesOn = yield* await act(object);
        if (!goesOn) return ok(false);
      }
      after = objects.at(-1)?.oid;
      if (objects.length < objectsPerSlice) return ok(true);
    }
  });
