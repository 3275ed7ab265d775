import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import { Abandoned } from '../../../concurrency/fair-queue.js';
import { createLease, type Lease } from '../../../concurrency/lease.js';
import { createSemaphore } from '../../../concurrency/semaphore.js';
import { type Conflict, invariant, type NotFound, type QuotaExceeded, type Unavailable } from '../../../model/app-error.js';
import { type AuditAction, type AuditEvent, auditFacts } from '../../../model/audit-event.js';
import { problemOfFault } from '../../../model/chunk-tree/tree-fault.js';
import { assetPrefix, beyondSchedule, type Instant, manifestPath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { BusyOrganization, ClaimedVerification } from '../../../ports/records/tree-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import type { Verifying } from '../../../steps/verification/verifications.js';
import { pacedBlobStore } from '../../../blob-store/paced-blob-store.js';
import { noteHooks } from '../index/note-hooks.js';
import { createBegun } from './begun-verifications.js';
import { bringBack } from '../collect/condemned.js';
import { reconcileTreeFile } from '../files/reconcile-tree-file.js';
import type { TreeOwner } from '../files/tree-charge.js';
import { createHoldManifest } from './hold-manifest.js';
import { createPackVerifications } from './pack-verifications.js';
import { registerVerified } from './register-verified.js';
import { ClaimLost, delayAfter, maxDelayMs, moveClaim, renewingBlobs, renewingTurns } from './verification-claim.js';
import { verifyAndKeep } from './verify-and-keep.js';
import { openManifest } from './verify-object.js';

type VerifyPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec'> & Verifying;

/** After so long without a word from the process that verifies the object, which may have died, somebody else takes the verification over. */
const claimMs = 60_000;

/** How many organizations a claim passes over; verifications of further ones are claimed and wait. */
const maxPassedOver = 100;

interface Job {
  readonly verification: ClaimedVerification;
  readonly owner: TreeOwner;
}

const claimNext = async (
  records: Records,
  holder: string,
  now: Instant,
  busy: readonly BusyOrganization[],
): Promise<Result<Job | undefined, never>> => {
  const { tree, repositories, organizations } = records;
  const passing = { busy, beyond: beyondSchedule(now, maxDelayMs) };
  const verification = await tree.claimVerification(holder, now, now + claimMs, passing);
  if (verification === undefined) return ok(undefined);
  const repository = await repositories.find(verification.repositoryId);
  const organization = repository && (await organizations.find(repository.organizationId));
  invariant(repository !== undefined && organization !== undefined, 'the verifications of a repository go with it');
  const { id: repositoryId, namespace, organizationId } = repository;
  return ok({ verification, owner: { repositoryId, namespace, organizationId, planId: organization.planId } });
};

const traceOf = ({ verification, owner }: Job, action: AuditAction, target: string, at: Instant): AuditEvent => ({
  organizationId: owner.organizationId,
  action,
  actorId: verification.requestedBy,
  actorTokenId: undefined,
  target,
  details: {},
  address: undefined,
  userAgent: undefined,
  at,
});

const verify = async (
  ports: VerifyPorts,
  job: Job,
  renewLease: Lease,
): Promise<Result<void, Conflict | NotFound | QuotaExceeded | Unavailable>> => {
  const { verification, owner } = job;
  const { repositoryId, namespace } = owner;
  const { codec, hasher, clock } = ports;
  const blobs = renewingBlobs(pacedBlobStore(ports.blobs, clock), renewLease);
  const tree = { blobs, codec, hasher, namespace, pause: clock.pause };
  const packs = createPackVerifications(ports, repositoryId);
  const turns = renewingTurns(ports, owner, renewLease, claimMs);
  try {
    const kept = await verifyAndKeep(tree, await openManifest(tree, verification), {
      packs,
      turns,
      holdManifest: createHoldManifest(ports, owner),
    });
    if (kept.isErr()) return err(kept.error);
    const object = kept.value;
    await noteHooks(ports, tree, repositoryId, object.files);
    const at = ports.clock.now();
    const audit = traceOf(job, 'repository.push', repositoryId, at);
    const registration = { owner, by: verification.requestedBy, objects: [object], packs, audit, at };
    return await ports.unitOfWork.transact((records) => registerVerified(records, registration)).map(() => undefined);
  } catch (fault) {
    return err(problemOfFault(fault));
  }
};

/**
 * The object never becomes visible by this verification; sending it right and finalizing again begins a new one. Its manifest goes, so that a client that finalizes
 * again without sending it is told at once instead of waiting for the same verification.
 */
const refuse = (ports: VerifyPorts, job: Job): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    const { repositoryId, oid } = job.verification;
    const path = manifestPath(oid);
    const refused = yield* await ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
      const at = ports.clock.now();
      // A process that has claimed it since finds out for itself: the files may have been sent anew.
      if (!(await records.tree.removeClaimedVerification(job.verification))) return ok(false);
      const details = auditFacts({ repository_id: repositoryId });
      await records.audit.append({ ...traceOf(job, 'repository.push.refused', oid, at), details });
      (await bringBack(records, repositoryId, path)).unwrapOr(undefined);
      const file = await records.tree.findFile(repositoryId, path);
      // Should the service stop before the file is gone, the sweeper finds out what became of it.
      if (file !== undefined) await records.tree.putFile(repositoryId, { ...file, state: 'receiving', changedAt: at });
      return ok(true);
    });
    if (!refused) return ok(undefined);
    yield* await ports.blobs.deletePrefix(assetPrefix(job.owner.namespace, oid));
    const settled = await reconcileTreeFile(ports, job.owner, path, 0);
    // A repository that has gone meanwhile has nothing left to settle.
    return settled.isErr() && settled.error.kind === 'unavailable' ? err(settled.error) : ok(undefined);
  });

