import { maxLockPathBytes } from '@svc/core/model';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestUser, type World } from '../support/world.js';

const lfsType = 'application/vnd.git-lfs+json';

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`Git LFS locks, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let ada: TestUser;
    let bob: TestUser;
    let viewer: TestUser;
    let locks: string;
    beforeEach(async () => {
      service = await startService({ open });
      world = createWorld(service);
      [ada, bob, viewer] = [await world.user('ada'), await world.user('bob'), await world.user('viewer')];
      const organization = await world.organization(ada, 'Acme');
      await world.member(organization, bob, 'DEVELOPER');
      await world.member(organization, viewer, 'VIEWER');
      locks = `/repositories/${await world.repository(ada, organization, { name: 'Models' })}/lfs/locks`;
    });
    afterEach(() => service.close());

    const post = (user: TestUser, suffix: string, body: unknown): Promise<Answer> =>
      world.call('POST', locks + suffix, { token: user.token, body, headers: { 'content-type': lfsType } });
    const list = (query = ''): Promise<Answer> => world.call('GET', locks + query, { token: ada.token });
    const lock = async (user: TestUser, path: string): Promise<string> =>
      textAt((await post(user, '', { path, ref: { name: 'refs/heads/main' } })).json, 'lock.id');

    it('are created with 201, and a path that is taken answers 409 with the lock that takes it', async () => {
      const created = await post(ada, '', { path: 'a/b.bin', ref: { name: 'refs/heads/main' } });
      expect(created.status).to.equal(201);
      expect(created.headers['content-type']).to.equal(lfsType);
      const expected = {
        id: textAt(created.json, 'lock.id'),
        path: 'a/b.bin',
        locked_at: '2026-01-01T00:00:00.000Z',
        owner: { name: 'ada' },
      };
      expect(created.json).to.deep.equal({ lock: expected });
      const taken = await post(bob, '', { path: 'a/b.bin' });
      expect(taken.status).to.equal(409);
      expect(valueAt(taken.json, 'lock')).to.deep.equal(expected);
      expect(textAt(taken.json, 'message')).to.equal(textAt(taken.json, 'error.message'));
      expect(textAt(taken.json, 'request_id')).to.equal(taken.headers['x-request-id']);
      expect(valueAt(taken.json, 'error.details')).to.deep.equal({ reason: 'already_locked' });
    });

    it('are listed, all or by path or id', async () => {
      const ids = [await lock(ada, 'a'), await lock(bob, 'b'), await lock(ada, 'c')];
      const pathsOf = async (query: string): Promise<unknown> =>
        listAt((await list(query)).json, 'locks').map((item) => textAt(item, 'path'));
      expect(await pathsOf('')).to.deep.equal(['a', 'b', 'c']);
      expect(await pathsOf('?path=b&refspec=refs%2Fheads%2Fmain')).to.deep.equal(['b']);
      expect(await pathsOf(`?id=${ids[2] ?? ''}`)).to.deep.equal(['c']);
      expect(await pathsOf(`?id=${ids[2]?.toUpperCase() ?? ''}`)).to.deep.equal(['c']);
      expect(await pathsOf('?path=nothing')).to.deep.equal([]);
      const unknown = ['?id=nonsense', '?id=1', '?id=00000000-0000-4000-8000-000000000000', '?id=nonsense&path=a'];
      for (const query of [...unknown, `?path=${'x'.repeat(maxLockPathBytes + 1)}`])
        expect((await list(query)).json, query).to.deep.equal({ locks: [] });
      expect(await pathsOf('?id=&path=&cursor=')).to.deep.equal(['a', 'b', 'c']);
      expect(await pathsOf('?limit=1000&cursor=')).to.deep.equal(['a', 'b', 'c']);
      const first = await list('?limit=2');
      expect(await pathsOf(`?limit=2&cursor=${encodeURIComponent(textAt(first.json, 'next_cursor'))}`)).to.deep.equal(['c']);
    });

    it('are listed past the longest path that there can be, before a push too', async () => {
      // Digits that nothing can compress: an index keeps them as they are.
      const digits = Array.from({ length: 20 }, (_, at) => createHash('sha512').update(String(at)).digest('hex')).join('');
      const longest = `${digits.slice(0, maxLockPathBytes - 4)}ü/a`;
      expect(Buffer.byteLength(longest)).to.equal(maxLockPathBytes);
      await lock(ada, longest);
      await lock(bob, `${longest.slice(0, -1)}b`);
      const first = await list('?limit=1');
      expect(valueAt(first.json, 'locks.0.path')).to.equal(longest);
      const cursor = textAt(first.json, 'next_cursor');
      const second = await list(`?limit=1&cursor=${cursor}`);
      expect([second.status, listAt(second.json, 'locks').length]).to.deep.equal([200, 1]);
      expect(valueAt(second.json, 'next_cursor')).to.equal(undefined);
      const verified = await post(ada, '/verify', { limit: 1 });
      const rest = await post(ada, '/verify', { limit: 1, cursor: textAt(verified.json, 'next_cursor') });
      expect([rest.status, listAt(rest.json, 'ours').length, listAt(rest.json, 'theirs').length]).to.deep.equal([200, 0, 1]);
      expect((await post(ada, '/verify', { cursor })).status).to.equal(400);
    });

    it('are split into ours and theirs before a push', async () => {
      await lock(ada, 'mine');
      await lock(bob, 'theirs');
      for (const body of [{}, { ref: { name: 'refs/heads/main' } }, { ref: null, cursor: '', limit: 0 }, { limit: 500 }]) {
        const { status, json } = await post(ada, '/verify', body);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(valueAt(json, 'ours.0.path')).to.equal('mine');
        expect(valueAt(json, 'theirs.0.path')).to.equal('theirs');
      }
      expect((await post(viewer, '/verify', {})).status).to.equal(403);
    });

    it('are given up by their owner, and by others by force alone', async () => {
      const id = await lock(ada, 'a');
      const refused = await post(bob, `/${id}/unlock`, { force: false, ref: {} });
      expect(refused.status).to.equal(403);
      expect(textAt(refused.json, 'message')).to.match(/another user/);
      const broken = await post(bob, `/${id}/unlock`, { force: true });
      expect([broken.status, valueAt(broken.json, 'lock.path')]).to.deep.equal([200, 'a']);
      expect((await post(ada, `/${id}/unlock`, {})).status).to.equal(404);
      expect((await post(ada, `/${await lock(ada, 'a')}/unlock`, {})).status).to.equal(200);
      expect((await post(viewer, `/${await lock(ada, 'a')}/unlock`, { force: true })).status).to.equal(403);
    });

    it('of one repository cannot be named through another', async () => {
      const id = await lock(ada, 'a');
      const other = await world.repository(bob, await world.organization(bob, 'Other'), { name: 'Models' });
      const path = `/repositories/${other}/lfs/locks/${id}/unlock`;
      expect((await world.call('POST', path, { token: bob.token, body: { force: true } })).status).to.equal(404);
    });

    it('are of paths that a Git repository can have alone, and of all that git-lfs sends', async () => {
      for (const path of ['../a', 'a/../b', '..', '.', './a', 'a/.', '/a', '//a', 'a//b', 'a/', '/']) {
        const { status, json } = await post(ada, '', { path });
        expect([status, valueAt(json, 'error.details')], path).to.deep.equal([400, { field: 'path', problem: 'malformed' }]);
      }
      for (const path of ['..a', 'a..', '...', 'a/.b', '.gitattributes', 'a\\b', 'C:/a', ' ', '.git/config'])
        expect((await post(ada, '', { path })).status, path).to.equal(201);
      expect(listAt((await list()).json, 'locks')).to.have.length(9);
    });

    it('need a path, and take unknown fields from real clients only', async () => {
      for (const body of [
        {},
        { path: '' },
        { path: 1 },
        { path: 'x'.repeat(maxLockPathBytes + 1) },
        { path: 'ü'.repeat(maxLockPathBytes / 2 + 1) },
        { path: '\0' },
        { path: null },
      ]) {
        expect((await post(ada, '', body)).status, JSON.stringify(body).slice(0, 50)).to.equal(400);
      }
      expect((await post(ada, '', { path: 'a', extra: 1 })).status).to.equal(201);
      expect((await world.call('POST', locks, { token: ada.token, body: { path: 'b', extra: 1 } })).status).to.equal(400);
      for (const query of ['?limit=x', '?limit=-1', '?path=a%00']) expect((await list(query)).status, query).to.equal(400);
    });
  });
}
