import { blobStoreCases, blockNamesCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { nodeHasher } from '@svc/hasher-node';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';
import { plainCodec } from '../builders/plain-codec.js';

const settings = {
  baseUrl: 'https://svc.test/below',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

const makeHarness = async () => ({ ...settings, store: createMemoryBlobStore(settings), close: async () => undefined });

describe('createMemoryBlobStore', () => {
  runCases(describe, it, blobStoreCases, makeHarness);
  runCases(describe, it, ownSignedUrlCases, makeHarness);
  runCases(describe, it, blockNamesCases, async () => ({
    store: createMemoryBlobStore({ ...settings, hasher: nodeHasher, blockHasher: plainCodec }),
    hasher: nodeHasher,
    blockHasher: plainCodec,
    close: async () => undefined,
  }));
});
