import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { VerifyLink } from '../../access/grant.js';
import { judgeVerifyLink } from '../../access/lock-granted.js';
import {
  absent,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import { plans } from '../../model/quotas/plan.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import { settleStaged, type StagedStep } from '../../steps/objects/settle-staged.js';
import type { Verifying } from '../../steps/verification/verifications.js';

type Problem = Conflict | Forbidden | NotFound | QuotaExceeded;

const gather = async (
  queries: Queries,
  link: VerifyLink,
  object: ObjectRequest,
): Promise<Result<StagedStep | 'done', Problem>> => {
  const { repositoryId, planId } = link.repository;
  const storedBytes = (await queries.objects.findSizes(repositoryId, [object.oid])).get(object.oid);
  if (storedBytes !== undefined && storedBytes !== object.sizeBytes) return err(conflict('size_mismatch'));
  const session = await queries.uploads.find(repositoryId, link.sessionId);
  if (session?.kind !== 'lfs') return storedBytes === undefined ? err(notFound) : ok('done');
  const pending = await queries.uploads.findObject(session.id, object.oid);
  if (pending === undefined) return storedBytes === undefined ? err(notFound) : ok('done');
  const found = { session, pending, plan: plans[planId] };
  const isDamaged = (await findDamaged(queries, repositoryId, [object.oid])).has(object.oid);
  if (storedBytes !== undefined && !(isDamaged && pending.state === 'AUTHORIZED'))
    return ok(pending.reservedBytes > 0 ? { step: 'release', ...found } : 'done');
  return pending.sizeBytes === object.sizeBytes ? ok({ step: 'register', ...found }) : err(conflict('size_mismatch'));
};

/** A client that asks to verify what it never sent is told that the object is not there, as the protocol has it. */
const asLfs = <E extends { readonly kind: string }>(error: E | Conflict): E | Conflict | NotFound =>
  'reason' in error && error.reason === 'not_uploaded' ? absent('not_uploaded') : error;

export const verifyLfsObject =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Arriving & Verifying) =>
  (link: VerifyLink, object: ObjectRequest, signal?: AbortSignal): ResultAsync<void, Problem | Unavailable> =>
    safeTry(async function* () {
      const step = yield* await ports.unitOfWork.read((queries) => gather(queries, link, object)).andThen((result) => result);
      if (step === 'done') return ok(undefined);
      const { organizationId } = link.repository;
      const judge = (records: Records) => judgeVerifyLink(records, link);
      return settleStaged(ports)(step, { judge, signal })
        .andTee(() => ports.arrivals.forget({ organizationId, sessionId: step.session.id, oid: object.oid }))
        .mapErr(asLfs);
    });
