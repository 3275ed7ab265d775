import { err, ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { type ObjectKey, objectKey, stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** An object that a session holds something back for. */
export interface HeldObject {
  readonly session: UploadSession;
  readonly object: UploadObject;
}

/** What lies in storage of an object, in bytes. */
export interface Brought {
  readonly staged: number;
  /** At the final key, where nothing has registered it: a verification has moved it there without coming to its end. */
  readonly unregistered: number;
}

type MeasurePorts = Pick<Ports, 'unitOfWork' | 'blobs'>;

const measure = ({ blobs }: MeasurePorts, key: ObjectKey): ResultAsync<number, Unavailable> =>
  blobs
    .head(key)
    .map(({ sizeBytes }) => sizeBytes)
    .orElse((fault): Result<number, Unavailable> => (fault.kind === 'blob_missing' ? ok(0) : err(fault)));

const measureUnregistered = (
  ports: MeasurePorts,
  { session: { repositoryId, namespace }, object: { oid } }: HeldObject,
): ResultAsync<number, Unavailable> =>
  ports.unitOfWork
    .read(async ({ objects, quarantine }) => {
      const registered = (await objects.findStored(repositoryId, [oid])).get(oid);
      const quarantined = (await quarantine.find(repositoryId, [oid])).get(oid)?.object;
      return registered?.layout === 'whole' || quarantined?.layout === 'whole';
    })
    .andThen((isCounted) => (isCounted ? okAsync(0) : measure(ports, objectKey(namespace, oid))));

/** In the order in which bytes move, so that none are missed that do so meanwhile. */
export const measureBrought = (ports: MeasurePorts, held: HeldObject): ResultAsync<Brought, Unavailable> =>
  safeTry(async function* () {
    const staged = yield* await measure(ports, stagingKey(held.session.namespace, held.session.id, held.object.oid));
    const unregistered = yield* await measureUnregistered(ports, held);
    return ok({ staged, unregistered });
  });
