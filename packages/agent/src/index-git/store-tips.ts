import type { TransferContext } from '../transfer-context.js';
import { contentBodies, type FileContent } from './content-bodies.js';
import { type FileLimits, filesOfTips, type Tips } from './files-of-tips.js';
import type { GitRepository } from './open-repository.js';
import { storeFiles } from './store-files.js';

export interface StoredCounts {
  /** Files that the service has now. */
  readonly files: number;
  /** Those of them that had to be sent, and their bytes. */
  readonly newFiles: number;
  readonly bytes: number;
  readonly tooLarge: number;
  readonly isCut: boolean;
}

/** Stores what the tips have besides what Git LFS stores, and tells which object is which file. */
export const storeTips = async (
  context: TransferContext,
  repository: GitRepository,
  tips: Tips,
  tell: (body: string) => Promise<void>,
  limits: FileLimits,
): Promise<StoredCounts> => {
  const { files, tooLarge, isCut } = await filesOfTips(repository, tips, limits);
  let newFiles = 0;
  let bytes = 0;
  const contents: FileContent[] = [];
  for await (const { id, oid, isNew, sizeBytes } of storeFiles(context, repository, files)) {
    contents.push({ id, oid, sizeBytes });
    if (!isNew) continue;
    newFiles += 1;
    bytes += sizeBytes;
  }
  for (const body of contentBodies(contents)) await tell(body);
  return { files: files.length, newFiles, bytes, tooLarge, isCut };
};
