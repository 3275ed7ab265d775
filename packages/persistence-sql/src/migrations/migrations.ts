import { firstRecords } from './0001-first-records.js';
import { chunkTree } from './0002-chunk-tree.js';
import { storageConnections } from './0003-storage-connections.js';
import { leasesAndClaims } from './0004-leases.js';
import { partedUploads } from './0005-parted-uploads.js';
import type { Migration } from './migration.js';

/** All steps, in their order. */
export const migrations: readonly Migration[] = [firstRecords, chunkTree, storageConnections, leasesAndClaims, partedUploads];
