import type { Case } from '../run-cases.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import { prefixCases } from './prefix-cases.js';
import { promoteCases } from './promote-cases.js';
import { readCases } from './read-cases.js';
import { removeCases } from './remove-cases.js';
import { writeCases } from './write-cases.js';

/** The law of the `BlobStore` port, for every adapter and every decorator. */
export const blobStoreCases: Readonly<Record<string, readonly Case<BlobStoreHarness>[]>> = {
  'a blob store: writing': writeCases,
  'a blob store: reading': readCases,
  'a blob store: promoting': promoteCases,
  'a blob store: prefixes': [...prefixCases, ...removeCases],
};
