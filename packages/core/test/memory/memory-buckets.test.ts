import { blobStoreCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { createMemoryBuckets } from '../../src/memory/memory-buckets.js';

const settings = {
  baseUrl: 'https://svc.test/below',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

const address = {
  provider: 'minio',
  endpoint: 'https://bucket.test',
  region: 'here',
  bucket: 'data',
  pathStyle: true,
  tlsVerify: true,
  kmsKeyId: undefined,
  storageClass: undefined,
} as const;
const keys = { accessKeyId: 'id', secretAccessKey: 'secret' };
const capabilities = { checksumEnforced: false, createOnce: false, copyComputesSha256: false };

const makeHarness = (prefix: string) => async () => {
  const buckets = createMemoryBuckets(settings);
  buckets.add({ ...keys, endpoint: address.endpoint, bucket: address.bucket });
  const store = buckets.open({ address: { ...address, prefix }, access: { method: 'access_keys', ...keys } }, capabilities);
  return { ...settings, store, close: async () => undefined };
};

for (const prefix of ['', 'some/folder']) {
  describe(`a bucket of createMemoryBuckets with the prefix '${prefix}'`, () => {
    runCases(describe, it, blobStoreCases, makeHarness(prefix));
    runCases(describe, it, ownSignedUrlCases, makeHarness(prefix));
  });
}
