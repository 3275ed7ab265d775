import { blobStoreCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { verifyingBlobStore } from '@svc/core';
import { nodeHasher } from '@svc/hasher-node';
import { makeScratchStore } from './rigs/scratch-store.js';

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
