import type { Pause } from '../../concurrency/pause-of.js';
import { listBelow, type NodeReference } from '../../formats/path-tree/index.js';
import { artifactTypeOf } from '../../model/artifacts/artifact-type-of.js';
import { type ArtifactType, artifactTypes } from '../../model/artifacts/artifact-type.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { FileTypes } from '../../model/git-index/repository-overview.js';
import type { History } from '../../steps/git-history/open-history.js';

/** More are not looked at for an overview. */
const maxFiles = 100_000;
/** Files that hold the thread for a few milliseconds. */
const filesPerSlice = 1000;

/** The kinds of the files of a commit. */
export const findFileTypes = async ({ load }: History, root: NodeReference, pause: Pause): Promise<FileTypes> => {
  const found = new Map<ArtifactType, { files: number; sizeBytes: number }>();
  let after: GitPath | undefined;
  let seen = 0;
  let isWhole = false;
  while (seen < maxFiles && !isWhole) {
    const files = await listBelow(load, root, '', { after, limit: filesPerSlice });
    for (const { path, entry } of files) {
      const type = artifactTypeOf({ name: path, head: undefined });
      const sum = found.get(type) ?? { files: 0, sizeBytes: 0 };
      found.set(type, { files: sum.files + 1, sizeBytes: sum.sizeBytes + entry.sizeBytes });
    }
    seen += files.length;
    after = files.at(-1)?.path;
    isWhole = files.length < filesPerSlice;
    await pause();
  }
  const types = artifactTypes.flatMap((type) => {
    const sum = found.get(type);
    return sum === undefined ? [] : [{ type, ...sum }];
  });
  return { types: types.toSorted((left, right) => right.sizeBytes - left.sizeBytes), isWhole };
};
