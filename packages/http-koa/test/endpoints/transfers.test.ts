import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, type TestRequest, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestUser, World } from '../support/world.js';

const counters = {
  duration_ms: 1,
  ingest_ms: 2,
  mirror_ms: 3,
  logical_bytes: 4,
  stored_bytes: 5,
  object_count: 6,
  chunk_count: 7,
  new_chunks: 8,
  reused_chunks: 9,
  files_put: 10,
  files_skipped: 11,
};

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`transfers, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let viewer: TestUser;
    let repository: string;
    beforeEach(async () => {
      const acme = await startAcme({ open });
      ({ service, world, owner } = acme);
      viewer = await world.user('viewer');
      await world.member(acme.organization, viewer, 'VIEWER');
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const report = (body: unknown, request: TestRequest = {}): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}/lfs/transfers`, { token: viewer.token, body, ...request });
    const list = (query = ''): Promise<Answer> =>
      world.call('GET', `/repositories/${repository}/transfers${query}`, { token: viewer.token });

    it('are reported with all their counters, some, or none', async () => {
      const reported = await report({ kind: 'pull', ...counters });
      expect([reported.status, reported.text]).to.deep.equal([201, '{}']);
      const { json } = await list();
      const id = textAt(json, 'transfers.0.id');
      expect(id).to.match(/^[0-9a-f-]{36}$/);
      const created = '2026-01-01T00:00:00.000Z';
      expect(valueAt(json, 'transfers.0')).to.deep.equal({ id, kind: 'pull', created_at: created, ...counters });
      service.clock.advance(1000);
      expect((await report({})).status).to.equal(201);
      expect(valueAt((await list()).json, 'transfers.0')).to.have.all.keys('created_at', 'id', 'kind');
      expect((await report({ duration_ms: 12.6, kind: 'pull' })).status).to.equal(201);
    });

    it('are listed newest first, by kind, page by page', async () => {
      for (let at = 0; at < 5; at += 1) {
        const [kind, { token }] = at % 2 === 0 ? (['pull', viewer] as const) : (['push', owner] as const);
        expect((await report({ kind, object_count: at }, { token })).status).to.equal(201);
        service.clock.advance(1000);
      }
      const counts = (json: unknown): unknown[] => listAt(json, 'transfers').map((transfer) => valueAt(transfer, 'object_count'));
      expect(counts((await list()).json)).to.deep.equal([4, 3, 2, 1, 0]);
      expect(counts((await list('?kind=pull')).json)).to.deep.equal([4, 2, 0]);
      expect(counts((await list('?kind=push')).json)).to.deep.equal([3, 1]);
      const first = await list('?kind=pull&limit=2');
      expect(counts(first.json)).to.deep.equal([4, 2]);
      const cursor = encodeURIComponent(textAt(first.json, 'next_cursor'));
      const last = await list(`?kind=pull&limit=2&cursor=${cursor}`);
      expect([counts(last.json), valueAt(last.json, 'next_cursor')]).to.deep.equal([[0], undefined]);
    });

    it('of a push are reported by those alone who may push', async () => {
      expect((await report({ kind: 'push' })).status).to.equal(403);
      expect(listAt((await list()).json, 'transfers')).to.deep.equal([]);
    });

    it('refuse an unknown kind, a page that is none, and counters that are none', async () => {
      for (const query of ['?kind=other', '?kind=', '?limit=0', '?limit=101', '?limit=x', '?cursor=']) {
        expect((await list(query)).status, query).to.equal(400);
      }
      for (const body of [{ kind: 'other' }, { kind: 1 }, { duration_ms: -1 }, { chunk_count: '1' }, { unknown: 1 }, []]) {
        expect((await report(body)).status, JSON.stringify(body)).to.equal(400);
      }
      const lenient = { headers: { 'content-type': 'application/vnd.git-lfs+json' } };
      expect((await report({ unknown: 1 }, lenient)).status).to.equal(201);
      expect((await report({ duration_ms: -1 }, lenient)).status).to.equal(400);
    });

    it('of a repository that is not theirs are not there', async () => {
      const stranger = await world.user('stranger');
      expect((await report({}, { token: stranger.token })).status).to.equal(404);
      const path = `/repositories/${repository}/transfers`;
      expect((await world.call('GET', path, { token: stranger.token })).status).to.equal(404);
    });
  });
}
