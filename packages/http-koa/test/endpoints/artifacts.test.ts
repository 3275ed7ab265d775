import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, send, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const somebodysId = 'ffffffff-0000-4000-8000-000000000000';
const path = '/organizations/acme/artifacts';

const artifactsOf = ({ json }: Answer): readonly unknown[] => listAt(json, 'artifacts');

const fieldOf = (answer: Answer, field: string): readonly unknown[] =>
  artifactsOf(answer).map((artifact) => valueAt(artifact, field));

for (const [database, open] of Object.entries(eachDatabase)) {
  describe(`the artifacts of an organization, kept ${database}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const list = (query = '', token = owner.token): Promise<Answer> => world.call('GET', path + query, { token });
    const post = (at: string, body?: unknown): Promise<Answer> => world.call('POST', at, { token: owner.token, body });

    /** Uploads objects through one session, by the names that they have. */
    const upload = async (objects: readonly { readonly bytes: Buffer; readonly name?: string }[]): Promise<void> => {
      const uploads = `/repositories/${repository}/uploads`;
      const session = textAt((await post(uploads)).json, 'session.id');
      const asked = objects.map(({ bytes, name }) => ({ oid: sha256(bytes), size: bytes.byteLength, name }));
      const authorized = await post(`${uploads}/${session}/objects`, { objects: asked });
      expect(authorized.status, authorized.text).to.equal(200);
      for (const [at, { bytes }] of objects.entries()) {
        const url = new URL(textAt(authorized.json, `objects.${at}.upload_url`));
        expect((await send(url.origin, 'PUT', url.pathname + url.search, { body: bytes })).status).to.equal(200);
        const completed = await post(`${uploads}/${session}/objects/${sha256(bytes)}/complete`, { size: bytes.byteLength });
        expect(completed.status, completed.text).to.equal(204);
      }
      expect((await post(`${uploads}/${session}/finalize`)).status).to.equal(200);
    };

    it('have a name and a type where the upload says the one and the bytes the other', async () => {
      const png = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
      await upload([
        { bytes: Buffer.from('weights'), name: 'Model/Weights.safetensors' },
        { bytes: png },
        { bytes: Buffer.from('nothing to be told by') },
      ]);
      const { status, json } = await list('?sort=name');
      expect(status).to.equal(200);
      const shown = artifactsOf(await list('?sort=name'));
      expect(shown).to.have.length(3);
      expect(shown[0]).to.deep.equal({
        repository: { id: repository, slug: 'models', name: 'Models' },
        oid: sha256('weights'),
        name: 'Model/Weights.safetensors',
        type: 'model',
        size: 7,
        physical_size: 7,
        layout: 'whole',
        downloads: 0,
        created_at: textAt(json, 'artifacts.0.created_at'),
      });
      const types = Object.fromEntries(shown.map((one) => [textAt(one, 'oid'), valueAt(one, 'type')]));
      expect([types[sha256(png)], types[sha256('nothing to be told by')]]).to.deep.equal(['media', 'other']);
      const instants = shown.map((one) => textAt(one, 'created_at'));
      expect(valueAt(json, 'total')).to.equal(3);
      expect(instants.toSorted()).to.deep.equal([0, 1, 2].map((micros) => `2026-01-01T00:00:00.00000${micros}Z`));
      expect(fieldOf(await list('?type=media'), 'oid')).to.deep.equal([sha256(png)]);
      expect(valueAt((await list('?type=media')).json, 'total')).to.equal(1);
      expect(fieldOf(await list('?q=WEIGHTS'), 'name')).to.deep.equal(['Model/Weights.safetensors']);
      expect(valueAt((await list('?q=weights&limit=1')).json, 'total')).to.equal(1);
      expect((await list('?q=%25')).json).to.deep.equal({ artifacts: [], total: 0 });
    });

    it('are told by their bytes when Git LFS or the chunk tree has brought them', async () => {
      const bytes = Buffer.from('GGUF\x03 by lfs', 'latin1');
      const oid = sha256(bytes);
      const lfs = `/repositories/${repository}/lfs`;
      const batch = await post(`${lfs}/objects/batch`, { operation: 'upload', objects: [{ oid, size: bytes.byteLength }] });
      const upload = new URL(textAt(batch.json, 'objects.0.actions.upload.href'));
      await send(upload.origin, 'PUT', upload.pathname + upload.search, { body: bytes });
      const verify = new URL(textAt(batch.json, 'objects.0.actions.verify.href'));
      const body = { oid, size: bytes.byteLength };
      expect((await send(verify.origin, 'POST', verify.pathname + verify.search, { body })).status).to.equal(200);
      const chunked = chunkedObject(Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(3000, 'rows')]));
      for (const file of [chunked.pack, chunked.map, chunked.manifest]) {
        const put = await world.call('PUT', `${lfs}/${file.path}`, {
          token: owner.token,
          body: file.bytes,
          headers: { 'content-type': 'application/octet-stream' },
        });
        expect(put.status, put.text).to.equal(201);
      }
      expect((await post(`${lfs}/finalize`, { objects: [{ oid: chunked.oid, size: 3004 }] })).status).to.equal(200);
      const found = artifactsOf(await list()).map((one) => [valueAt(one, 'oid'), valueAt(one, 'type'), valueAt(one, 'layout')]);
      expect(found).to.deep.equal([
        [chunked.oid, 'dataset', 'chunks'],
        [oid, 'model', 'whole'],
      ]);
    });

    it('of one finalize of many are paged by next_before, none lost and none repeated', async () => {
      const oids = new Set<unknown>();
      await upload(Array.from({ length: 45 }, (_, at) => ({ bytes: Buffer.from(`object ${at}`) })));
      let pages = 0;
      for (let query = '?limit=20'; ; pages += 1) {
        const answer = await list(query);
        for (const oid of fieldOf(answer, 'oid')) oids.add(oid);
        expect(valueAt(answer.json, 'total')).to.equal(45);
        const before = valueAt(answer.json, 'next_before');
        if (typeof before !== 'string') break;
        query = `?limit=20&before=${encodeURIComponent(before)}`;
      }
      expect([pages, oids.size]).to.deep.equal([2, 45]);
    });

    it('count their downloads, once for each that is authorized', async () => {
      const oid = await world.object(owner, repository, Buffer.from('popular'));
      await world.object(owner, repository, Buffer.from('unpopular'));
      const authorize = () => post(`/repositories/${repository}/downloads/authorize`, { objects: [{ oid }] });
      await authorize();
      await authorize();
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
      const answer = await list('?sort=downloads');
      expect(fieldOf(answer, 'downloads')).to.deep.equal([2, 0]);
      expect(fieldOf(answer, 'last_downloaded_at')).to.deep.equal(['2026-01-01T00:00:00.000Z', undefined]);
      expect(valueAt(answer.json, 'next_before')).to.equal(undefined);
    });

    it('are not those of repositories that are hidden, nor of other organizations', async () => {
      const member = await world.user('member');
      await world.member(organization, member, 'VIEWER');
      await world.object(owner, repository, Buffer.from('secret'));
      await post(`/repositories/${repository}/members`, { user_id: member.id, level: 'NONE' });
      const other = await world.organization(owner, 'Other');
      const theirs = await world.repository(owner, other, { name: 'Theirs' });
      await world.object(owner, theirs, Buffer.from('theirs'));
      const nothing = { artifacts: [], total: 0 };
      expect((await list('', member.token)).json).to.deep.equal(nothing);
      expect((await list(`?repo=${repository}`, member.token)).json).to.deep.equal(nothing);
      for (const repo of [theirs, somebodysId]) expect((await list(`?repo=${repo}`)).json).to.deep.equal(nothing);
      expect(valueAt((await list(`?repo=${repository}`)).json, 'total')).to.equal(1);
    });
  });
}

describe('a request for artifacts', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  before(async () => {
    const acme = await startAcme();
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
  });
  after(() => service.close());

  const call = (query: string) => world.call('GET', `${path}?${query}`, { token: owner.token });

  it('is refused with the parameter that is wrong', async () => {
    const wrong = [
      ['repo=models', 'repo', 'malformed'],
      ['repo=', 'repo', 'malformed'],
      ['type=movie', 'type', 'unsupported'],
      ['sort=oldest', 'sort', 'unsupported'],
      ['limit=0', 'limit', 'out_of_range'],
      ['limit=101', 'limit', 'out_of_range'],
      ['limit=x', 'limit', 'malformed'],
      ['before=yesterday', 'before', 'malformed'],
      ['before=', 'before', 'malformed'],
      ['before=2026-01-01', 'before', 'malformed'],
      ['before=2026-13-01T00:00:00Z', 'before', 'malformed'],
      ['before=1767225600', 'before', 'malformed'],
      ['before=2026-01-01T00:60:00Z', 'before', 'malformed'],
      ['before=2026-01-01T00:00:61Z', 'before', 'malformed'],
      ['before=2026-01-01T00:00:00Z&sort=size', 'before', 'contradictory'],
      ['before=2026-01-01T00:00:00Z&sort=name', 'before', 'contradictory'],
      ['before=2026-01-01T00:00:00Z&sort=downloads', 'before', 'contradictory'],
      [`q=${'x'.repeat(1025)}`, 'q', 'out_of_range'],
    ] as const;
    for (const [query, field, problem] of wrong) {
      const { status, json } = await call(query);
      expect([status, valueAt(json, 'error.details')], query).to.deep.equal([400, { field, problem }]);
    }
  });

  it('may ask for 1 to 100, and reads any RFC 3339 instant', async () => {
    await world.object(owner, repository, Buffer.from('one'));
    for (const query of ['limit=1', 'limit=100', 'q=', 'sort=recent&before=2026-01-02T00:00:00Z']) {
      expect(valueAt((await call(query)).json, 'artifacts.0.type'), query).to.equal('other');
    }
    const found = async (before: string) => {
      const answer = await call(`before=${encodeURIComponent(before)}`);
      expect(answer.status, before).to.equal(200);
      return artifactsOf(answer).length;
    };
    expect(await found('2026-01-01T00:00:00.000000Z'), 'its own instant').to.equal(0);
    expect(await found('2026-01-01T00:00:00.000001Z')).to.equal(1);
    expect(await found('2026-01-01T00:00:00.0000000001Z')).to.equal(1);
    expect(await found('2026-01-01T02:00:00.000001+02:00')).to.equal(1);
    expect(await found('2026-01-01T02:00:00+02:00')).to.equal(0);
    expect(await found('2025-12-31T23:59:59.999999Z')).to.equal(0);
    expect(await found('2026-01-01t00:00:00.000001z'), 'small letters').to.equal(1);
    expect(await found('2025-12-31T23:59:60Z'), 'a leap second').to.equal(0);
    expect(await found('2026-01-01T00:59:60.5+01:00'), 'a leap second elsewhere').to.equal(0);
    expect(await found('2026-01-01T00:00:60Z')).to.equal(1);
    expect(await found('2256-01-01T00:00:00Z')).to.equal(1);
    expect(await found('9999-12-31T23:59:59.999999-23:59')).to.equal(1);
    expect(await found('0001-01-01T00:00:00Z')).to.equal(0);
    expect(await found('0000-01-01T00:00:00+23:59')).to.equal(0);
  });

  it('finds no object by a name that is no line of text', async () => {
    const uploads = `/repositories/${repository}/uploads`;
    const { token } = owner;
    const session = textAt((await world.call('POST', uploads, { token })).json, 'session.id');
    const authorize = (name: unknown) =>
      world.call('POST', `${uploads}/${session}/objects`, { token, body: { objects: [{ oid: 'a'.repeat(64), size: 1, name }] } });
    for (const name of ['', 'x'.repeat(1025), 'two\nlines', 7, null]) expect((await authorize(name)).status).to.equal(400);
    for (const name of ['x', 'x'.repeat(1024), 'a/b c.bin']) expect((await authorize(name)).status).to.equal(200);
  });
});
