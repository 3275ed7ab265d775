import type { Result } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { TreePath } from '../../model/values/index.js';
import { checkBytes, type CheckPorts } from './check-blob.js';
import { blobOfFile } from './kept-blob.js';
import type { NotePorts } from './note-damage.js';
import { type FilePlace, noteFile } from './note-file.js';

/**
 * Reads a pack or a chunk map from its first byte to its last, and notes when it is not what its name says. It was when it came, so the store has changed it.
 * Whether that is so.
 */
export const noteChangedFile =
  (ports: NotePorts & CheckPorts) =>
  (place: FilePlace, path: TreePath): Promise<Result<boolean, Unavailable>> =>
    noteFile(ports)(place, path, async (file) => {
      const found = await checkBytes(ports, blobOfFile(place.namespace, file), () => ports.clock.pause?.());
      return found.map(({ kind }) => (kind === 'sound' ? undefined : kind));
    });
