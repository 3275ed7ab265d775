import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import { Abandoned } from '../../../concurrency/fair-queue.js';
import { createLease, type Lease } from '../../../concurrency/lease.js';
import { createSemaphore } from '../../../concurrency/semaphore.js';
import { type Conflict, invariant, type NotFound, type QuotaExceeded, type Unavailable } from '../../../model/app-error.js';
import { beyondSchedule, type Instant, manifestPath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { BusyOrganization, PendingVerification } from '../../../ports/records/tree-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import type { NotePorts } from '../../../steps/integrity/note-damage.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import { nameStored } from '../../../steps/objects/name-stored.js';
import type { Verifying } from '../../../steps/verification/verifications.js';
import { pacedBlobStore } from '../../../blob-store/paced-blob-store.js';
import { noteHooks } from '../index/note-hooks.js';
import { createBegun } from './begun-verifications.js';
import { explainFault } from './explain-fault.js';
import { createHoldManifest } from './hold-manifest.js';
import { createPackVerifications } from './pack-verifications.js';
import { refuseVerification } from './refuse-verification.js';
import { type Registration, registerVerified } from './register-verified.js';
import { ClaimLost, delayAfter, maxDelayMs, moveClaim, renewingBlobs, renewingTurns } from './verification-claim.js';
import { auditOf, type VerificationJob } from './verification-job.js';
import { verifyAndKeep } from './verify-and-keep.js';
import { openManifest } from './verify-object.js';

type VerifyPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec'> & NotePorts & Verifying;

/** After so long without a word from the process that verifies the object, which may have died, somebody else takes the verification over. */
const claimMs = 60_000;

/** How many organizations a claim passes over; verifications of further ones are claimed and wait. */
const maxPassedOver = 100;

const claimNext = async (
  records: Records,
  holder: string,
  now: Instant,
  busy: readonly BusyOrganization[],
): Promise<Result<VerificationJob | undefined, never>> => {
  const { tree, repositories } = records;
  const passing = { busy, beyond: beyondSchedule(now, maxDelayMs) };
  const verification = await tree.claimVerification(holder, now, now + claimMs, passing);
  if (verification === undefined) return ok(undefined);
  const repository = await repositories.find(verification.repositoryId);
  invariant(repository !== undefined, 'the verifications of a repository go with it');
  const { id: repositoryId, namespace, organizationId } = repository;
  const path = manifestPath(verification.oid);
  const manifest = await tree.findFile(repositoryId, path);
  const condemned = (await records.condemned.find(repositoryId, [path])).get(path);
  const owner = { repositoryId, namespace, organizationId };
  return ok({ verification, owner, manifest, isRefused: condemned?.state === 'deleting' });
};

/** A name that has come since the verification was taken on is one that the object has not come with. */
const registerNamed = (
  ports: VerifyPorts,
  records: Records,
  registration: Registration,
  { repositoryId, oid }: PendingVerification,
): ResultAsync<void, Conflict | NotFound | QuotaExceeded | Unavailable> =>
  safeTry(async function* () {
    yield* await lockOrganizationOf(records, registration.owner);
    const name = (await records.tree.findPendingVerification(repositoryId, oid))?.name;
    yield* await registerVerified(ports, records, registration);
    await nameStored(records, repositoryId, [{ oid, name }], registration.at);
    return ok();
  });

const verify = async (
  ports: VerifyPorts,
  job: VerificationJob,
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
    const audit = auditOf(job, 'repository.push', repositoryId, at);
    const registration = { owner, by: verification.requestedBy, objects: [object], packs, audit, at };
    return await ports.unitOfWork.transact((records) => registerNamed(ports, records, registration, verification));
  } catch (fault) {
    return err(await explainFault({ ...ports, blobs }, owner)(fault));
  }
};

const verifyAndRecord = async (
  ports: VerifyPorts,
  job: VerificationJob,
  renewLease: Lease,
): Promise<Result<void, Unavailable>> => {
  if (!job.isRefused) {
    const outcome = await verify(ports, job, renewLease);
    if (outcome.isOk()) return ok(undefined);
    const { error } = outcome;
    if (error.kind === 'unavailable') return err(error);
  }
  return refuseVerification(ports, job, ports.clock.now() + claimMs);
};

const settle = (ports: VerifyPorts, job: VerificationJob, claimedAt: Instant): ResultAsync<boolean, Unavailable> =>
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
  ): Promise<Result<{ readonly job: VerificationJob; readonly end: () => void } | undefined, Unavailable>> => {
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
