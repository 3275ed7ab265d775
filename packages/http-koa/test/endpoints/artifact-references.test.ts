import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import { createSeeded } from '../support/seeded.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const next = createSeeded(21);
const randomBytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => Math.floor(next() * 256));
const kibibyte = 1024;
const pieces = Array.from({ length: 8 }, () => randomBytes(kibibyte));
const joined = (...parts: readonly number[]): Buffer => Buffer.concat(parts.map((at) => pieces[at] ?? Buffer.alloc(0)));

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`what keeps an object, on a database ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    let git: GitRepository;
    beforeEach(async () => {
      const acme = await startAcme({ defaultPlan: 'team', open });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
      git = createGitRepository();
    });
    afterEach(async () => {
      git.remove();
      await service.close();
    });

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}${path}`, { token: owner.token, ...(body !== undefined && { body }) });
    const found = async (path: string): Promise<unknown> => {
      const { status, json, text } = await call('GET', path);
      expect(status, text).to.equal(200);
      return json;
    };
    const pointerTo = (bytes: Uint8Array): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(bytes)}\nsize ${bytes.byteLength}\n`;
    const index = async (refs: Readonly<Record<string, string>>): Promise<void> => {
      const session = textAt((await call('POST', '/index/sessions', { object_format: 'sha1' })).json, 'session.id');
      const { commits, objects, trees } = git.history('main');
      await call('POST', `/index/sessions/${session}/commits`, { commits });
      await call('POST', `/index/sessions/${session}/tree`, { objects, trees });
      const updates = Object.entries(refs).map(([name, target]) => ({ name, target }));
      expect((await call('POST', `/index/sessions/${session}/finalize`, { refs: updates })).status).to.equal(200);
    };
    const storeInChunks = async (bytes: Uint8Array, name?: string): Promise<string> => {
      const object = chunkedObject(bytes, kibibyte);
      for (const file of [object.pack, object.map, object.manifest]) {
        const path = `/repositories/${repository}/lfs/${file.path}`;
        await world.call('PUT', path, { token: owner.token, body: file.bytes });
      }
      const body = { objects: [{ oid: object.oid, size: object.size, ...(name !== undefined && { name }) }] };
      expect((await call('POST', '/lfs/finalize', body)).status).to.equal(200);
      return object.oid;
    };

    it('tells branches, tags and commits, page by page and in the object itself', async () => {
      const bytes = Buffer.from('weights');
      const oid = await world.object(owner, repository, bytes);
      const none = { indexed: false, generation: 0, references: [] };
      expect(await found(`/artifacts/${oid}/references`)).to.deep.equal(none);
      const first = git.commit({ 'models/a.bin': pointerTo(bytes) });
      const second = git.commit({ 'models/a.bin': pointerTo(Buffer.from('others')), 'b ÿ.bin': pointerTo(bytes) });
      const third = git.commit({ 'b ÿ.bin': null });
      await index({ 'refs/heads/main': third, 'refs/heads/dev': second, 'refs/tags/v1': first });
      const refs = [
        { name: 'refs/heads/dev', is_at_tip: true },
        { name: 'refs/heads/main', is_at_tip: false },
        { name: 'refs/tags/v1', is_at_tip: true },
      ];
      const all: unknown[] = [];
      let cursor = '';
      for (let pages = 0; pages < 5; pages += 1) {
        const json = await found(`/artifacts/${oid}/references?limit=1${cursor}`);
        expect(json).to.include({ indexed: true, generation: 1 });
        all.push(...listAt(json, 'references'));
        if (valueAt(json, 'next_cursor') === undefined) break;
        cursor = `&cursor=${textAt(json, 'next_cursor')}`;
      }
      expect(all.slice(0, 3)).to.deep.equal(refs.map((ref) => ({ kind: 'ref', ref })));
      const commits = all.slice(3).map((reference) => [textAt(reference, 'commit.id'), textAt(reference, 'commit.path')]);
      expect(commits).to.deep.equal([
        [first, 'models/a.bin'],
        [second, 'b ÿ.bin'],
      ]);
      expect(listAt(await found(`/artifacts/${oid}/references?kind=commit`), 'references')).to.deep.equal(all.slice(3));
      const kept = valueAt(await found(`/artifacts/${oid}`), 'artifact.kept_by');
      expect(kept).to.deep.include({ refs, uploads: [], snapshots: [], has_more: false });
      expect(listAt(kept, 'commits')).to.deep.equal(all.slice(3).map((reference) => valueAt(reference, 'commit')));
    });

    it('tells open upload sessions', async () => {
      const bytes = Buffer.from('both ways');
      const session = await world.session(owner, repository, { oid: sha256(bytes), size: bytes.byteLength });
      const oid = await storeInChunks(bytes);
      const json = await found(`/artifacts/${oid}/references?kind=upload`);
      expect(valueAt(json, 'references.0')).to.deep.equal({
        kind: 'upload',
        upload: { id: session, kind: 'session', created_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-01T06:00:00.000Z' },
      });
      expect(valueAt(await found(`/artifacts/${oid}`), 'artifact.kept_by.uploads.0.id')).to.equal(session);
    });

    it('tells which other objects have chunks of it, those of its name first, and how many', async () => {
      const before = await storeInChunks(joined(0, 1, 2, 3), 'model.bin');
      const unlike = await storeInChunks(joined(7), 'model.bin');
      const other = await storeInChunks(joined(5, 0), 'other.bin');
      await world.object(owner, repository, joined(0, 1));
      const oid = await storeInChunks(joined(0, 1, 1, 4), 'model.bin');
      const sharing = [
        { oid: before, name: 'model.bin', chunks: 3, bytes: 3 * kibibyte },
        { oid: other, name: 'other.bin', chunks: 1, bytes: kibibyte },
      ];
      expect(await found(`/artifacts/${oid}/sharing`)).to.deep.equal({ shared_with: sharing });
      expect(valueAt(await found(`/artifacts/${oid}`), 'artifact.chunks')).to.deep.equal({
        count: 4,
        average_bytes: kibibyte,
        shared_with: sharing,
      });
      const all: unknown[] = [];
      let cursor = '';
      for (let pages = 0; pages < 5; pages += 1) {
        const json = await found(`/artifacts/${oid}/sharing?limit=1${cursor}`);
        all.push(...listAt(json, 'shared_with'));
        if (valueAt(json, 'next_cursor') === undefined) break;
        cursor = `&cursor=${textAt(json, 'next_cursor')}`;
      }
      expect(all).to.deep.equal(sharing);
      expect(await found(`/artifacts/${unlike}/sharing`)).to.deep.equal({ shared_with: [] });
    });

    it('tells sharing objects on behind one that was removed between two pages', async () => {
      const others = [await storeInChunks(joined(0, 1)), await storeInChunks(joined(0, 2)), await storeInChunks(joined(0, 3))];
      const oid = await storeInChunks(joined(0, 4));
      const page = async (query: string) => {
        const json = await found(`/artifacts/${oid}/sharing?${query}`);
        return { oids: listAt(json, 'shared_with').map((one) => textAt(one, 'oid')), cursor: valueAt(json, 'next_cursor') };
      };
      const { oids, cursor } = await page('limit=2');
      const [, looked = ''] = oids;
      expect((await call('DELETE', `/objects/${looked}`)).status).to.equal(204);
      const last = await page(`limit=2&cursor=${String(cursor)}`);
      expect(last).to.deep.equal({ oids: others.filter((other) => !oids.includes(other)), cursor: undefined });
    });

    it('is of objects of this repository alone', async () => {
      for (const name of ['references', 'sharing']) {
        expect((await call('GET', `/artifacts/${sha256('nothing')}/${name}`)).status).to.equal(404);
        expect((await call('GET', `/artifacts/ABC/${name}`)).status).to.equal(400);
        expect((await call('GET', `/artifacts/${sha256('nothing')}/${name}?limit=101`)).status).to.equal(400);
      }
      expect(await found(`/artifacts/${await world.object(owner, repository, Buffer.from('whole'))}/sharing`)).to.deep.equal({
        shared_with: [],
      });
    });
  });
}
