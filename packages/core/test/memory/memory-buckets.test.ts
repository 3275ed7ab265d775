import { blobStoreCases, bucketConnectorCases, ownSignedUrlCases, runCases } from '@svc/conformance';
import { type ObjectKey, trusted } from '../../src/model/values/index.js';
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

describe('createMemoryBuckets', () => {
  runCases(describe, it, bucketConnectorCases, async () => {
    const connector = createMemoryBuckets(settings);
    const { blobs } = connector.add({ ...keys, endpoint: address.endpoint, bucket: address.bucket });
    const loginTo = (endpoint: string, secretAccessKey = keys.secretAccessKey) => ({
      address: { ...address, endpoint, prefix: 'some/folder' },
      access: { method: 'access_keys', accessKeyId: keys.accessKeyId, secretAccessKey } as const,
    });
    return {
      connector,
      login: loginTo(address.endpoint),
      refused: loginTo(address.endpoint, 'another'),
      unanswered: loginTo('https://nowhere.test'),
      keys: async () => {
        const found: string[] = [];
        for await (const { key } of blobs.list(trusted<ObjectKey>('some'))) found.push(key);
        return found;
      },
      close: async () => undefined,
    };
  });
});
