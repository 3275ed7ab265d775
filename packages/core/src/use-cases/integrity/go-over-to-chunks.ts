import { ok, type Result } from 'neverthrow';
import type { KeptRepository, RegisteredObject } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../steps/lock-organization-of.js';
import { leaveWhole } from '../../steps/quarantine/leave-whole.js';
import { ask, demand, type Inspection } from './inspection.js';
import { findFaultNow, type FindTreeFault } from './object-tree.js';

/**
 * Has an object whose whole bytes are noted as damaged read from its chunks, if it has a frozen manifest and all that this needs is sound. What lies at its key
 * is removed as the whole bytes of a converted object are.
 */
export const goOverToChunks = async (
  inspection: Inspection,
  repository: KeptRepository,
  { manifestSha256, ...object }: RegisteredObject,
  isStillKept: (records: Records | Queries) => Promise<boolean>,
  findFault: FindTreeFault,
): Promise<void> => {
  const { ports, inspected } = inspection;
  const { id: repositoryId, organizationId, namespace } = repository;
  const { oid } = object;
  // One that waits there itself is noted, and goes over when it is restored.
  const isWaiting = async ({ quarantine }: Queries | Records): Promise<boolean> =>
    (await quarantine.find(repositoryId, [oid])).has(oid);
  if (manifestSha256 === undefined || (await ask(inspection, isWaiting))) return;
  if ((await findFaultNow(inspection, repository, findFault, { ...object, manifestSha256 })) !== undefined) return;
  const healed = await ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
    const owner = { repositoryId, organizationId, namespace };
    if ((await lockOrganizationOf(records, owner)).isErr() || !(await isStillKept(records))) return ok(false);
    if ((await records.tree.findManifest(repositoryId, oid)) !== manifestSha256) return ok(false);
    if (await isWaiting(records)) return ok(false);
    if (!(await records.damage.heal(repositoryId, { kind: 'object', oid }))) return ok(false);
    const chunkCount = (await records.artifacts.find(repositoryId, oid))?.chunkCount;
    await leaveWhole(ports, records, owner, oid, { physicalBytes: 0, manifestSha256, chunkCount }, ports.clock.now());
    return ok(true);
  });
  if (demand(healed)) inspected.healed += 1;
};
