import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Conflict, NotFound, QuotaExceeded, Unavailable } from '../app-error.js';
import type { AuditAction, AuditEvent } from '../audit/audit-event.js';
import type { PendingProof } from '../ports/records/tree-records.js';
import type { Ports } from '../ports/ports.js';
import type { Queries } from '../ports/unit-of-work.js';
import { assetPrefix, type Instant, manifestPath } from '../values/index.js';
import { createPackProofs } from './pack-proofs.js';
import { proveAndKeep } from './prove-and-keep.js';
import { openManifest } from './prove-object.js';
import { registerProven } from './register-proven.js';
import { settleTreeFile } from './settle-tree-file.js';
import { problemOfFault } from './tree-fault.js';
import type { TreeOwner } from './tree-charge.js';

type ProvePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'codec'>;

interface Job {
  readonly proof: PendingProof;
  readonly owner: TreeOwner;
}

const nextJob = async ({ tree, repositories, organizations }: Queries): Promise<Job | undefined> => {
  const [proof] = await tree.listPendingProofs(1);
  if (proof === undefined) return undefined;
  const repository = await repositories.find(proof.repositoryId);
  const organization = repository && (await organizations.find(repository.organizationId));
  // The repository is being deleted, and its proofs go with it.
  if (repository === undefined || organization === undefined) return undefined;
  const { id: repositoryId, namespace, organizationId } = repository;
  return { proof, owner: { repositoryId, namespace, organizationId, planId: organization.planId } };
};

const traceOf = ({ proof, owner }: Job, action: AuditAction, target: string, at: Instant): AuditEvent => ({
  organizationId: owner.organizationId,
  action,
  actorId: proof.requestedBy,
  actorTokenId: undefined,
  target,
  address: undefined,
  userAgent: undefined,
  at,
});

const prove = async (ports: ProvePorts, job: Job): Promise<Result<void, Conflict | NotFound | QuotaExceeded | Unavailable>> => {
  const { proof, owner } = job;
  const { repositoryId, namespace } = owner;
  const tree = { blobs: ports.blobs, codec: ports.codec, hasher: ports.hasher, namespace };
  const packs = createPackProofs(ports, repositoryId);
  try {
    const object = await proveAndKeep(tree, await openManifest(tree, proof), packs);
    const at = ports.clock.now();
    const audit = traceOf(job, 'repository.push', repositoryId, at);
    const registration = { owner, by: proof.requestedBy, objects: [object], packs, audit, at };
    return await ports.unitOfWork.transact((records) => registerProven(records, registration)).map(() => undefined);
  } catch (fault) {
    return err(problemOfFault(fault));
  }
};

/**
 * The object never becomes visible by this proof; sending it right and finalizing again begins a new one. Its manifest goes, so that whoever finalizes
 * again without sending it is told at once instead of waiting for the same proof.
 */
const refuse = async (ports: ProvePorts, job: Job): Promise<Result<void, Unavailable>> => {
  const { repositoryId, oid } = job.proof;
  const path = manifestPath(oid);
  const refused = await ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    const at = ports.clock.now();
    await records.tree.removePendingProof(repositoryId, oid);
    await records.audit.append(traceOf(job, 'repository.push.refused', oid, at));
    const file = await records.tree.findFile(repositoryId, path);
    // Should the service stop before the file is gone, the sweeper finds out what became of it.
    if (file !== undefined) await records.tree.putFile(repositoryId, { ...file, state: 'receiving', changedAt: at });
    return ok(undefined);
  });
  if (refused.isErr()) return refused;
  const removed = await ports.blobs.deletePrefix(assetPrefix(job.owner.namespace, oid));
  if (removed.isErr()) return removed;
  const settled = await settleTreeFile(ports, job.owner, path);
  // A repository that has gone meanwhile has nothing left to settle.
  return settled.isErr() && settled.error.kind === 'unavailable' ? err(settled.error) : ok(undefined);
};

/**
 * Proves the oldest object whose proof was put off, and makes it visible or drops it. Answers whether there was one, so it is to be called again until
 * there is none. While storage or the database does not answer, the proof stays where it is.
 */
export const proveNext = (ports: ProvePorts) => (): ResultAsync<boolean, Unavailable> => {
  const run = async (): Promise<Result<boolean, Unavailable>> => {
    const job = await ports.unitOfWork.read(nextJob);
    if (job.isErr()) return err(job.error);
    if (job.value === undefined) return ok(false);
    const outcome = await prove(ports, job.value);
    if (outcome.isOk()) return ok(true);
    const { error } = outcome;
    if (error.kind === 'unavailable') return err(error);
    return (await refuse(ports, job.value)).map(() => true);
  };
  return new ResultAsync(run());
};
