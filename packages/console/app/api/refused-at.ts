import { StorageRefused } from './storage-refused.js';

/** Why a signed URL is not served, as far as a page learns it: the status 0 stands for no answer. */
export const refusedAt = (url: string, status: number): StorageRefused =>
  new StorageRefused(status, new URL(url).origin !== location.origin);
