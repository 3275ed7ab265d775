import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import { findBlob } from '../../blob-store/find-blob.js';
import { mapOrdered } from '../../concurrency/map-ordered.js';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { type ObjectKey, objectKey, type Oid, type RepositoryId, stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** What lies in storage of an object, in bytes. */
export interface Brought {
  readonly staged: number;
  /** At the final key, where nothing has registered it: a verification has moved it there without coming to its end. */
  readonly unregistered: number;
}

type MeasurePorts = Pick<Ports, 'unitOfWork' | 'blobs'>;

/** The storage is asked for so many at once. */
const asksAtOnce = 10;

type Sizes = ReadonlyMap<Oid, number>;

const measureEach = (
  ports: MeasurePorts,
  oids: readonly Oid[],
  keyOf: (oid: Oid) => ObjectKey,
): ResultAsync<Sizes, Unavailable> => {
  const ask = async (oid: Oid) => ({ oid, found: await findBlob(ports, keyOf(oid)) });
  const run = async (): Promise<Result<Sizes, Unavailable>> => {
    const sizes = new Map<Oid, number>();
    for await (const { oid, found } of mapOrdered(oids, ask, { concurrency: asksAtOnce })) {
      if (found.isErr()) return err(found.error);
      sizes.set(oid, found.value?.sizeBytes ?? 0);
    }
    return ok(sizes);
  };
  return new ResultAsync(run());
};

/** Those whose final key is not counted as that of an object of the repository. */
const listUnregistered = (
  { unitOfWork }: MeasurePorts,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): ResultAsync<readonly Oid[], Unavailable> =>
  unitOfWork.read(async ({ objects, quarantine }) => {
    const registered = await objects.findStored(repositoryId, oids);
    const quarantined = await quarantine.find(repositoryId, oids);
    return oids.filter((oid) => registered.get(oid)?.layout !== 'whole' && quarantined.get(oid)?.object.layout !== 'whole');
  });

/** One for each of the objects. In the order in which bytes move, so that none are missed that do so meanwhile. */
export const measureBrought = <Held extends Pick<UploadObject, 'oid'>>(
  ports: MeasurePorts,
  { id, repositoryId, namespace }: UploadSession,
  objects: readonly Held[],
): ResultAsync<readonly (Brought & { readonly object: Held })[], Unavailable> =>
  safeTry(async function* () {
    const oids = objects.map(({ oid }) => oid);
    const staged = yield* await measureEach(ports, oids, (oid) => stagingKey(namespace, id, oid));
    const unregistered = yield* await listUnregistered(ports, repositoryId, oids);
    const left = yield* await measureEach(ports, unregistered, (oid) => objectKey(namespace, oid));
    return ok(
      objects.map((object) => ({ object, staged: staged.get(object.oid) ?? 0, unregistered: left.get(object.oid) ?? 0 })),
    );
  });
