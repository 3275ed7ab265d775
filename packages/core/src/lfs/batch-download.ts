import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import { type BadRequest, notFound, type Unavailable } from '../app-error.js';
import { distinctRequests, type ObjectRequest } from '../objects/object-request.js';
import type { Ports } from '../ports/ports.js';
import { signedUrlLifetimeSeconds } from '../uploads/upload-session.js';
import { objectKey, type Oid, type RepositoryId, SECOND_MS } from '../values/index.js';
import type { DownloadBatch, DownloadEntry } from './batch-entry.js';
import { settleLfsObject } from './settle-lfs-object.js';

type BatchPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

const sizesOf = (
  ports: BatchPorts,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): ResultAsync<ReadonlyMap<Oid, number>, Unavailable> =>
  ports.unitOfWork.read((queries) => queries.objects.findSizes(repositoryId, oids));

/**
 * Not every client calls verify. An object that one of them has staged is proven here, before anybody could be told that it is there;
 * whatever does not prove stays missing.
 */
const settlePending = async (
  ports: BatchPorts,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<Result<readonly Oid[], Unavailable>> => {
  const pending = await ports.unitOfWork.read((queries) => queries.uploads.findPendingLfs(repositoryId, oids, ports.clock.now()));
  const settled: Oid[] = [];
  if (pending.isErr()) return err(pending.error);
  for (const { session, object } of pending.value) {
    const trace = {
      organizationId: session.organizationId,
      action: 'repository.push',
      actorId: session.userId,
      actorTokenId: undefined,
      target: session.repositoryId,
      address: undefined,
      userAgent: undefined,
    } as const;
    const outcome = await settleLfsObject(ports)(session, object, trace);
    if (outcome.isOk()) settled.push(object.oid);
    // A store that does not answer must not look like an object that is not there.
    else if (outcome.error.kind === 'unavailable') return err(outcome.error);
  }
  return ok(settled);
};

/** What is stored of the objects, after giving those that are staged but unproven their chance. */
const findStored = async (
  ports: BatchPorts,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<Result<ReadonlyMap<Oid, number>, Unavailable>> => {
  const sizes = await sizesOf(ports, repositoryId, oids);
  if (sizes.isErr()) return sizes;
  const missing = oids.filter((oid) => !sizes.value.has(oid));
  if (missing.length === 0) return sizes;
  const settled = await settlePending(ports, repositoryId, missing);
  if (settled.isErr()) return err(settled.error);
  return settled.value.length === 0 ? sizes : sizesOf(ports, repositoryId, oids);
};

/** Git LFS batch, `download`: an entry for each distinct object, in the order of the request. Only registered objects get a URL. */
export const batchDownload =
  (ports: BatchPorts) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    requested: readonly ObjectRequest[],
  ): ResultAsync<DownloadBatch, BadRequest | Unavailable> => {
    const run = async (): Promise<Result<DownloadBatch, BadRequest | Unavailable>> => {
      const objects = distinctRequests(requested);
      if (objects.isErr()) return err(objects.error);
      const { repositoryId, namespace } = grant.repository;
      const oids = objects.value.map((object) => object.oid);
      const stored = await findStored(ports, repositoryId, oids);
      if (stored.isErr()) return err(stored.error);
      const signer = await ports.blobs.signer();
      if (signer.isErr()) return err(signer.error);
      const expiresAt = ports.clock.now() + signedUrlLifetimeSeconds * SECOND_MS;
      const entries = objects.value.map((object): DownloadEntry => {
        const sizeBytes = stored.value.get(object.oid);
        if (sizeBytes === undefined) return { kind: 'missing', ...object, error: notFound };
        const request = signer.value.download({ key: objectKey(namespace, object.oid), expiresAt });
        return { kind: 'download', oid: object.oid, sizeBytes, request };
      });
      return ok({ entries, expiresAt, expiresInSeconds: signedUrlLifetimeSeconds });
    };
    return new ResultAsync(run());
  };
