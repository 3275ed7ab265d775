import { SECOND_MS } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`the artifacts of a repository on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'team', open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const get = (path: string, id = repository): Promise<Answer> =>
      world.call('GET', `/repositories/${id}/artifacts/${path}`, { token: owner.token });
    const found = async (path: string): Promise<unknown> => {
      const { status, json, text } = await get(path);
      expect(status, text).to.equal(200);
      return json;
    };
    const oidsOf = (json: unknown): readonly unknown[] => listAt(json, 'timeline').map((one) => valueAt(one, 'oid'));

    it('are shown one by one, with who brought them and their downloads', async () => {
      await world.namedObjects(owner, repository, [['models/a.onnx', 'four']]);
      const oid = sha256('four');
      const path = `/repositories/${repository}/downloads/authorize`;
      await world.call('POST', path, { token: owner.token, body: { objects: [{ oid }] } });
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
      const user = await world.call('GET', '/users/me', { token: owner.token });
      expect(await found(oid)).to.deep.equal({
        artifact: {
          repository: { id: repository, slug: 'models', name: 'Models' },
          oid,
          name: 'models/a.onnx',
          type: 'model',
          size: 4,
          physical_size: 4,
          layout: 'whole',
          downloads: 1,
          last_downloaded_at: '2026-01-01T00:00:00.000Z',
          created_at: '2026-01-01T00:00:00.000000Z',
          uploaded_by: { id: owner.id, name: textAt(user.json, 'user.name') },
          kept_by: { refs: [], commits: [], uploads: [], snapshots: [], has_more: false },
        },
      });
    });

    it('in chunks say how many they are', async () => {
      const object = chunkedObject(Buffer.alloc(5000, 'chunks'), 1024);
      for (const { path, bytes: body } of [object.pack, object.map, object.manifest]) {
        const at = `/repositories/${repository}/lfs/${path}`;
        expect((await world.call('PUT', at, { token: owner.token, body })).status).to.equal(201);
      }
      const body = { objects: [{ oid: object.oid, size: object.size }] };
      const finalized = await world.call('POST', `/repositories/${repository}/lfs/finalize`, { token: owner.token, body });
      expect(finalized.status).to.equal(200);
      const json = await found(object.oid);
      expect(valueAt(json, 'artifact.layout')).to.equal('chunks');
      expect(valueAt(json, 'artifact.chunks')).to.deep.equal({ count: 5, average_bytes: 1000, shared_with: [] });
    });

    it('have as versions what was given the same name, newest first, part by part', async () => {
      const texts = ['first', 'second', 'third'];
      for (const text of texts) {
        await world.namedObjects(owner, repository, [
          ['model.onnx', text],
          [`of ${text}`, `other ${text}`],
        ]);
        service.clock.advance(SECOND_MS);
      }
      const newestFirst = texts.map((text) => sha256(text)).reverse();
      for (const text of texts) expect(oidsOf(await found(`${sha256(text)}/timeline`))).to.deep.equal(newestFirst);
      const first = await found(`${sha256('first')}/timeline?limit=2`);
      expect(oidsOf(first)).to.deep.equal(newestFirst.slice(0, 2));
      expect(valueAt(await found(sha256('third')), 'artifact')).to.deep.include(valueAt(first, 'timeline.0'));
      const before = encodeURIComponent(textAt(first, 'next_before'));
      const rest = await found(`${sha256('first')}/timeline?limit=2&before=${before}`);
      expect(oidsOf(rest)).to.deep.equal(newestFirst.slice(2));
      expect(valueAt(rest, 'next_before')).to.equal(undefined);
    });

    it('without a name are their only version', async () => {
      const oid = await world.object(owner, repository, Buffer.from('unnamed'));
      await world.object(owner, repository, Buffer.from('unnamed, too'));
      expect(oidsOf(await found(`${oid}/timeline`))).to.deep.equal([oid]);
      expect(oidsOf(await found(`${oid}/timeline?before=2026-01-01T00:00:00Z`))).to.deep.equal([]);
    });

    it('are those of this repository alone', async () => {
      const other = await world.repository(owner, organization, { name: 'Data' });
      const oid = await world.object(owner, repository, Buffer.from('four'));
      for (const path of [oid, `${oid}/timeline`]) {
        expect((await get(path)).status).to.equal(200);
        expect((await get(path, other)).status).to.equal(404);
      }
      expect((await get(sha256('nothing'))).status).to.equal(404);
      expect((await get('ABC')).status).to.equal(400);
      for (const query of ['limit=0', 'limit=101', 'before=yesterday']) {
        expect((await get(`${oid}/timeline?${query}`)).status, query).to.equal(400);
      }
    });
  });
}
