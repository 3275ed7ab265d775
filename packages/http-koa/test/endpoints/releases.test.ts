import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { indexHistory } from '../support/index-history.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`releases ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    let git: GitRepository;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
      git = createGitRepository();
    });
    afterEach(async () => {
      git.remove();
      await service.close();
    });

    const call = (method: string, path = '', body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}/releases${path}`, { token: owner.token, body });
    const tag = { id: 'a'.repeat(40), tagger_name: 'Bob', tagger_email: 'bob@example.test', message: 'As tagged.' };
    const index = (refs: readonly object[]): Promise<void> =>
      indexHistory(world, owner.token, repository, { ...git.history('main'), refs });
    const releaseFor = (name: string, target: string, part: object = {}) => ({
      name: `refs/tags/${name}`,
      target,
      ...part,
    });

    it('are the tags, the newest first, with what they publish', async () => {
      expect((await call('GET')).json).to.deep.equal({ indexed: false, generation: 0, releases: [] });
      const first = git.commit({ 'README.md': 'hello', 'models/a.bin': 'weights' }, 'Begin');
      const second = git.commit({ 'models/a.bin': null }, 'End');
      await index([
        { name: 'refs/heads/main', target: second },
        releaseFor('release/v1', first, { tag: { ...tag, tagged_at: '2026-01-01T00:00:00Z' } }),
        releaseFor('v0', first),
        releaseFor('v2', second),
      ]);
      const { json } = await call('GET', '?limit=2');
      expect(json).to.deep.include({ indexed: true, generation: 1 });
      const [newest, next] = listAt(json, 'releases');
      expect(newest).to.deep.include({
        tag: 'release/v1',
        ref: 'refs/tags/release/v1',
        is_annotated: true,
        tagger: { name: 'Bob', email: 'bob@example.test', at: '2026-01-01T00:00:00.000Z' },
        notes: 'As tagged.',
        published_at: '2026-01-01T00:00:00.000Z',
        files: 2,
        size: 12,
      });
      expect(textAt(newest, 'commit.id')).to.equal(first);
      expect(next).to.deep.include({ tag: 'v2', is_annotated: false, notes: '', files: 1, size: 5 });
      expect(next).to.not.have.any.keys('tagger', 'notes_edited_at');
      const rest = await call('GET', `?cursor=${encodeURIComponent(textAt(json, 'next_cursor'))}`);
      expect(listAt(rest.json, 'releases').map((release) => textAt(release, 'tag'))).to.deep.equal(['v0']);
      expect(valueAt(rest.json, 'next_cursor')).to.equal(undefined);
    });

    it('are of the time of their commit where the tag names no tagger, or no time of his', async () => {
      const tip = git.commit({ a: '1' });
      const untold = { id: 'b'.repeat(40), message: 'Old.' };
      await index([releaseFor('old', tip, { tag: untold }), releaseFor('timeless', tip, { tag })]);
      for (const [path, tagger] of [
        ['/old', undefined],
        ['/timeless', { name: 'Bob', email: 'bob@example.test' }],
      ] as const) {
        const { json } = await call('GET', path);
        expect(valueAt(json, 'release')).to.deep.include({ is_annotated: true, ...(tagger && { tagger }) });
        expect(valueAt(json, 'release.tagger'), path).to.deep.equal(tagger);
        expect(textAt(json, 'release.published_at')).to.equal(textAt(json, 'release.commit.committer.at'));
      }
    });

    it('are found by a tag with slashes, whose notes are edited and audited', async () => {
      const path = '/release%2Fv1';
      expect((await call('GET', path)).status).to.equal(404);
      const tip = git.commit({ a: '1' });
      await index([releaseFor('release/v1', tip, { tag })]);
      expect(textAt((await call('GET', path)).json, 'release.notes')).to.equal('As tagged.');
      service.clock.advance(1000);
      const edited = await call('PATCH', path, { notes: '# One\n\nBetter.' });
      expect(edited.status).to.equal(200);
      const after = (await call('GET', path)).json;
      expect(edited.json).to.deep.equal(after);
      expect(valueAt(after, 'release')).to.deep.include({
        notes: '# One\n\nBetter.',
        notes_edited_at: '2026-01-01T00:00:01.000Z',
      });
      const { json } = await world.call('GET', '/organizations/acme/audit', { token: owner.token });
      expect(valueAt(json, 'events.0')).to.deep.include({
        action: 'repository.release.update',
        target: 'release/v1',
        details: { repository_id: repository, notes_changed: true },
      });
      const back = await call('PATCH', path, { notes: null });
      expect(valueAt(back.json, 'release')).to.deep.include({ notes: 'As tagged.' }).and.not.have.property('notes_edited_at');
    });

    it('refuse what is no name of a tag, and notes that nobody should be shown', async () => {
      await index([releaseFor('v1', git.commit({ a: '1' }))]);
      for (const path of ['/a%20b', '/a..b', '/a.lock', `/${'a'.repeat(1025)}`]) {
        expect((await call('GET', path)).status, path.slice(0, 20)).to.equal(400);
      }
      for (const body of [{}, { notes: 1 }, { notes: '\u202e' }, { notes: 'x'.repeat(65_537) }, { notes: '', name: 'x' }]) {
        expect((await call('PATCH', '/v1', body)).status, JSON.stringify(body).slice(0, 20)).to.equal(400);
      }
      expect(valueAt((await call('GET', '/v2')).json, 'error.details')).to.deep.equal({ reason: 'unknown_ref' });
    });

    it('are told to webhooks as soon as their tags appear, each once', async () => {
      const url = 'https://hooks.example.test/svc';
      service.webhooks.listen(url);
      await world.webhook(owner, organization, url, ['release.published', 'repository.push.indexed']);
      const tip = git.commit({ a: '1' });
      const refs = [releaseFor('v1', tip, { tag }), releaseFor('release/v2', tip)];
      await index(refs);
      await index(refs.map((ref) => ({ ...ref, target: tip })));
      const { webhooks } = service.application;
      while ((await webhooks.fanOut())._unsafeUnwrap() > 0);
      for (let lease = (await webhooks.leaseWebhook())._unsafeUnwrap(); lease !== undefined;) {
        (await webhooks.deliver(lease))._unsafeUnwrap();
        lease = (await webhooks.leaseWebhook())._unsafeUnwrap();
      }
      const sent = service.webhooks.sent.map(({ body }): unknown => JSON.parse(Buffer.from(body).toString()));
      const published = sent.filter((event) => valueAt(event, 'type') === 'release.published');
      expect(published.map((event) => valueAt(event, 'data'))).to.have.deep.members([{ tag: 'v1' }, { tag: 'release/v2' }]);
      for (const event of published) expect(valueAt(event, 'repository_id')).to.equal(repository);
      const indexed = sent.filter((event) => valueAt(event, 'type') === 'repository.push.indexed');
      expect(indexed.map((event) => valueAt(event, 'data.ref_count'))).to.have.members([2, 0]);
    });
  });
}
