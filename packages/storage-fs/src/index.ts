export type { UnavailableReason } from './classify-error.js';
export { createFsBlobStore, type FsBlobStoreOptions } from './fs-blob-store.js';
export { type DiskFacts, type FileSystem, type OpenFile } from './file-system.js';
export { SymbolicLinkRefused } from './safe-path.js';
