import type { Conflict, Unavailable } from '../../../model/app-error.js';
import { problemOfFault, TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import {
  isContentName,
  type MapName,
  mapPath,
  type ObjectKey,
  type PackName,
  packPath,
  type StorageNamespace,
  treeKey,
  type TreePath,
} from '../../../model/values/index.js';
import type { CheckPorts } from '../../../steps/integrity/check-blob.js';
import { noteChangedFile } from '../../../steps/integrity/note-changed-file.js';
import type { NotePorts } from '../../../steps/integrity/note-damage.js';
import type { FilePlace } from '../../../steps/integrity/note-file.js';

interface NamedFile {
  readonly path: TreePath;
  readonly reason: 'pack_invalid' | 'manifest_invalid';
}

/** The pack or chunk map that is kept at the key. */
const namedFileAt = (namespace: StorageNamespace, key: ObjectKey): NamedFile | undefined => {
  const name = key.slice(key.lastIndexOf('/') + 1);
  if (!isContentName<PackName & MapName>(name)) return undefined;
  const files: readonly NamedFile[] = [
    { path: packPath(name), reason: 'pack_invalid' },
    { path: mapPath(name), reason: 'manifest_invalid' },
  ];
  return files.find(({ path }) => treeKey(namespace, path) === key);
};

/**
 * What a caught fault means to a client that wants its object registered. A pack or a chunk map hashed to its name when it came. If it still does, its sender made it
 * so, and sending it again is in vain. If it does not, it is `damaged`: that is noted, and the same bytes take its place when they are sent again.
 */
export const explainFault =
  (ports: NotePorts & CheckPorts, place: FilePlace) =>
  async (fault: unknown): Promise<Conflict | Unavailable> => {
    const problem = problemOfFault(fault);
    const file = fault instanceof TreeFault && fault.reason !== 'missing' ? namedFileAt(place.namespace, fault.key) : undefined;
    if (problem.kind !== 'conflict' || file === undefined) return problem;
    const changed = await noteChangedFile(ports)(place, file.path);
    if (changed.isErr()) return changed.error;
    return changed.value ? { ...problem, reason: file.reason, problem: 'damaged' } : problem;
  };
