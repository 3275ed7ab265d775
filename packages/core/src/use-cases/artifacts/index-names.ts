import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
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

const indexLeased = (ports: IndexPorts, renewLease: Lease): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    let total = 0;
    for (;;) {
      const due = yield* await ports.unitOfWork.read(({ artifacts }) => artifacts.listUnindexed(organizationsPerRun));
      if (due.length === 0) return ok(total);
      // One slice of each before the next of any, so that an organization that brings very many does not make the others wait.
      for (const organizationId of due) {
        const held = yield* await renewLease();
        if (!held) return ok(total);
        const indexed = yield* await indexOnce(ports, organizationId);
        total += indexed;
      }
    }
  });

export const indexNames = (ports: IndexPorts) => (): ResultAsync<number | undefined, Unavailable> =>
  withLease(ports)(lease, (renewLease) => indexLeased(ports, renewLease));
