import { ok, type Result } from 'neverthrow';
import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { RegisteredObject, KeptRepository } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { blobOfObject } from '../../steps/integrity/kept-blob.js';
import { lockOrganizationOf } from '../../steps/lock-organization-of.js';
import { makeWholeAgain } from '../../steps/quarantine/take-back-whole.js';
import { ask, conditionOf, demand, type Inspection } from './inspection.js';

/**
 * Has a damaged object in chunks read from the whole bytes that its conversion has left, if they are still there. Nobody reads those, so they are read here first,
 * from the first byte to the last: only when they are what they were is the object whole again, and its note gone.
 */
export const goBackToWhole = async (
  inspection: Inspection,
  repository: KeptRepository,
  object: RegisteredObject,
  isStillKept: (records: Records | Queries) => Promise<boolean>,
): Promise<void> => {
  const { ports, inspected } = inspection;
  const { id: repositoryId, organizationId, namespace } = repository;
  const { oid } = object;
  const findLeft = async ({ quarantine }: Queries | Records): Promise<QuarantinedObject | undefined> => {
    const found = (await quarantine.find(repositoryId, [oid])).get(oid);
    return found?.state === 'converted' ? found : undefined;
  };
  const left = await ask(inspection, findLeft);
  if (left === undefined) return;
  const readAndGoBack = async (): Promise<void> => {
    if ((await conditionOf(inspection, repository, blobOfObject(namespace, object), true)).kind !== 'sound') return;
    const healed = await ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
      const owner = { repositoryId, organizationId, namespace };
      if ((await lockOrganizationOf(records, owner)).isErr() || !(await isStillKept(records))) return ok(false);
      // What was put there since was not read.
      if ((await findLeft(records))?.removedAt !== left.removedAt) return ok(false);
      if (!(await makeWholeAgain(records, owner, oid, 'goes', ports.clock.now()))) return ok(false);
      return ok(await records.damage.heal(repositoryId, { kind: 'object', oid }));
    });
    if (demand(healed)) inspected.healed += 1;
  };
  if (inspection.putOff === undefined) await readAndGoBack();
  else inspection.putOff(object.sizeBytes, readAndGoBack);
};
