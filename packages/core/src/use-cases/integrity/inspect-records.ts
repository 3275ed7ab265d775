import { ok, type Result } from 'neverthrow';
import type { PackName, RepositoryId } from '../../model/values/index.js';
import { packPath } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import { ask, demand, type Inspection } from './inspection.js';

/** Told of at most, of one kind and one repository. */
const maxNames = 100;

/** Whether a pack is verified and its file is not stored, as one moment shows it. */
const lacksFile = async ({ ports }: Inspection, repositoryId: RepositoryId, pack: PackName): Promise<boolean> =>
  demand(
    await ports.unitOfWork.transact(async ({ tree }): Promise<Result<boolean, never>> => {
      const isVerified = (await tree.findVerifiedPacks(repositoryId, [pack])).has(pack);
      const file = await tree.findFile(repositoryId, packPath(pack));
      return ok(isVerified && file?.state !== 'stored');
    }),
  );

const inspectPacks = async (inspection: Inspection, repositoryId: RepositoryId): Promise<void> => {
  let after: PackName | undefined;
  do {
    const from = after;
    const { packs, files } = await ask(inspection, async ({ integrity, tree }) => {
      const names = await integrity.listPacks(repositoryId, from, inspection.rowsPerSlice);
      return { packs: names, files: await tree.findFiles(repositoryId, names.map(packPath)) };
    });
    for (const name of packs) {
      if (files.get(packPath(name))?.state === 'stored' || !(await lacksFile(inspection, repositoryId, name))) continue;
      inspection.report({ kind: 'inconsistent', repositoryId, rule: 'pack_without_file', name });
    }
    after = packs.length < inspection.rowsPerSlice ? undefined : packs.at(-1);
  } while (after !== undefined);
};

/** Whether the rows of a repository agree with each other, and its counters with its rows. */
export const inspectRecords = async (inspection: Inspection, { id: repositoryId }: KeptRepository): Promise<void> => {
  await inspectPacks(inspection, repositoryId);
  const { unverified, miscounted } = await ask(inspection, async ({ integrity }) => ({
    unverified: await integrity.listUnverifiedPacksOfChunks(repositoryId, maxNames),
    miscounted: await integrity.miscountedOf(repositoryId),
  }));
  for (const name of unverified) inspection.report({ kind: 'inconsistent', repositoryId, rule: 'chunks_without_pack', name });
  for (const difference of miscounted) inspection.report({ kind: 'miscounted', repositoryId, ...difference });
};

const organizationsPerSlice = 100;

/** Whether what each organization uses is its ledger and is what its repositories hold, and whether each has an OWNER. Answers how many there are. */
export const inspectOrganizations = async (inspection: Inspection): Promise<number> => {
  let organizations = 0;
  for (let slice = await ask(inspection, ({ usage }) => usage.listOrganizations(undefined, organizationsPerSlice)); ;) {
    for (const organizationId of slice) {
      const { sums, isOwned } = await ask(inspection, async ({ integrity }) => ({
        sums: await integrity.unbalancedOf(organizationId),
        isOwned: await integrity.hasOwner(organizationId),
      }));
      organizations += 1;
      for (const difference of sums) inspection.report({ kind: 'unbalanced', ...difference });
      if (!isOwned) inspection.report({ kind: 'ownerless', organizationId });
    }
    const last = slice.at(-1);
    if (last === undefined || slice.length < organizationsPerSlice) return organizations;
    slice = await ask(inspection, ({ usage }) => usage.listOrganizations(last, organizationsPerSlice));
  }
};
