import { mapOrdered } from '../../concurrency/map-ordered.js';
import type { TreeFile } from '../../model/chunk-tree/tree-file.js';
import type { TreePath } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { blobOfFile } from '../../steps/integrity/kept-blob.js';
import { type BlobInQuestion, type FaultyPaths, inspectBlob } from './inspect-blob.js';
import { ask, type Inspection } from './inspection.js';

/** Those of the files whose bytes are being removed: nobody needs them, and they may be gone at any moment. */
const deletedAmong = async (
  { condemned }: Pick<Queries, 'condemned'>,
  { id }: KeptRepository,
  files: readonly TreeFile[],
): Promise<ReadonlySet<TreePath>> => {
  const found = await condemned.find(
    id,
    files.map(({ path }) => path),
  );
  return new Set([...found.values()].filter(({ state }) => state === 'deleting').map(({ path }) => path));
};

/** Whether a file's row is the one that was read, and nobody is deleting the file. */
export const isSameFile =
  (repository: KeptRepository, file: TreeFile) =>
  async (records: Records | Queries): Promise<boolean> => {
    const { id } = repository;
    if ((await deletedAmong(records, repository, [file])).size > 0) return false;
    const present = await records.tree.findFile(id, file.path);
    return present?.state === 'stored' && present.changedAt === file.changedAt && present.sizeBytes === file.sizeBytes;
  };

/** What `repairs` needs to know of notes that are there. */
const notedAmong = async (
  inspection: Inspection,
  { id }: KeptRepository,
  files: readonly TreeFile[],
): Promise<ReadonlySet<TreePath>> => {
  if (!inspection.repairs) return new Set();
  const paths = files.map(({ path }) => path);
  return ask(inspection, ({ damage }) => damage.findFiles(id, paths));
};

/** Looks at the files of a chunk tree that follow `after`, in one slice; answers the last one, and undefined when there are no more. */
export const inspectFiles = async (
  inspection: Inspection,
  repository: KeptRepository,
  faulty: FaultyPaths,
  after: TreePath | undefined,
): Promise<TreePath | undefined> => {
  const { id, namespace } = repository;
  const { files, deleted } = await ask(inspection, async (queries) => {
    const listed = await queries.integrity.listFiles(id, after, inspection.rowsPerSlice);
    return { files: listed, deleted: await deletedAmong(queries, repository, listed) };
  });
  const noted = await notedAmong(inspection, repository, files);
  const stored = files.filter(({ state, path }) => state === 'stored' && !deleted.has(path));
  const inspect = async (file: TreeFile): Promise<void> => {
    const blob = blobOfFile(namespace, file);
    const question: BlobInQuestion = { blob, isStillKept: isSameFile(repository, file), isNoted: noted.has(file.path) };
    const fault = await inspectBlob(inspection, repository, question, { reads: inspection.isRead(blob.key) });
    if (fault !== undefined) faulty.add(file, fault);
  };
  for await (const _ of mapOrdered(stored, inspect, { concurrency: inspection.blobsAtOnce })) inspection.inspected.files += 1;
  return files.length < inspection.rowsPerSlice ? undefined : files.at(-1)?.path;
};
