import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { judgePusher, mayStillPush } from '../../access/may-still-push.js';
import type { Unavailable } from '../../model/app-error.js';
import { plans } from '../../model/quotas/plan.js';
import type { Oid, RepositoryId, UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { Verifying } from '../verification/verifications.js';
import { findSoundSizes } from '../integrity/find-damaged.js';
import { settleStaged, type StagedStep } from './settle-staged.js';

/** An object that an LFS session may have staged. */
export interface StagedObject {
  readonly repositoryId: RepositoryId;
  readonly sessionId: UploadSessionId;
  readonly oid: Oid;
}

/**
 * `registered`: the repository has the object. `unverifiable`: it cannot have it by what is staged now, or its sender may not push any more, or there is no
 * room for it. `put_off`: its organization has used up its hour.
 */
export type Fate = 'registered' | 'unverifiable' | 'put_off';

const gather = async (
  queries: Queries,
  { repositoryId, sessionId, oid }: StagedObject,
): Promise<StagedStep | Exclude<Fate, 'put_off'>> => {
  const session = await queries.uploads.find(repositoryId, sessionId);
  const pending = session?.kind === 'lfs' ? await queries.uploads.findObject(sessionId, oid) : undefined;
  if (session === undefined || pending === undefined) return 'unverifiable';
  if (pending.state === 'COMPLETED') return 'registered';
  const organization = await queries.organizations.find(session.organizationId);
  // Also of a repository that is gone nobody has any right.
  if (organization === undefined || !(await mayStillPush(queries, session))) return 'unverifiable';
  const stored = await findSoundSizes(queries, repositoryId, [oid]);
  if (stored.has(oid) && pending.reservedBytes === 0) return 'registered';
  return { step: stored.has(oid) ? 'release' : 'register', session, pending, plan: plans[organization.planId] };
};

/**
 * Verifies and registers, without being asked by its sender, what an LFS session has staged: by the rights that they have now, whatever became of the
 * credential that asked for the URL.
 */
export const verifyStaged =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Verifying) =>
  (staged: StagedObject): ResultAsync<Fate, Unavailable> =>
    safeTry(async function* () {
      const step = yield* await ports.unitOfWork.read((queries) => gather(queries, staged));
      if (typeof step === 'string') return ok<Fate>(step);
      const { session } = step;
      if (ports.verifications.isSpent(session.organizationId)) return ok<Fate>('put_off');
      const outcome = await settleStaged(ports)(step, { judge: judgePusher(session), untilSwept: true });
      if (outcome.isOk()) return ok<Fate>('registered');
      return outcome.error.kind === 'unavailable' ? err(outcome.error) : ok<Fate>('unverifiable');
    });
