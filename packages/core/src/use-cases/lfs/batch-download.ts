import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryFacts, RepositoryGrant } from '../../access/grant.js';
import { mapInSlices } from '../../concurrency/map-in-slices.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { absent, type BadRequest, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { distinctRequests, type ObjectRequest } from '../../model/objects/object-request.js';
import { maxFetchedWholeBytes, smallOnesOfMany } from '../../model/objects/small-objects.js';
import type { ObjectLayout } from '../../model/objects/stored-object.js';
import { signedUrlLifetimeSeconds } from '../../model/uploads/upload-session.js';
import { type Oid, type RepositoryId, SECOND_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import { recordDownloads } from '../../steps/accounting/record-downloads.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import { signObject } from '../../steps/objects/sign-object.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import type { BatchTransfer, DownloadBatch, DownloadEntry } from './batch-entry.js';
import { type Undecided, verifyPending } from './verify-pending.js';

type BatchPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'settings'> & Metered & Verifying;

interface Stored {
  readonly objects: ReadonlyMap<Oid, { readonly sizeBytes: number; readonly layout: ObjectLayout }>;
  /** Those of them that nobody can download. */
  readonly damaged: ReadonlySet<Oid>;
}

const storedOf = (ports: BatchPorts, repositoryId: RepositoryId, oids: readonly Oid[]): ResultAsync<Stored, Unavailable> =>
  ports.unitOfWork.read(async (queries) => {
    const objects = await queries.objects.findStored(repositoryId, oids);
    return { objects, damaged: await findDamaged(queries, repositoryId, [...objects.keys()]) };
  });

/** What is stored of the objects, after giving those that are staged but unverified their chance. */
const findStored = (
  ports: BatchPorts,
  repository: RepositoryFacts,
  oids: readonly Oid[],
  signal: AbortSignal | undefined,
): ResultAsync<Stored & { readonly undecided?: Undecided | undefined }, Unavailable> =>
  safeTry(async function* () {
    const { repositoryId } = repository;
    const stored = yield* await storedOf(ports, repositoryId, oids);
    const missing = oids.filter((oid) => !stored.objects.has(oid) || stored.damaged.has(oid));
    if (missing.length === 0) return ok(stored);
    const undecided = yield* await verifyPending(ports, repository, missing, signal);
    // Also what was not pending any more: somebody may have verified it since it was looked for.
    const found = yield* await storedOf(ports, repositoryId, oids);
    // One object that cannot be verified now holds up no other; where there is no other, the whole request is to come again.
    return undecided !== undefined && found.objects.size === 0 ? err(undecided.fault) : ok({ ...found, undecided });
  });

/** Why an object cannot be downloaded. A store that does not answer must not look like an object that is not there. */
const whyMissing = (oid: Oid, isDamaged: boolean, undecided: Undecided | undefined): NotFound | Unavailable => {
  if (undecided?.oids.has(oid)) return undecided.fault;
  return isDamaged ? absent('damaged') : notFound;
};

const isDownload = ({ kind }: DownloadEntry): boolean => kind === 'download';

export const batchDownload = (ports: BatchPorts) => {
  const sign = signObject(ports);
  return (
    grant: RepositoryGrant<'repository.pull'>,
    requested: readonly ObjectRequest[],
    transfer: BatchTransfer = 'basic',
    signal?: AbortSignal,
  ): ResultAsync<DownloadBatch, BadRequest | Unavailable> =>
    safeTry(async function* () {
      const objects = yield* distinctRequests(requested);
      const { namespace } = grant.repository;
      const oids = objects.map((object) => object.oid);
      const stored = yield* await findStored(ports, grant.repository, oids, signal);
      const signer = yield* await ports.blobs.signer(namespace);
      const now = ports.clock.now();
      const expiresAt = now + signedUrlLifetimeSeconds * SECOND_MS;
      const goesWhole = transfer === 'svc' ? smallOnesOfMany([...stored.objects.values()], maxFetchedWholeBytes) : () => true;
      const entries = await mapInSlices(pauseOf(ports.clock), objects, (object): DownloadEntry => {
        const { oid } = object;
        const found = stored.objects.get(oid);
        const isDamaged = stored.damaged.has(oid);
        if (found === undefined || isDamaged)
          return { kind: 'missing', ...object, error: whyMissing(oid, isDamaged, stored.undecided) };
        const { sizeBytes, layout } = found;
        if (!goesWhole(found)) return { kind: 'tree', oid, sizeBytes };
        return { kind: 'download', oid, sizeBytes, request: sign(signer, { namespace, oid, layout }, expiresAt) };
      });
      recordDownloads(ports.meter, grant.repository, entries.filter(isDownload), now);
      return ok({ transfer, entries, expiresAt, expiresInSeconds: signedUrlLifetimeSeconds });
    });
};
