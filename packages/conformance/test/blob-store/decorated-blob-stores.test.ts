import { portableHasher, verifyingBlobStore, type BlobStore } from '@svc/core';
import { createFaultyBlobStore, createMemoryBlobStore } from '@svc/core/memory';
import { blobStoreCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { describe, it } from 'mocha';

const settings = {
  baseUrl: 'https://svc.example',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

const decorators: Readonly<Record<string, (inner: BlobStore) => BlobStore>> = {
  'the verifying store': (inner) => verifyingBlobStore(inner, portableHasher),
  'the faulty store without faults': createFaultyBlobStore,
};

for (const [title, decorate] of Object.entries(decorators)) {
  describe(title, () => {
    const makeHarness = async () => ({
      ...settings,
      store: decorate(createMemoryBlobStore(settings)),
      close: async () => undefined,
    });
    runCases(describe, it, blobStoreCases, makeHarness);
    runCases(describe, it, { 'signed URLs of its own': ownSignedUrlCases }, makeHarness);
  });
}
