import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import { MINUTE_MS, type OrganizationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

type IndexPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random'>;

const organizationsPerRun = 100;
const lease = { name: 'index-names', durationMs: 5 * MINUTE_MS };

/** In two transactions: the second one writes what everybody who registers objects writes, so it is short. */
const indexOnce = ({ unitOfWork }: IndexPorts, organizationId: OrganizationId): ResultAsync<number, Unavailable> =>
  unitOfWork
    .transact(async ({ artifacts }): Promise<Result<number, never>> => ok(await artifacts.indexNames(organizationId)))
    .andThen((names) =>
      unitOfWork.transact(async ({ artifacts }): Promise<Result<number, never>> => {
        await artifacts.noteIndexed(organizationId, names);
        return ok(names);
      }),
    );

const indexLeased = async (ports: IndexPorts, renewLease: Lease): Promise<Result<number, Unavailable>> => {
  let total = 0;
  for (;;) {
    const due = await ports.unitOfWork.read(({ artifacts }) => artifacts.listUnindexed(organizationsPerRun));
    if (due.isErr()) return err(due.error);
    if (due.value.length === 0) return ok(total);
    // One slice of each before the next of any, so that an organization that brings very many does not make the others wait.
    for (const organizationId of due.value) {
      const held = await renewLease();
      if (held.isErr()) return err(held.error);
      if (!held.value) return ok(total);
      const indexed = await indexOnce(ports, organizationId);
      if (indexed.isErr()) return err(indexed.error);
      total += indexed.value;
    }
  }
};

export const indexNames = (ports: IndexPorts) => (): ResultAsync<number | undefined, Unavailable> =>
  withLease(ports)(lease, (renewLease) => indexLeased(ports, renewLease));
