import { createNodeCodec } from '@svc/codec-node';
import { blobStoreCases, blockNamesCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { verifyingBlobStore } from '@svc/core';
import { nodeHasher } from '@svc/hasher-node';
import { makeScratchStore } from './rigs/scratch-store.js';

const blockHasher = await createNodeCodec();

describe('the filesystem store', () => {
  runCases(describe, it, blobStoreCases, () => makeScratchStore());
  runCases(describe, it, ownSignedUrlCases, () => makeScratchStore());
});

describe('the filesystem store, verifying', () => {
  runCases(describe, it, blobStoreCases, async () => {
    const harness = await makeScratchStore();
    return { ...harness, store: verifyingBlobStore(harness.store, nodeHasher) };
  });
});

describe('the filesystem store, keeping block names', () => {
  const makeHarness = async () => ({ ...(await makeScratchStore(undefined, blockHasher)), hasher: nodeHasher, blockHasher });
  runCases(describe, it, blockNamesCases, makeHarness);
  runCases(describe, it, blobStoreCases, makeHarness);
  describe('and verifying', () => {
    runCases(describe, it, blobStoreCases, async () => {
      const harness = await makeHarness();
      return { ...harness, store: verifyingBlobStore(harness.store, nodeHasher, blockHasher) };
    });
  });
});
