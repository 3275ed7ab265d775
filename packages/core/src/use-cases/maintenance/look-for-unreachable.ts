import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import type { Unavailable } from '../../model/app-error.js';
import type { LookDoubt, UnreachableLook } from '../../model/objects/unreachable-object.js';
import type { Oid } from '../../model/values/index.js';
import { isReached } from '../../steps/reachability/is-reached.js';
import { markUnreached } from './mark-unreached.js';
import { restoreReached } from './restore-reached.js';
import { changed, type HeldSight, type LookPorts, openSight } from './unreachable-sight.js';

/** What a look at a repository has come to. */
export interface LookedFor {
  readonly removed: number;
  readonly removedBytes: number;
  readonly restored: number;
  readonly doubt: LookDoubt | undefined;
  /** Whether it was broken off: something has changed meanwhile, or another process has taken it over. */
  readonly isBroken: boolean;
}

const objectsPerSlice = 500;
/** Each of these is asked of all keepers in one transaction. */
const judgedAtOnce = 25;

const noneFound: LookedFor = { removed: 0, removedBytes: 0, restored: 0, doubt: undefined, isBroken: false };

type Step = ResultAsync<LookedFor, typeof changed | Unavailable>;

const add = (left: LookedFor, right: Partial<LookedFor>): LookedFor => ({
  ...left,
  removed: left.removed + (right.removed ?? 0),
  removedBytes: left.removedBytes + (right.removedBytes ?? 0),
  restored: left.restored + (right.restored ?? 0),
});

interface Sorted {
  readonly reached: readonly Oid[];
  /** Those of them that are marked all the same. */
  readonly marked: readonly Oid[];
  readonly others: readonly Oid[];
}

/** Those of the objects that a ref reaches, and the others. */
const sortByReach = (
  { unitOfWork }: LookPorts,
  { history, repository }: HeldSight,
  oids: readonly Oid[],
): ResultAsync<Sorted, Unavailable> =>
  unitOfWork.read(async ({ gitIndex, unreachable }) => {
    const reading = { ...history, queries: gitIndex };
    const reached: Oid[] = [];
    const others: Oid[] = [];
    for (const oid of oids) ((await isReached(reading, oid)) ? reached : others).push(oid);
    return { reached, marked: [...(await unreachable.find(repository.id, reached)).keys()], others };
  });

const unmark = ({ unitOfWork }: LookPorts, { repository }: HeldSight, marked: readonly Oid[]): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ unreachable }): Promise<Result<void, never>> => {
    await unreachable.unmark(repository.id, marked);
    return ok();
  });

/** The slice after the oid: what is to be done with it, and where the next one begins. */
type Slice = (after: Oid | undefined) => ResultAsync<{ readonly last: Oid | undefined; readonly step: () => Step }, Unavailable>;

const objectSlices =
  (ports: LookPorts, sight: HeldSight): Slice =>
  (after) =>
    ports.unitOfWork
      .read(({ integrity }) => integrity.listObjects(sight.repository.id, after, objectsPerSlice))
      .map((objects) => {
        const oids = objects.map(({ oid }) => oid);
        const judge = async (): Promise<Result<LookedFor, typeof changed | Unavailable>> => {
          const sorted = await sortByReach(ports, sight, oids);
          if (sorted.isErr()) return err(sorted.error);
          const { marked, others } = sorted.value;
          const unmarked = marked.length === 0 ? ok() : await unmark(ports, sight, marked);
          if (unmarked.isErr()) return err(unmarked.error);
          let found = noneFound;
          // In doubt what a ref reaches is kept, and of the rest nothing is known.
          for (let at = 0; sight.doubt === undefined && at < others.length; at += judgedAtOnce) {
            const judged = await markUnreached(ports, sight, others.slice(at, at + judgedAtOnce));
            if (judged.isErr()) return err(judged.error);
            found = add(found, { removed: judged.value.objects, removedBytes: judged.value.bytes });
          }
          return ok(found);
        };
        return { last: oids.at(-1), step: () => new ResultAsync(judge()) };
      });

const removedSlices =
  (ports: LookPorts, sight: HeldSight): Slice =>
  (after) =>
    ports.unitOfWork
      .read(({ quarantine }) => quarantine.listUnasked(sight.repository.id, after, objectsPerSlice))
      .map((removed) => {
        const oids = removed.map(({ object }) => object.oid);
        const step = (): Step =>
          sortByReach(ports, sight, oids)
            .andThen(({ reached }) => (reached.length === 0 ? ok(0) : restoreReached(ports, sight, reached)))
            .map((restored) => add(noneFound, { restored }));
        return { last: oids.at(-1), step };
      });

/** Slice by slice, until none is left, or something has changed that what was seen depends on. */
const goThrough = async (ports: LookPorts, renewLease: Lease, slice: Slice): Promise<Result<LookedFor, Unavailable>> => {
  const pause = pauseOf(ports.clock);
  let total = noneFound;
  let after: Oid | undefined;
  for (;;) {
    const held = await renewLease();
    if (held.isErr()) return err(held.error);
    if (!held.value) return ok({ ...total, isBroken: true });
    const next = await slice(after);
    if (next.isErr()) return err(next.error);
    const { last, step } = next.value;
    if (last === undefined) return ok(total);
    const found = await step();
    if (found.isErr()) return found.error === changed ? ok({ ...total, isBroken: true }) : err(found.error);
    total = add(total, found.value);
    after = last;
    await pause();
  }
};

const lookWith = async (ports: LookPorts, renewLease: Lease, sight: HeldSight): Promise<Result<LookedFor, Unavailable>> => {
  const back = await goThrough(ports, renewLease, removedSlices(ports, sight));
  if (back.isErr() || back.value.isBroken) return back;
  const found = await goThrough(ports, renewLease, objectSlices(ports, sight));
  return found.map(({ isBroken, ...counts }) => ({ ...add(back.value, counts), isBroken }));
};

/**
 * Looks what of a repository no branch or tag reaches. What is reached again comes back first, whatever else is in doubt. Undefined where the repository is
 * gone, or wants no looks any more.
 */
export const lookForUnreachable = (
  ports: LookPorts,
  renewLease: Lease,
  { repositoryId }: Pick<UnreachableLook, 'repositoryId'>,
): ResultAsync<LookedFor | undefined, Unavailable> => {
  const look = async (): Promise<Result<LookedFor | undefined, Unavailable>> => {
    const opened = await ports.unitOfWork.transact(async (records) =>
      ok(await openSight(records, ports, repositoryId, ports.clock.now())),
    );
    if (opened.isErr()) return err(opened.error);
    const sight = opened.value;
    if (sight?.repository.reclaimUnreachableAfterDays === undefined) return ok(undefined);
    const { history, doubt } = sight;
    if (history === undefined) return ok({ ...noneFound, doubt });
    return (await lookWith(ports, renewLease, { ...sight, history })).map((found) => ({ ...found, doubt }));
  };
  return new ResultAsync(look());
};
