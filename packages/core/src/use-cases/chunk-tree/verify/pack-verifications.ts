import { ok, type Result } from 'neverthrow';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import {
  type Instant,
  type Oid,
  type PackName,
  packPath,
  type RepositoryId,
  type TreePath,
} from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { findLasting } from '../collect/condemned.js';
import type { VerifiedPack } from './verify-pack.js';

/** How many bytes of packs were verified first by which object. */
export type NewBytes = ReadonlyMap<Oid, number>;

/** Remembers the packs that were verified along with objects, until they are written with them. */
export interface PackVerifications {
  /** Those of the packs that nobody has verified yet. */
  unverified(packs: readonly PackName[]): Promise<readonly PackName[]>;
  add(pack: VerifiedPack, by: Oid): Promise<void>;
  /** Files of the repository that are noted as damaged by now. */
  noted(): Promise<ReadonlySet<TreePath>>;
  /** Writes what was added, as a step of a transaction that holds the organization; running it again writes the same. */
  write(records: Records, at: Instant): Promise<NewBytes>;
}

/** About 5 MB of memory. Objects of more chunks than that write the packs that they have verified before they are verified themselves. */
const maxWaitingChunks = 100_000;

/** One that is noted beyond these has to be sent again, also where it turns out to be sound. */
const maxNoted = 1000;

export const createPackVerifications = (
  ports: Pick<Ports, 'unitOfWork' | 'clock'>,
  repositoryId: RepositoryId,
): PackVerifications => {
  const names = new Set<PackName>();
  let waiting: { readonly pack: VerifiedPack; readonly by: Oid }[] = [];
  let waitingChunks = 0;
  let writtenEarly: NewBytes = new Map();

  const write = async (records: Records, at: Instant): Promise<NewBytes> => {
    const known = await records.tree.findVerifiedPacks(
      repositoryId,
      waiting.map(({ pack }) => pack.name),
    );
    const newBytes = new Map(writtenEarly);
    const paths = waiting.map(({ pack }) => packPath(pack.name));
    const lasting = await findLasting(records, repositoryId, paths);
    const damaged = await records.damage.findFiles(repositoryId, paths);
    for (const { pack, by } of waiting) {
      const path = packPath(pack.name);
      // Chunks of a pack that is gone by now, or was found to be damaged since, must not be found.
      if (known.has(pack.name) || !lasting.has(path) || damaged.has(path)) continue;
      await records.condemned.remove(repositoryId, [path]);
      await records.tree.addPack(repositoryId, pack.name, pack.index.locations(), at);
      newBytes.set(by, (newBytes.get(by) ?? 0) + pack.sizeBytes);
    }
    return newBytes;
  };

  /** That a pack is verified is true by itself, whatever becomes of the object. */
  const writeEarly = async (): Promise<void> => {
    const at = ports.clock.now();
    const written = await ports.unitOfWork.transact(async (records): Promise<Result<NewBytes, never>> => {
      const repository = await records.repositories.find(repositoryId);
      const isThere = repository !== undefined && (await records.organizations.lock(repository.organizationId));
      return ok(isThere ? await write(records, at) : writtenEarly);
    });
    if (written.isErr()) throw new TreeUnavailable(written.error);
    writtenEarly = written.value;
    waiting = [];
    waitingChunks = 0;
  };

  return {
    unverified: async (packs) => {
      const asked = packs.filter((pack) => !names.has(pack));
      if (asked.length === 0) return asked;
      const known = await ports.unitOfWork.read((queries) => queries.tree.findVerifiedPacks(repositoryId, asked));
      if (known.isErr()) throw new TreeUnavailable(known.error);
      return asked.filter((pack) => !known.value.has(pack));
    },
    add: async (pack, by) => {
      names.add(pack.name);
      waiting.push({ pack, by });
      waitingChunks += pack.index.length;
      if (waitingChunks > maxWaitingChunks) await writeEarly();
    },
    noted: async () => {
      const noted = await ports.unitOfWork.read(({ damage }) => damage.list(repositoryId, undefined, maxNoted));
      if (noted.isErr()) throw new TreeUnavailable(noted.error);
      return new Set(noted.value.flatMap(({ of }) => (of.kind === 'file' ? [of.path] : [])));
    },
    write,
  };
};
