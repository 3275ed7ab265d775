import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { TreeFile } from '../../model/chunk-tree/tree-file.js';
import type { CollectedGarbage } from '../../model/maintenance.js';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  maxPageLimit,
  MINUTE_MS,
  type OrganizationId,
  type PackName,
  type RepositoryId,
  packFolder,
  treeFileKind,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

type CollectPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random'>;

const organizationsPerSlice = 100;
const filesPerSlice = 1000;
/** What is younger may belong to an upload that is still on its way. */
const minAgeMs = DAY_MS;

/** Of one organization. */
interface Found {
  readonly repositories: number;
  readonly packs: number;
  readonly unneededPacks: number;
  readonly unneededBytes: number;
}

const nothing: Found = { repositories: 0, packs: 0, unneededPacks: 0, unneededBytes: 0 };

const add = (left: Found, right: Found): Found => ({
  repositories: left.repositories + right.repositories,
  packs: left.packs + right.packs,
  unneededPacks: left.unneededPacks + right.unneededPacks,
  unneededBytes: left.unneededBytes + right.unneededBytes,
});

const packOf = ({ path }: TreeFile): PackName | undefined => {
  const file = treeFileKind(path);
  return file.kind === 'pack' ? file.name : undefined;
};

/** A pack is verified with the first object that needs it, so one that is old and not verified is needed by none. */
const lookAtRepository = (
  { unitOfWork }: CollectPorts,
  renewLease: Lease,
  repositoryId: RepositoryId,
  before: Instant,
): ResultAsync<Found | undefined, Unavailable> =>
  safeTry(async function* () {
    let found = nothing;
    let after: TreeFile['path'] | undefined;
    for (;;) {
      const held = yield* await renewLease();
      if (!held) return ok(undefined);
      const from = after;
      const slice = yield* await unitOfWork.read(async ({ tree }) => {
        const files = await tree.listBelow(repositoryId, packFolder, from, filesPerSlice);
        const names = files.flatMap((file) => packOf(file) ?? []);
        return { files, verified: await tree.findVerifiedPacks(repositoryId, names) };
      });
      const unneeded = slice.files.filter((file) => {
        const name = packOf(file);
        return file.state === 'stored' && file.changedAt < before && name !== undefined && !slice.verified.has(name);
      });
      found = add(found, {
        repositories: 0,
        packs: slice.files.filter((file) => packOf(file) !== undefined).length,
        unneededPacks: unneeded.length,
        unneededBytes: unneeded.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
      });
      after = slice.files.at(-1)?.path;
      if (slice.files.length < filesPerSlice) return ok({ ...found, repositories: found.packs > 0 ? 1 : 0 });
    }
  });

/** Undefined when the lease is lost. */
const lookAtOrganization = (
  ports: CollectPorts,
  renewLease: Lease,
  organizationId: OrganizationId,
  before: Instant,
): ResultAsync<Found | undefined, Unavailable> =>
  safeTry(async function* () {
    let found = nothing;
    let cursor: string | undefined;
    do {
      const page = { limit: maxPageLimit, cursor };
      const { items, nextCursor } = yield* await ports.unitOfWork.read(({ repositories }) =>
        repositories.listOfOrganization(organizationId, undefined, page),
      );
      for (const { id } of items) {
        const ofRepository = yield* await lookAtRepository(ports, renewLease, id, before);
        if (ofRepository === undefined) return ok(undefined);
        found = add(found, ofRepository);
      }
      cursor = nextCursor;
    } while (cursor !== undefined);
    return ok(found);
  });

/** Tells what a pass has come to, where there was anything to look at. */
const announce = (
  { unitOfWork, clock }: CollectPorts,
  organizationId: OrganizationId,
  { repositories, packs, unneededPacks, unneededBytes }: Found,
): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ outbox }): Promise<Result<void, never>> => {
    await outbox.append({
      type: 'maintenance.gc.completed',
      organizationId,
      repositoryId: undefined,
      occurredAt: clock.now(),
      data: { repositories, packs, unneeded_packs: unneededPacks, unneeded_bytes: unneededBytes, deleted_bytes: 0 },
    });
    return ok(undefined);
  });

const collect = (ports: CollectPorts, renewLease: Lease): ResultAsync<CollectedGarbage, Unavailable> =>
  safeTry(async function* () {
    let organizations = 0;
    let total = nothing;
    let after: OrganizationId | undefined;
    for (;;) {
      const position = after;
      const slice = yield* await ports.unitOfWork.read(({ usage }) => usage.listOrganizations(position, organizationsPerSlice));
      for (const organizationId of slice) {
        const found = yield* await lookAtOrganization(ports, renewLease, organizationId, ports.clock.now() - minAgeMs);
        if (found === undefined) return ok({ organizations, ...total });
        organizations += 1;
        total = add(total, found);
        if (found.packs > 0) yield* await announce(ports, organizationId, found);
      }
      after = slice.at(-1);
      if (slice.length < organizationsPerSlice) return ok({ organizations, ...total });
    }
  });

/** Somewhat less than a day, so that a daily run is not put off to the next day. */
const lease = { name: 'collect-garbage', durationMs: 5 * MINUTE_MS, restMs: DAY_MS - HOUR_MS };

export const collectGarbage = (ports: CollectPorts) => (): ResultAsync<CollectedGarbage | undefined, Unavailable> =>
  withLease(ports)(lease, (renewLease) => collect(ports, renewLease));
