import { mapOrdered } from '../../concurrency/map-ordered.js';
import type { Finding } from '../../model/integrity/finding.js';
import type { Oid } from '../../model/values/index.js';
import type { KeptInQuarantine, KeptRepository } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { inspectBytes } from './inspect-objects.js';
import { ask, type Inspection } from './inspection.js';
import type { FindTreeFault } from './object-tree.js';

/** Whether it waits in quarantine as it did. */
const isStillWaiting =
  ({ id }: KeptRepository, { oid, sizeBytes, layout, manifestSha256, state }: KeptInQuarantine) =>
  async ({ quarantine }: Records | Queries): Promise<boolean> => {
    const present = (await quarantine.find(id, [oid])).get(oid);
    if (present?.state !== state || present.manifestSha256 !== manifestSha256) return false;
    return present.object.sizeBytes === sizeBytes && present.object.layout === layout;
  };

/**
 * A removed object is noted as any other: the note stays when it is restored, so that nobody gets its bytes and a push heals it. Of one that was converted a note
 * would be about what is registered, which lies in chunks.
 */
const inQuarantine = (inspection: Inspection, { state }: KeptInQuarantine): Inspection => ({
  ...inspection,
  repairs: inspection.repairs && state === 'quarantined',
  report: (finding: Finding) => {
    const hasPlace = 'key' in finding && finding.kind !== 'orphan';
    inspection.report(hasPlace ? { ...finding, isInQuarantine: true } : finding);
  },
});

/** Looks at what waits in quarantine and follows `after`, in one slice; answers the last one, and undefined when there are no more. */
export const inspectQuarantined = async (
  inspection: Inspection,
  repository: KeptRepository,
  findFault: FindTreeFault,
  after: Oid | undefined,
): Promise<Oid | undefined> => {
  const { id } = repository;
  const { waiting, noted } = await ask(inspection, async ({ integrity, damage }) => {
    const slice = await integrity.listQuarantined(id, after, inspection.rowsPerSlice);
    const oids = slice.map(({ oid }) => oid);
    return { waiting: slice, noted: inspection.repairs ? await damage.findObjects(id, oids) : new Set<Oid>() };
  });
  const inspect = (object: KeptInQuarantine): Promise<void> => {
    const question = { object, isNoted: noted.has(object.oid), isStillKept: isStillWaiting(repository, object) };
    return inspectBytes(inQuarantine(inspection, object), repository, question, findFault);
  };
  for await (const _ of mapOrdered(waiting, inspect, { concurrency: inspection.blobsAtOnce })) inspection.inspected.objects += 1;
  return waiting.length < inspection.rowsPerSlice ? undefined : waiting.at(-1)?.oid;
};
