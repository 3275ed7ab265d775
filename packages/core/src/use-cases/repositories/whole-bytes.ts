import type { TypeTotals } from '../../ports/records/storage-queries.js';

/** What the objects hold and occupy that lie in storage as they are. */
export const wholeBytesOf = (types: readonly TypeTotals[]): number =>
  types.reduce((sum, { logicalBytes, inChunks }) => sum + logicalBytes - inChunks.logicalBytes, 0);
