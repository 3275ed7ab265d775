import type { OpenFile } from './file-system.js';

/**
 * Starts to put on the disk what has been written of a file so far, and resolves when it is there. Answers undefined, and does nothing,
 * while another file of the store is being flushed: flushing waits on one of the few threads that all calls to the file system share.
 */
export type EarlyFlush = (file: OpenFile) => Promise<void> | undefined;

export const createEarlyFlush = (): EarlyFlush => {
  let busy = false;
  const flush = async (file: OpenFile): Promise<void> => {
    busy = true;
    try {
      await file.datasync();
    } finally {
      busy = false;
    }
  };
  return (file) => (busy ? undefined : flush(file));
};
