import { mapOrdered } from '../../concurrency/map-ordered.js';
import type { Finding } from '../../model/integrity/finding.js';
import { type Oid, treeKey } from '../../model/values/index.js';
import type { KeptRepository, RegisteredObject } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { blobOfObject } from '../../steps/integrity/kept-blob.js';
import { goBackToWhole } from './go-back-to-whole.js';
import { goOverToChunks } from './go-over-to-chunks.js';
import { inspectBlob } from './inspect-blob.js';
import { ask, heal, type Inspection, note } from './inspection.js';
import { findFaultNow, type FindTreeFault } from './object-tree.js';

/** Whether the object is registered as it was. */
const isSameObject =
  ({ id }: KeptRepository, { oid, sizeBytes, layout, manifestSha256 }: RegisteredObject) =>
  async ({ objects, tree }: Records | Queries): Promise<boolean> => {
    const present = (await objects.findStored(id, [oid])).get(oid);
    if (present?.sizeBytes !== sizeBytes || present.layout !== layout) return false;
    return layout === 'whole' || (await tree.findManifest(id, oid)) === manifestSha256;
  };

export interface ObjectInQuestion {
  readonly object: RegisteredObject;
  /** Whether it is noted as damaged. */
  readonly isNoted: boolean;
  readonly isStillKept: (records: Records | Queries) => Promise<boolean>;
}

/** Tells of an object that cannot be put together, notes it, and goes back to what its conversion has left, if anything. */
const tellIncomplete = async (
  inspection: Inspection,
  repository: KeptRepository,
  { object, isStillKept }: ObjectInQuestion,
  finding: Finding,
): Promise<void> => {
  if (!(await ask(inspection, isStillKept))) return;
  inspection.report(finding);
  await note(inspection, repository, { kind: 'object', oid: object.oid }, 'incomplete', isStillKept);
  // Noted first: while those bytes are read nobody counts on the object, and nobody removes them.
  if (inspection.repairs) await goBackToWhole(inspection, repository, object, isStillKept);
};

/** An object that lies in chunks alone. */
const inspectTree = async (
  inspection: Inspection,
  repository: KeptRepository,
  question: ObjectInQuestion,
  findFault: FindTreeFault,
): Promise<void> => {
  const { oid, manifestSha256 } = question.object;
  const { id: repositoryId, namespace } = repository;
  if (manifestSha256 === undefined) {
    const finding = { kind: 'inconsistent', repositoryId, rule: 'object_without_manifest', name: oid } as const;
    return tellIncomplete(inspection, repository, question, finding);
  }
  const mayHeal = question.isNoted && inspection.repairs;
  const object = { ...question.object, manifestSha256 };
  const fault = await (mayHeal ? findFaultNow(inspection, repository, findFault, object) : findFault(object));
  if (fault === undefined) {
    if (mayHeal) await heal(inspection, repository, { kind: 'object', oid });
    return;
  }
  // It was told, and may be read later: nothing is known of what needs it.
  if (fault.isUnreadable) return;
  const finding = { kind: 'incomplete', repositoryId, oid, key: treeKey(namespace, fault.path) } as const;
  return tellIncomplete(inspection, repository, question, finding);
};

/** Looks at what lies in storage of one object. */
export const inspectBytes = async (
  inspection: Inspection,
  repository: KeptRepository,
  question: ObjectInQuestion,
  findFault: FindTreeFault,
): Promise<void> => {
  if (question.object.layout === 'chunks') return inspectTree(inspection, repository, question, findFault);
  const { object, isStillKept } = question;
  const blob = blobOfObject(repository.namespace, object);
  const fault = await inspectBlob(inspection, repository, { ...question, blob }, { reads: inspection.isRead(blob.key) });
  if (fault !== undefined && inspection.repairs) await goOverToChunks(inspection, repository, object, isStillKept, findFault);
};

/** Looks at one registered object. */
export const inspectObject = (
  inspection: Inspection,
  repository: KeptRepository,
  object: RegisteredObject,
  isNoted: boolean,
  findFault: FindTreeFault,
): Promise<void> =>
  inspectBytes(inspection, repository, { object, isNoted, isStillKept: isSameObject(repository, object) }, findFault);

/**
 * Looks at the objects of a repository that follow `after`, in one slice; answers the last one, and undefined when there are no more. Files of the chunk tree come
 * first, so that it is known which are damaged. With `layout` only objects of that layout are looked at.
 */
export const inspectObjects = async (
  inspection: Inspection,
  repository: KeptRepository,
  findFault: FindTreeFault,
  after: Oid | undefined,
  layout?: RegisteredObject['layout'],
): Promise<Oid | undefined> => {
  const { id } = repository;
  const { objects, noted } = await ask(inspection, async ({ integrity, damage }) => {
    const slice = await integrity.listObjects(id, after, inspection.rowsPerSlice);
    const oids = slice.map(({ oid }) => oid);
    return { objects: slice, noted: inspection.repairs ? await damage.findObjects(id, oids) : new Set<Oid>() };
  });
  const inspect = (object: RegisteredObject): Promise<void> =>
    inspectObject(inspection, repository, object, noted.has(object.oid), findFault);
  const inspected = objects.filter((object) => layout === undefined || object.layout === layout);
  for await (const _ of mapOrdered(inspected, inspect, { concurrency: inspection.blobsAtOnce }))
    inspection.inspected.objects += 1;
  return objects.length < inspection.rowsPerSlice ? undefined : objects.at(-1)?.oid;
};
