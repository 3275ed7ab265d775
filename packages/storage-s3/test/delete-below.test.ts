import { DAY_MS, type ObjectKey, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn, type StandInScene } from './rigs/stand-in-scene.js';
import { bytesAt, namespace, valueOf, writeAll } from './rigs/values.js';

const inside = trusted<ObjectKey>('ns/repository/staging/file');
const beside = trusted<ObjectKey>('ns/repository2/staging/file');
const prefix = trusted<ObjectKey>('ns/repository');
const bytes = Buffer.from('x');

/** Begins an upload to the key; answers whether the bucket still knows it. */
const beginUpload = async ({ store }: StandInScene, key: ObjectKey): Promise<() => Promise<boolean>> => {
  const parts = valueOf((await store.parts?.(namespace)) ?? expect.fail()) ?? expect.fail('the store has parts');
  const uploadId = valueOf(await parts.begin(key));
  return async () => (await parts.list(key, uploadId)).isOk();
};

describe('removing all below a prefix in S3', () => {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  afterEach(() => {
    aheadMs = 0;
  });

  it('gives up the uploads there that were begun more than a day ago, and no others', () =>
    withStandIn({ mode: 'strict' }, { now }, async (scene) => {
      const [isInside, isBeside] = [await beginUpload(scene, inside), await beginUpload(scene, beside)];
      valueOf(await scene.store.deletePrefix(prefix));
      expect(await isInside(), 'it may be at work').to.equal(true);
      aheadMs = DAY_MS + 60_000;
      valueOf(await scene.store.deletePrefix(prefix));
      expect([await isInside(), await isBeside()]).to.deep.equal([false, true]);
    }));

  for (const operation of ['ListMultipartUploads', 'AbortMultipartUpload'] as const) {
    it(`removes the objects of a bucket that does no ${operation}`, () =>
      withStandIn({ mode: 'strict' }, { now, maxAttempts: 1 }, async (scene) => {
        const { store, server } = scene;
        await beginUpload(scene, inside);
        for (const key of [inside, beside]) await writeAll(store, key, bytes);
        aheadMs = 2 * DAY_MS;
        await server.inject({ kind: 'internal_error' }, { operations: [operation] });
        valueOf(await store.deletePrefix(prefix));
        expect(server.requests(operation)).to.equal(1);
        expect(await bytesAt(store, inside)).to.equal(undefined);
        expect(await bytesAt(store, beside)).to.deep.equal(bytes);
      }));
  }

  for (const [what, body] of [
    ['nothing', ''],
    ['nothing of them', '<?xml version="1.0"?><DeleteResult/>'],
    [
      'one of them',
      '<?xml version="1.0"?><DeleteResult><Deleted><Key>some/prefix/ns/repository/a</Key></Deleted></DeleteResult>',
    ],
  ] as const) {
    it(`removes one by one what it was to remove together where the answer to that names ${what}`, () =>
      withStandIn({ mode: 'strict' }, {}, async ({ options, server, store: calm }) => {
        const proxy = await startProxy(server.endpoint, ({ method, url = '' }, response) => {
          if (method !== 'POST' || !url.includes('?delete')) return false;
          response.writeHead(200, { 'content-type': 'application/xml' });
          response.end(body);
          return true;
        });
        try {
          const store = createS3BlobStore({ ...options, endpoint: proxy.endpoint });
          const keys = ['b', 'c'].map((name) => trusted<ObjectKey>(`ns/repository/${name}`));
          if (what !== 'one of them') keys.unshift(trusted<ObjectKey>('ns/repository/a'));
          for (const key of keys) await writeAll(calm, key, bytes);
          valueOf(await store.deletePrefix(prefix));
          for (const key of keys) expect(await bytesAt(calm, key), key).to.equal(undefined);
        } finally {
          await proxy.close();
        }
      }));
  }
});
