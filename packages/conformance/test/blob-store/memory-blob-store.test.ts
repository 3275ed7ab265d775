import { createMemoryBlobStore } from '@svc/core/memory';
import { blobStoreCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { describe, it } from 'mocha';

const settings = {
  baseUrl: 'https://svc.example/below',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

const makeHarness = async () => ({ ...settings, store: createMemoryBlobStore(settings), close: async () => undefined });

describe('the memory store', () => {
  runCases(describe, it, blobStoreCases, makeHarness);
  runCases(describe, it, { 'signed URLs of its own': ownSignedUrlCases }, makeHarness);
});
