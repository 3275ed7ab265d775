import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryFacts, RepositoryGrant } from '../../access/grant.js';
import { type BadRequest, notFound, type Unavailable } from '../../model/app-error.js';
import { distinctRequests, type ObjectRequest } from '../../model/objects/object-request.js';
import { smallOnesOfMany } from '../../model/objects/small-objects.js';
import type { ObjectLayout } from '../../model/objects/stored-object.js';
import { decideRepositoryAccess } from '../../model/permissions/decide-access.js';
import { plans } from '../../model/quotas/plan.js';
import { lfsStagingGraceMs, signedUrlLifetimeSeconds, type UploadSession } from '../../model/uploads/upload-session.js';
import { type Instant, type Oid, type RepositoryId, SECOND_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import { recordDownloads } from '../../steps/accounting/record-downloads.js';
import { signObject } from '../../steps/objects/sign-object.js';
import type { BatchTransfer, DownloadBatch, DownloadEntry } from './batch-entry.js';
import { verifyAndRegister } from './verify-and-register.js';

type BatchPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'settings'> & Metered;

type Stored = ReadonlyMap<Oid, { readonly sizeBytes: number; readonly layout: ObjectLayout }>;

const storedOf = (ports: BatchPorts, repositoryId: RepositoryId, oids: readonly Oid[]): ResultAsync<Stored, Unavailable> =>
  ports.unitOfWork.read((queries) => queries.objects.findStored(repositoryId, oids));

/** Whether who has staged it may push now: a verify link dies with that right, too. */
const mayPush = async (queries: Queries, { userId, repositoryId }: UploadSession): Promise<boolean> => {
  const user = await queries.users.find(userId);
  const access = await queries.access.ofRepository(userId, repositoryId);
  if (user?.status !== 'ACTIVE' || access === undefined) return false;
  return decideRepositoryAccess(access, { kind: 'session' }).held.has('repository.push');
};

const findPending = async (queries: Queries, repositoryId: RepositoryId, oids: readonly Oid[], now: Instant) => {
  const pending = await queries.uploads.findPendingLfs(repositoryId, oids, now - lfsStagingGraceMs);
  const allowed = await Promise.all(pending.map(({ session }) => mayPush(queries, session)));
  return pending.filter((_, at) => allowed[at]);
};

/**
 * Not every client calls verify. An object that one of them has staged is verified here, before anybody could be told that it is there;
 * what fails verification stays missing.
 */
const verifyPending = async (
  ports: BatchPorts,
  { repositoryId, planId }: RepositoryFacts,
  oids: readonly Oid[],
): Promise<Result<void, Unavailable>> => {
  const pending = await ports.unitOfWork.read((queries) => findPending(queries, repositoryId, oids, ports.clock.now()));
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
    const outcome = await verifyAndRegister(ports)(session, plans[planId], object, trace);
    // A store that does not answer must not look like an object that is not there.
    if (outcome.isErr() && outcome.error.kind === 'unavailable') return err(outcome.error);
  }
  return ok();
};

/** What is stored of the objects, after giving those that are staged but unverified their chance. */
const findStored = async (
  ports: BatchPorts,
  repository: RepositoryFacts,
  oids: readonly Oid[],
): Promise<Result<Stored, Unavailable>> => {
  const { repositoryId } = repository;
  const stored = await storedOf(ports, repositoryId, oids);
  if (stored.isErr()) return stored;
  const missing = oids.filter((oid) => !stored.value.has(oid));
  if (missing.length === 0) return stored;
  const settled = await verifyPending(ports, repository, missing);
  if (settled.isErr()) return err(settled.error);
  // Also what was not pending any more: somebody may have verified it since it was looked for.
  return storedOf(ports, repositoryId, oids);
};

const isDownload = ({ kind }: DownloadEntry): boolean => kind === 'download';

export const batchDownload = (ports: BatchPorts) => {
  const sign = signObject(ports);
  return (
    grant: RepositoryGrant<'repository.pull'>,
    requested: readonly ObjectRequest[],
    transfer: BatchTransfer = 'basic',
  ): ResultAsync<DownloadBatch, BadRequest | Unavailable> => {
    const run = async (): Promise<Result<DownloadBatch, BadRequest | Unavailable>> => {
      const objects = distinctRequests(requested);
      if (objects.isErr()) return err(objects.error);
      const { namespace } = grant.repository;
      const oids = objects.value.map((object) => object.oid);
      const stored = await findStored(ports, grant.repository, oids);
      if (stored.isErr()) return err(stored.error);
      const signer = await ports.blobs.signer(namespace);
      if (signer.isErr()) return err(signer.error);
      const now = ports.clock.now();
      const expiresAt = now + signedUrlLifetimeSeconds * SECOND_MS;
      const goesWhole = transfer === 'svc' ? smallOnesOfMany([...stored.value.values()]) : () => true;
      const entries = objects.value.map((object): DownloadEntry => {
        const { oid } = object;
        const found = stored.value.get(oid);
        if (found === undefined) return { kind: 'missing', ...object, error: notFound };
        const { sizeBytes, layout } = found;
        if (!goesWhole(found)) return { kind: 'tree', oid, sizeBytes };
        return { kind: 'download', oid, sizeBytes, request: sign(signer.value, { namespace, oid, layout }, expiresAt) };
      });
      recordDownloads(ports.meter, grant.repository, entries.filter(isDownload), now);
      return ok({ transfer, entries, expiresAt, expiresInSeconds: signedUrlLifetimeSeconds });
    };
    return new ResultAsync(run());
  };
};