const verifyAndRecord = async (ports: VerifyPorts, job: Job, renewLease: Lease): Promise<Result<void, Unavailable>> => {
  const outcome = await verify(ports, job, renewLease);
  if (outcome.isOk()) return ok(undefined);
  const { error } = outcome;
  return error.kind === 'unavailable' ? err(error) : refuse(ports, job);
};

const settle = (ports: VerifyPorts, job: Job, claimedAt: Instant): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const { verification } = job;
    const renewLease = createLease(ports.clock, claimMs, claimedAt, (_now, until) => moveClaim(ports, verification, until));
    let isOver = false;
    try {
      const settled = await verifyAndRecord(ports, job, renewLease);
      isOver = settled.isOk();
      return settled.map(() => true);
    } catch (fault) {
      if (!(fault instanceof ClaimLost || fault instanceof Abandoned)) throw fault;
      isOver = true;
      return ok(true);
    } finally {
      // A claim that cannot be moved ends by itself.
      if (!isOver) (await moveClaim(ports, verification, ports.clock.now() + delayAfter(verification.attempt))).unwrapOr(false);
    }
  });

export const verifyNext = (ports: VerifyPorts) => {
  const begun = createBegun();
  // Who claims has to know what others have begun.
  const oneByOne = createSemaphore(1);

  const claim = async (
    claimedAt: Instant,
  ): Promise<Result<{ readonly job: Job; readonly end: () => void } | undefined, Unavailable>> => {
    const spent = ports.verifications.spent().map((organizationId) => ({ organizationId, belowBytes: 0 }));
    const busy = [...begun.busy(), ...spent].slice(0, maxPassedOver);
    const holder = ports.random.uuid();
    const claimed = await ports.unitOfWork.transact((records) => claimNext(records, holder, claimedAt, busy));
    return claimed.map((job) => job && { job, end: begun.begin(job.owner.organizationId, job.verification.sizeBytes) });
  };

  return (onClaimed?: () => void): ResultAsync<boolean, Unavailable> => {
    const run = async (): Promise<Result<boolean, Unavailable>> => {
      const claimedAt = ports.clock.now();
      const claimed = await oneByOne(() => claim(claimedAt));
      if (claimed.isErr()) return err(claimed.error);
      if (claimed.value === undefined) return ok(false);
      const { job, end } = claimed.value;
      onClaimed?.();
      try {
        return await settle(ports, job, claimedAt);
      } finally {
        end();
      }
    };
    return new ResultAsync(run());
  };
};
