import { blobStoreCases, blockNamesCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { portableCodec } from '../../src/formats/chunking/portable-codec.js';
import { portableHasher } from '../../src/formats/hashing/portable-hasher.js';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';

const settings = {
  baseUrl: 'https://svc.test/below',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

const makeHarness = async () => ({ ...settings, store: createMemoryBlobStore(settings), close: async () => undefined });

const blockHasher = portableCodec();

describe('createMemoryBlobStore', () => {
  runCases(describe, it, blobStoreCases, makeHarness);
  runCases(describe, it, ownSignedUrlCases, makeHarness);
  runCases(describe, it, blockNamesCases, async () => ({
    store: createMemoryBlobStore({ ...settings, blockHasher }),
    hasher: portableHasher,
    blockHasher,
    close: async () => undefined,
  }));
});
