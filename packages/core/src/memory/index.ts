export * from './faulty-blob-store.js';
export * from './memory-blob-store.js';
