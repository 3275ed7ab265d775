import type { ReconciledUsage, UsageDifference } from '../../model/maintenance.js';
import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { StorageMode } from '../../model/repository.js';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, type OrganizationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { LedgerPage, UsageQueries } from '../../ports/records/usage-records.js';

type ReconcilePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random'>;
type Sums = Readonly<Record<StorageMode, number>>;

const organizationsPerSlice = 100;
const entriesPerSlice = 2000;
const maxDifferences = 100;
/** Longer than any transaction lasts: what is older stands in the ledger, and nothing comes before it any more. */
const settledAfterMs = 10 * MINUTE_MS;

const add = (sums: Sums, entries: readonly LedgerPage[]): Sums => {
  const next = { ...sums };
  for (const { storageMode, bytes } of entries) next[storageMode] += bytes;
  return next;
};

interface Prefix {
  readonly sums: Sums;
  /** Of the last entry that is in the sums. */
  readonly place: number;
}

/** Adds up, slice by slice, the entries up to the first that is younger than `settledAt`. Undefined when the lease is lost. */
const addUpSettled = (
  { unitOfWork }: ReconcilePorts,
  renewLease: Lease,
  organizationId: OrganizationId,
  settledAt: Instant,
): ResultAsync<Prefix | undefined, Unavailable> =>
  safeTry(async function* () {
    let prefix: Prefix = { sums: { managed: 0, byos: 0 }, place: 0 };
    for (;;) {
      const held = yield* await renewLease();
      if (!held) return ok(undefined);
      const { place } = prefix;
      const slice = yield* await unitOfWork.read(({ usage }) => usage.listLedger(organizationId, place, entriesPerSlice));
      const young = slice.findIndex(({ at }) => at > settledAt);
      const settled = young === -1 ? slice : slice.slice(0, young);
      prefix = { sums: add(prefix.sums, settled), place: settled.at(-1)?.place ?? place };
      if (settled.length < entriesPerSlice) return ok(prefix);
    }
  });

/** The rest of the ledger, which is short, as one moment shows it. */
const addUpRest = async (usage: UsageQueries, organizationId: OrganizationId, prefix: Prefix): Promise<Sums> => {
  let { sums, place } = prefix;
  for (;;) {
    const slice = await usage.listLedger(organizationId, place, entriesPerSlice);
    sums = add(sums, slice);
    place = slice.at(-1)?.place ?? place;
    if (slice.length < entriesPerSlice) return sums;
  }
};

/** The three sums of one moment, compared. */
const compare = (
  { unitOfWork }: ReconcilePorts,
  organizationId: OrganizationId,
  prefix: Prefix,
): ResultAsync<readonly UsageDifference[], Unavailable> =>
  unitOfWork.transact(async ({ usage }): Promise<Result<readonly UsageDifference[], never>> => {
    const { usedBytes, byosBytes } = await usage.ofOrganization(organizationId);
    const ledger = await addUpRest(usage, organizationId, prefix);
    const repositories = await usage.ofRepositories(organizationId);
    const differenceOf = (storageMode: StorageMode, accountBytes: number): readonly UsageDifference[] => {
      const [ledgerBytes, repositoriesBytes] = [ledger[storageMode], repositories[storageMode].physicalBytes];
      const isOne = ledgerBytes === accountBytes && repositoriesBytes === accountBytes;
      return isOne ? [] : [{ organizationId, storageMode, accountBytes, ledgerBytes, repositoriesBytes }];
    };
    return ok([...differenceOf('managed', usedBytes), ...differenceOf('byos', byosBytes)]);
  });

const reconcile = (ports: ReconcilePorts, renewLease: Lease): ResultAsync<ReconciledUsage, Unavailable> =>
  safeTry(async function* () {
    const differences: UsageDifference[] = [];
    let organizations = 0;
    let after: OrganizationId | undefined;
    for (;;) {
      const position = after;
      const slice = yield* await ports.unitOfWork.read(({ usage }) => usage.listOrganizations(position, organizationsPerSlice));
      for (const organizationId of slice) {
        const prefix = yield* await addUpSettled(ports, renewLease, organizationId, ports.clock.now() - settledAfterMs);
        if (prefix === undefined) return ok({ organizations, differences });
        const compared = yield* await compare(ports, organizationId, prefix);
        organizations += 1;
        differences.push(...compared.slice(0, maxDifferences - differences.length));
      }
      after = slice.at(-1);
      if (slice.length < organizationsPerSlice) return ok({ organizations, differences });
    }
  });

/** Somewhat less than a day, so that a daily run is not put off to the next day. */
const lease = { name: 'reconcile-usage', durationMs: 5 * MINUTE_MS, restMs: DAY_MS - HOUR_MS };

export const reconcileUsage = (ports: ReconcilePorts) => (): ResultAsync<ReconciledUsage | undefined, Unavailable> =>
  withLease(ports)(lease, (renewLease) => reconcile(ports, renewLease));
