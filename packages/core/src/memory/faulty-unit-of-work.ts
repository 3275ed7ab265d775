import { err, type Result, type ResultAsync } from 'neverthrow';
import { type CallFault, createFaultPlan, type Fault, type FaultPlan } from '../blob-store/fault-plan.js';
import { unavailable, type Unavailable } from '../model/app-error.js';
import type { Records, UnitOfWork } from '../ports/index.js';

/**
 * Besides the faults of every call but `late`, for a commit that is on its way holds its locks until it is there: `undone`: the work has run, and is rolled back. `again`: the same,
 * and then the work runs once more.
 */
export type DatabaseFault = Exclude<CallFault, 'late'> | 'undone' | 'again';

export type PlannedDatabaseFault = Fault<keyof UnitOfWork, DatabaseFault>;

const of = (call: keyof UnitOfWork, ...kinds: readonly DatabaseFault[]): readonly PlannedDatabaseFault[] =>
  kinds.map((when) => ({ call, when }));

/** Every way in which a database can fail. A transaction that is `unavailable` after its commit is the one whose outcome nobody knows. */
export const unitOfWorkFaults: readonly PlannedDatabaseFault[] = [
  ...of('read', 'before', 'hang', 'slow'),
  ...of('transact', 'before', 'undone', 'again', 'after', 'hang', 'slow'),
  ...of('check', 'before', 'hang', 'slow'),
  ...of('isAlone', 'before', 'hang', 'slow'),
];

export interface FaultyUnitOfWork extends UnitOfWork, FaultPlan<PlannedDatabaseFault> {}

type Work<T, E> = (records: Records) => Promise<Result<T, E>> | ResultAsync<T, E>;

/** A decorator for tests: a unit of work that does what `inner` does, except for the calls that a test has chosen to fail. */
export const createFaultyUnitOfWork = (inner: UnitOfWork): FaultyUnitOfWork => {
  const { plan, next, meet } = createFaultPlan('database', unitOfWorkFaults);

  const rollBack = <T, E>(work: Work<T, E>): ResultAsync<never, E | Unavailable> =>
    inner.transact(async (records): Promise<Result<never, E | Unavailable>> => {
      const done = await work(records);
      return done.andThen(() => err(unavailable('database')));
    });

  const transact = <T, E>(fault: DatabaseFault | undefined, work: Work<T, E>): ResultAsync<T, E | Unavailable> => {
    if (fault === 'undone') return rollBack(work);
    if (fault === 'again') return rollBack(work).orElse(() => inner.transact(work));
    return meet(fault, () => inner.transact(work));
  };

  const perform = <T, E>(call: 'read' | 'check' | 'isAlone', act: () => ResultAsync<T, E>): ResultAsync<T, E | Unavailable> => {
    const fault = next(call);
    return meet(fault === 'undone' || fault === 'again' ? undefined : fault, act);
  };

  return {
    ...plan,
    read: (work) => perform('read', () => inner.read(work)),
    transact: (work) => transact(next('transact'), work),
    check: () => perform('check', () => inner.check()),
    isAlone: () => perform('isAlone', () => inner.isAlone()),
  };
};
