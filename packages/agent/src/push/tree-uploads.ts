import type { TreePath } from '@svc/core/model';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import type { Enclosure } from './enclosure.js';

/** What was put, and what was there already. */
export interface UploadCounts {
  readonly sentBytes: number;
  readonly filesPut: number;
  readonly filesSkipped: number;
}

export const sumOf = (counts: readonly UploadCounts[]): UploadCounts => ({
  sentBytes: counts.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  filesPut: counts.reduce((sum, { filesPut }) => sum + filesPut, 0),
  filesSkipped: counts.reduce((sum, { filesSkipped }) => sum + filesSkipped, 0),
});

/** Puts files into the repository's tree, and counts. What is enclosed counts as put. */
export interface TreeUploads {
  /** Encloses or sends the file; before that it asks whether it is there, when it `mayExist`. A file that is named by its bytes is the right one when it is there. */
  put(path: TreePath, bytes: Uint8Array, mayExist: boolean): Promise<'sent' | 'present'>;
  readonly counts: UploadCounts;
}

export const createTreeUploads = (
  { client, repositoryId }: TransferContext,
  signal: AbortSignal,
  enclosure?: Enclosure,
): TreeUploads => {
  const counts = { sentBytes: 0, filesPut: 0, filesSkipped: 0 };
  return {
    counts,
    put: async (path, bytes, mayExist) => {
      if (mayExist && (await valueOf(client.tree.head(repositoryId, path, { signal }))) !== undefined) {
        counts.filesSkipped += 1;
        return 'present';
      }
      const isEnclosed = enclosure?.take({ path, bytes }) === true;
      if (!isEnclosed) await valueOf(client.tree.put(repositoryId, path, bytes, { signal }));
      counts.filesPut += 1;
      counts.sentBytes += bytes.byteLength;
      return 'sent';
    },
  };
};
