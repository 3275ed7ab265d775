import { smallObjects } from './small-objects.js';

/** The body of a Git LFS batch of so many small objects. */
export const lfsBatchBody = (operation: 'download' | 'upload', count: number, kind: string): string => {
  const objects = smallObjects(count, kind).map(({ oid, size }) => ({ oid, size }));
  return JSON.stringify({ operation, transfers: ['basic'], ref: { name: 'refs/heads/main' }, objects, hash_algo: 'sha256' });
};
