import type { Result } from 'neverthrow';
import { findBlob } from '../../blob-store/find-blob.js';
import type { Unavailable } from '../../model/app-error.js';
import { occupiedBytes } from '../../model/chunk-tree/tree-file.js';
import { treeKey, type TreePath } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { NotePorts } from './note-damage.js';
import { type FilePlace, noteFile } from './note-file.js';

/**
 * Notes that a file is missing, if the books say that it is stored and nothing lies in its place, or that it has another length than the books say. Whether one of
 * them is so.
 */
export const noteLostFile =
  (ports: NotePorts & Pick<Ports, 'blobs'>) =>
  (place: FilePlace, path: TreePath): Promise<Result<boolean, Unavailable>> =>
    noteFile(ports)(place, path, async ({ sizeBytes }) =>
      findBlob(ports, treeKey(place.namespace, path)).map((found) => {
        if (found === undefined) return 'missing';
        return occupiedBytes(found.sizeBytes) === sizeBytes ? undefined : 'wrong_size';
      }),
    );
