import { type Day, DAY_MS, dayOf } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const dateOf = (day: Day): string => new Date(day).toISOString().slice(0, 10);
const noValues = {
  storage_bytes: 0,
  added_bytes: 0,
  removed_bytes: 0,
  uploaded_bytes: 0,
  egress_bytes: 0,
  download_count: 0,
};
const nothing = { object_count: 0, logical_bytes: 0, physical_bytes: 0 };

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`the storage of a repository on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'business', open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const get = (path: string): Promise<Answer> =>
      world.call('GET', `/repositories/${repository}/storage/${path}`, { token: owner.token });
    const found = async (path: string): Promise<unknown> => {
      const { status, json, text } = await get(path);
      expect(status, text).to.equal(200);
      return json;
    };
    const post = (path: string, body?: unknown): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}/${path}`, { token: owner.token, body });

    const upload = (texts: Readonly<Record<string, string>>): Promise<void> =>
      world.namedObjects(owner, repository, Object.entries(texts));
    const uploadInChunks = async (bytes: Uint8Array): Promise<{ oid: string; size: number; stored: number }> => {
      const object = chunkedObject(bytes);
      const before = (await physicalBytes()) ?? 0;
      for (const { path, bytes: body } of [object.pack, object.map, object.manifest]) {
        const at = `/repositories/${repository}/lfs/${path}`;
        expect((await world.call('PUT', at, { token: owner.token, body })).status).to.equal(201);
      }
      const { oid, size } = object;
      expect((await post('lfs/finalize', { objects: [{ oid, size }] })).status).to.equal(200);
      return { oid, size, stored: ((await physicalBytes()) ?? 0) - before };
    };
    const physicalBytes = async (): Promise<number | undefined> => {
      const { json } = await world.call('GET', `/repositories/${repository}/usage`, { token: owner.token });
      const bytes = valueAt(json, 'usage.physical_bytes');
      return typeof bytes === 'number' ? bytes : undefined;
    };

    it('is nothing while nothing was pushed', async () => {
      const today = dayOf(service.clock.now());
      expect(await found('series?days=2')).to.deep.equal({
        series: [
          { date: dateOf(today - DAY_MS), ...noValues },
          { date: dateOf(today), ...noValues },
        ],
      });
      expect(await found('summary')).to.deep.equal({
        storage: {
          storage_mode: 'managed',
          ...nothing,
          dedup_ratio: 0,
          reclaimable_bytes: 0,
          converted: { object_count: 0, former_bytes: 0, added_bytes: 0, restored_count: 0, restored_bytes: 0 },
          layouts: { whole: nothing, chunks: nothing },
          types: [],
        },
      });
      expect(await found('folders')).to.deep.equal({ folder: { path: '', ...nothing }, unnamed: nothing, folders: [] });
    });

    it('shows day by day what was stored and moved, of this repository alone', async () => {
      const today = dayOf(service.clock.now());
      const other = await world.repository(owner, organization, { name: 'Data' });
      await world.object(owner, other, Buffer.from('of somebody else'));
      await upload({ 'a.bin': 'four' });
      service.clock.advance(2 * DAY_MS);
      await upload({ 'b.bin': 'seven77' });
      await post('downloads/authorize', { objects: [{ oid: sha256('four') }] });
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
      const first = { ...noValues, storage_bytes: 4, added_bytes: 4, uploaded_bytes: 4 };
      expect(await found('series?days=4')).to.deep.equal({
        series: [
          { date: dateOf(today - DAY_MS), ...noValues },
          { date: dateOf(today), ...first },
          { date: dateOf(today + DAY_MS), ...noValues, storage_bytes: 4 },
          {
            date: dateOf(today + 2 * DAY_MS),
            ...noValues,
            storage_bytes: 11,
            added_bytes: 7,
            uploaded_bytes: 7,
            egress_bytes: 4,
            download_count: 1,
          },
        ],
      });
      expect(valueAt(await found('series?days=1'), 'series.0.storage_bytes')).to.equal(11);
      expect(valueAt(await found('series'), 'series')).to.have.length(90);
      for (const days of [0, 366]) expect((await get(`series?days=${days}`)).status).to.equal(400);
      expect((await get('series?days=365')).status).to.equal(200);
    });

    it('shows what went, too', async () => {
      const at = `/repositories/${repository}/lfs/notes/latest`;
      for (const body of ['ten bytes.', 'four']) {
        expect((await world.call('PUT', at, { token: owner.token, body })).status).to.equal(201);
      }
      const values = { ...noValues, storage_bytes: 4, added_bytes: 10, removed_bytes: 6 };
      const today = dayOf(service.clock.now());
      expect(await found('series?days=1')).to.deep.equal({ series: [{ date: dateOf(today), ...values }] });
    });

    it('saves nothing, and no less than nothing, by tiny objects in chunks, which occupy more than they hold', async () => {
      await uploadInChunks(Buffer.from('tiny!'));
      const { storage, usage } = {
        storage: await found('summary'),
        usage: await world.call('GET', `/repositories/${repository}/usage`, { token: owner.token }),
      };
      expect(valueAt(storage, 'storage.physical_bytes')).to.be.greaterThan(Number(valueAt(storage, 'storage.logical_bytes')));
      expect(valueAt(storage, 'storage.dedup_ratio')).to.equal(0);
      expect(valueAt(usage.json, 'usage.dedup_ratio')).to.equal(0);
      const { json } = await world.call('GET', '/organizations/acme/usage', { token: owner.token });
      for (const path of ['dedup_ratio', 'managed.dedup_ratio', 'byos.dedup_ratio'])
        expect(valueAt(json, `usage.${path}`)).to.equal(0);
    });

    it('is summed up by layout and by type', async () => {
      await upload({ 'a.onnx': 'four', 'b.csv': 'seven77', c: 'x' });
      const { size, stored } = await uploadInChunks(Buffer.alloc(5000, 'chunks'));
      const json = await found('summary');
      const whole = { object_count: 3, logical_bytes: 12, physical_bytes: 12 };
      expect(json).to.deep.equal({
        storage: {
          storage_mode: 'managed',
          object_count: 4,
          logical_bytes: 12 + size,
          physical_bytes: 12 + stored,
          dedup_ratio: 1 - stored / size,
          reclaimable_bytes: 0,
          converted: { object_count: 0, former_bytes: 0, added_bytes: 0, restored_count: 0, restored_bytes: 0 },
          layouts: { whole, chunks: { object_count: 1, logical_bytes: size, physical_bytes: stored } },
          types: [
            { type: 'dataset', object_count: 1, logical_bytes: 7, physical_bytes: 7 },
            { type: 'model', object_count: 1, logical_bytes: 4, physical_bytes: 4 },
            {
              type: 'other',
              object_count: 2,
              logical_bytes: 1 + size,
              physical_bytes: valueAt(json, 'storage.types.2.physical_bytes'),
            },
          ],
        },
      });
    });

    it('of a bucket of the customer says so', async () => {
      const connection = await world.connection(owner, organization);
      const body = { name: 'Ours', storage_mode: 'byos', storage_connection_id: connection };
      repository = await world.repository(owner, organization, body);
      await upload({ a: 'four' });
      const json = await found('summary');
      expect(valueAt(json, 'storage.storage_mode')).to.equal('byos');
      expect(valueAt(json, 'storage.storage_connection_id')).to.equal(connection);
      expect(valueAt(json, 'storage.physical_bytes')).to.equal(4);
      expect(valueAt(await found('series?days=1'), 'series.0.added_bytes')).to.equal(4);
    });

    it('is shown by the folders that the names make, one level at a time', async () => {
      await upload({ 'models/a.onnx': 'four', 'models/large/b.onnx': 'seven77', 'data/c.csv': 'xx', 'd.bin': 'y' });
      await world.object(owner, repository, Buffer.from('unnamed'));
      const models = { path: 'models', object_count: 2, logical_bytes: 11, physical_bytes: 11 };
      const large = { path: 'models/large', object_count: 1, logical_bytes: 7, physical_bytes: 7 };
      const data = { path: 'data', object_count: 1, logical_bytes: 2, physical_bytes: 2 };
      expect(await found('folders')).to.deep.equal({
        folder: { path: '', object_count: 4, logical_bytes: 14, physical_bytes: 14 },
        unnamed: { object_count: 1, logical_bytes: 7, physical_bytes: 7 },
        folders: [models, data],
      });
      expect(await found('folders?path=/models//')).to.deep.equal({ folder: models, folders: [large] });
      expect(await found('folders?path=models/large')).to.deep.equal({ folder: large, folders: [] });
      const first = await found('folders?limit=1');
      expect(valueAt(first, 'folders')).to.deep.equal([models]);
      const cursor = encodeURIComponent(textAt(first, 'next_cursor'));
      const second = await found(`folders?limit=1&cursor=${cursor}`);
      expect(valueAt(second, 'folders')).to.deep.equal([data]);
      expect(valueAt(second, 'next_cursor')).to.equal(undefined);
      expect((await get('folders?path=nowhere')).status).to.equal(404);
      expect((await get('folders?path=model')).status).to.equal(404);
      expect((await get(`folders?path=${'a'.repeat(501)}`)).status).to.equal(400);
      expect((await get('folders?limit=0')).status).to.equal(400);
    });
  });
}
