import { err, type Ok, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { ReclaimedUnreachable } from '../../model/maintenance.js';
import type { UnreachableLook } from '../../model/objects/unreachable-object.js';
import { beyondSchedule, DAY_MS, MINUTE_MS, type RepositoryId } from '../../model/values/index.js';
import { lookForUnreachable, type LookedFor } from './look-for-unreachable.js';
import type { LookPorts } from './unreachable-sight.js';

const repositoriesPerRun = 100;
/** How often a repository is looked at whose index nobody sends. */
const restMs = DAY_MS;
/** How soon one is looked at again where something has changed meanwhile, or the look has failed. */
const retryMs = 5 * MINUTE_MS;

/** When the index or the setting has changed meanwhile the look is due already, and stays so. */
const note = ({ unitOfWork, clock }: LookPorts, look: UnreachableLook, found: LookedFor): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ unreachable }): Promise<Result<void, never>> => {
    const lookedAt = clock.now();
    const { doubt, isBroken } = found;
    await unreachable.noteLook(look, { lookedAt, doubt, dueAt: lookedAt + (isBroken ? retryMs : restMs) });
    return ok();
  });

/** Others that are due stand before it in the next run. When it was looked at last stays what it was. */
const putOff = ({ unitOfWork, clock }: LookPorts, look: UnreachableLook): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ unreachable }): Promise<Result<void, never>> => {
    const { lookedAt, doubt } = look;
    await unreachable.noteLook(look, { lookedAt, doubt, dueAt: clock.now() + retryMs });
    return ok();
  });

type Looked = Result<LookedFor | undefined, Unavailable> | { readonly bug: unknown };

/** A bug is an answer too: one repository keeps no other from being looked at. */
const look = async (ports: LookPorts, renewLease: Lease, due: UnreachableLook): Promise<Looked> => {
  try {
    return await lookForUnreachable(ports, renewLease, due);
  } catch (bug) {
    return { bug };
  }
};

const add = (total: ReclaimedUnreachable, found: LookedFor): ReclaimedUnreachable => ({
  repositories: total.repositories + 1,
  doubtful: total.doubtful + (found.doubt === undefined ? 0 : 1),
  objects: total.objects + found.removed,
  bytes: total.bytes + found.removedBytes,
  restored: total.restored + found.restored,
});

type OnRestored = (repositoryId: RepositoryId) => void;

/** The first look that has failed is the answer, and what it has thrown is thrown in the end. */
const lookAtAll = (ports: LookPorts, onRestored: OnRestored, renewLease: Lease): ResultAsync<ReclaimedUnreachable, Unavailable> =>
  safeTry(async function* () {
    const now = ports.clock.now();
    const due = yield* await ports.unitOfWork.read(({ unreachable }) =>
      unreachable.listDue(now, beyondSchedule(now, restMs), repositoriesPerRun),
    );
    let total: ReclaimedUnreachable = { repositories: 0, doubtful: 0, objects: 0, bytes: 0, restored: 0 };
    const failed: Exclude<Looked, Ok<unknown, unknown>>[] = [];
    for (const one of due) {
      const held = yield* await renewLease();
      if (!held) break;
      const looked = await look(ports, renewLease, one);
      if ('bug' in looked || looked.isErr()) {
        failed.push(looked);
        yield* await putOff(ports, one);
        continue;
      }
      const found = looked.value;
      if (found === undefined) continue;
      if (found.restored > 0) onRestored(one.repositoryId);
      yield* await note(ports, one, found);
      total = add(total, found);
    }
    const [first] = failed;
    if (first === undefined) return ok(total);
    if ('bug' in first) throw first.bug;
    return err(first.error);
  });

const lease = { name: 'reclaim-unreachable', durationMs: 5 * MINUTE_MS };

export const reclaimUnreachable =
  (ports: LookPorts, onRestored: OnRestored) => (): ResultAsync<ReclaimedUnreachable | undefined, Unavailable> =>
    withLease(ports)(lease, (renewLease) => lookAtAll(ports, onRestored, renewLease));
