import type { AuditEvent, DomainEvent, LedgerEntry } from '@svc/core/model';
import type { Queries, Records, UnitOfWork } from '@svc/core/ports';
import { ok, type Result } from 'neverthrow';
import type { Case, Closable } from '../run-cases.js';

/** Everything committed that no port reads back, oldest first. */
export interface Journal {
  readonly auditEvents: readonly AuditEvent[];
  readonly domainEvents: readonly DomainEvent[];
  readonly ledgerEntries: readonly LedgerEntry[];
}

/** A unit of work over an empty store, and a look behind the port at what it has written. */
export interface UnitOfWorkHarness extends Closable {
  readonly unitOfWork: UnitOfWork;
  journal(): Promise<Journal>;
  /** From now on another process uses the store as well, as a second server would. Absent where none can. */
  readonly admitOther?: () => Promise<void>;
}

export type UnitOfWorkCase = Case<UnitOfWorkHarness>;

/** Runs the work in a transaction that must commit. */
export const commit = async <T>(
  { unitOfWork }: Pick<UnitOfWorkHarness, 'unitOfWork'>,
  work: (records: Records) => Promise<T>,
): Promise<T> => {
  const outcome = await unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)));
  if (outcome.isErr()) throw new Error(`the store is ${outcome.error.kind}`);
  return outcome.value;
};

/** Runs queries that must be answered. */
export const ask = async <T>(
  { unitOfWork }: Pick<UnitOfWorkHarness, 'unitOfWork'>,
  work: (queries: Queries) => Promise<T>,
): Promise<T> => {
  const outcome = await unitOfWork.read(work);
  if (outcome.isErr()) throw new Error(`the store is ${outcome.error.kind}`);
  return outcome.value;
};

/** Begins all of them at once. */
export const together = <T>(count: number, begin: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
