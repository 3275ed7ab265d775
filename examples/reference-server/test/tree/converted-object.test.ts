import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomFillSync } from 'node:crypto';
import { z } from 'zod';
import { unlimitedRate } from '../bytes/byte-server.js';
import { createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { objectOf } from '../client/test-object.js';
import { startServer, type TestServer } from '../server/start-server.js';

/** More than a pack holds, and worth a conversion: a fifth of it is zeros. */
const objectBytes = 44 * 1024 * 1024;
const blockBytes = 10 * 1024;
const randomBytes = 8 * 1024;

const summaryAnswer = z.object({
  storage: z.object({
    layouts: z.object({ whole: z.object({ object_count: z.number() }) }),
    converted: z.object({
      object_count: z.number(),
      added_bytes: z.number(),
      restored_count: z.number(),
      restored_bytes: z.number(),
    }),
  }),
});

const manyPacks = (): Buffer => {
  const bytes = Buffer.alloc(objectBytes);
  for (let at = 0; at < objectBytes; at += blockBytes) {
    randomFillSync(bytes, at, Math.min(randomBytes, objectBytes - at));
  }
  return bytes;
};

const randomBytesOf = (kibibytes: number): Buffer => randomFillSync(Buffer.alloc(kibibytes * 1024));

describe('the conversion of an object that takes more than one pack', () => {
  let server: TestServer;
  before(async () => {
    const settings = { GC_RECLAIM: 'true', DEDUPLICATE_BYTES_PER_SECOND: '1000000000', LOG_LEVEL: 'info' };
    server = await startServer({ environment: { DEFAULT_PLAN: 'business', ...unlimitedRate, ...settings } });
  });
  after(() => server.close());

  it('is done at the first attempt, and gives the same bytes', async () => {
    const api = createApiClient(server.baseUrl, server.adminToken);
    const repository = await api.createRepository('converted');
    const object = objectOf(manyPacks());
    const { actions } = await repository.entry('upload', object);
    expectStatus(await repository.put(actions?.upload?.href ?? '', object.bytes, actions?.upload?.header), 200);
    expectStatus(await repository.verify(actions?.verify?.href ?? '', object), 200);
    expectStatus(await api.call('PATCH', `/repositories/${repository.id}`, { deduplicate: 'all' }), 200);
    const summary = async () =>
      read(await api.call('GET', `/repositories/${repository.id}/storage/summary`), 200, summaryAnswer).storage;
    await waitUntil('the object is in chunks', async () => {
      expect(server.output()).to.not.contain('"level":"error"');
      return (await summary()).layouts.whole.object_count === 0;
    });
    const { converted } = await summary();
    expect(converted.object_count).to.equal(1);
    expect(converted.added_bytes).to.be.within(0.79 * objectBytes, 0.85 * objectBytes);
    await repository.expectDownload(object);
    api.close();
  });

  it('is whole again when it is downloaded often, and gives the same bytes', async () => {
    const api = createApiClient(server.baseUrl, server.adminToken);
    const repository = await api.createRepository('hot');
    const shared = randomBytesOf(3 * 1024);
    const [first, second] = [
      objectOf(Buffer.concat([shared, randomBytesOf(4 * 1024)])),
      objectOf(Buffer.concat([shared, randomBytesOf(4 * 1024)])),
    ];
    for (const object of [first, second]) {
      const { actions } = await repository.entry('upload', object);
      expectStatus(await repository.put(actions?.upload?.href ?? '', object.bytes, actions?.upload?.header), 200);
      expectStatus(await repository.verify(actions?.verify?.href ?? '', object), 200);
    }
    const want = async (deduplicate: string) =>
      expectStatus(await api.call('PATCH', `/repositories/${repository.id}`, { deduplicate }), 200);
    const summary = async () =>
      read(await api.call('GET', `/repositories/${repository.id}/storage/summary`), 200, summaryAnswer).storage;
    await want('all');
    await waitUntil('both are in chunks', async () => (await summary()).layouts.whole.object_count === 0);
    for (let downloads = 0; downloads < 20; downloads += 1) await repository.expectDownload(first);
    await waitUntil('it is whole again', async () => {
      // Each change has the job look at once; the downloads are counted some time after they were.
      await want('cold');
      return (await summary()).layouts.whole.object_count === 1;
    });
    expect((await summary()).converted).to.include({ restored_count: 1, restored_bytes: first.bytes.byteLength });
    for (const object of [first, second]) await repository.expectDownload(object);
    expect(server.output()).to.not.contain('"level":"error"');
    api.close();
  });
});
