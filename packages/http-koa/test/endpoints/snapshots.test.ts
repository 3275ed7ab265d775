import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { indexHistory } from '../support/index-history.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`snapshots ${where}`, () => {
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

    const call = (method: string, path = '', body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      world.call(method, `/repositories/${repository}/snapshots${path}`, { token: owner.token, body, headers });
    const index = (target: string): Promise<void> =>
      indexHistory(world, owner.token, repository, { ...git.history('main'), refs: [{ name: 'refs/heads/main', target }] });
    const key = (text: string) => ({ 'idempotency-key': text });
    const pointer = (text: string): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(text)}\nsize ${text.length}\n`;

    it('keep the files of a commit under a name, whatever becomes of the branch', async () => {
      await world.object(owner, repository, Buffer.from('weights of a model'));
      const first = git.commit({
        'README.md': 'hello',
        'models/a.bin': pointer('weights of a model'),
        'models/lost.bin': pointer('lost'),
      });
      await index(first);
      const created = await call('POST', '', { name: 'As published', note: 'Table 3.' }, key('one'));
      const snapshot = {
        id: textAt(created.json, 'snapshot.id'),
        name: 'As published',
        note: 'Table 3.',
        commit: first,
        ref: 'refs/heads/main',
        files: 3,
        size: 27,
        missing_objects: 1,
        created_by: owner.id,
        created_at: '2026-01-01T00:00:00.000Z',
      };
      expect([created.status, created.json]).to.deep.equal([201, { snapshot }]);
      const again = await call('POST', '', { name: 'As published', note: 'Table 3.' }, key('one'));
      expect([again.status, again.json]).to.deep.equal([200, { snapshot }]);
      expect((await call('GET')).json).to.deep.equal({ snapshots: [snapshot] });

      await index(git.commit({ 'models/a.bin': null }));
      const shown = await call('GET', `/${snapshot.id}?limit=2`);
      expect(valueAt(shown.json, 'snapshot')).to.deep.equal(snapshot);
      const rest = await call('GET', `/${snapshot.id}?cursor=${encodeURIComponent(textAt(shown.json, 'next_cursor'))}`);
      const files = [shown, rest].flatMap(({ json }) => listAt(json, 'files'));
      const idOf = (path: string): string => git.git(['rev-parse', `${first}:${path}`]).trim();
      const base = { mode: '100644', is_lfs: true };
      expect(files).to.deep.equal([
        { ...base, path: 'README.md', id: idOf('README.md'), size: 5, is_lfs: false, is_stored: false },
        {
          ...base,
          path: 'models/a.bin',
          id: idOf('models/a.bin'),
          size: 18,
          oid: sha256('weights of a model'),
          is_stored: true,
        },
        { ...base, path: 'models/lost.bin', id: idOf('models/lost.bin'), size: 4, oid: sha256('lost'), is_stored: false },
      ]);
      expect(valueAt(rest.json, 'next_cursor')).to.equal(undefined);
    });

    it('know plain files by the objects that hold their bytes', async () => {
      const oid = await world.object(owner, repository, Buffer.from('# Models\n'));
      const commit = git.commit({ 'README.md': '# Models\n' });
      await index(commit);
      const sessions = `/repositories/${repository}/index/sessions`;
      const opened = await world.call('POST', sessions, { token: owner.token, body: { object_format: 'sha1' } });
      const contents = [{ id: git.git(['rev-parse', `${commit}:README.md`]).trim(), oid }];
      const path = `${sessions}/${textAt(opened.json, 'session.id')}/tree`;
      expect((await world.call('POST', path, { token: owner.token, body: { contents } })).status).to.equal(200);
      const id = textAt((await call('POST', '', { name: 'one' })).json, 'snapshot.id');
      const [file] = listAt((await call('GET', `/${id}`)).json, 'files');
      expect(file).to.deep.include({ path: 'README.md', oid, is_lfs: false, is_stored: true });
    });

    it('are told to webhooks and to the audit log', async () => {
      const url = 'https://hooks.example.test/svc';
      service.webhooks.listen(url);
      await world.webhook(owner, organization, url, ['storage.snapshot.created']);
      const commit = git.commit({ a: '1' });
      await index(commit);
      const id = textAt((await call('POST', '', { name: 'one' })).json, 'snapshot.id');
      const { webhooks } = service.application;
      (await webhooks.fanOut())._unsafeUnwrap();
      const lease = (await webhooks.leaseWebhook())._unsafeUnwrap();
      if (lease !== undefined) (await webhooks.deliver(lease))._unsafeUnwrap();
      const [sent] = service.webhooks.sent.map(({ body }): unknown => JSON.parse(Buffer.from(body).toString()));
      expect(sent).to.deep.include({
        type: 'storage.snapshot.created',
        repository_id: repository,
        data: { snapshot_id: id, name: 'one', commit, files: 1, size: 1 },
      });
      const { json } = await world.call('GET', '/organizations/acme/audit', { token: owner.token });
      expect(valueAt(json, 'events.0')).to.deep.include({
        action: 'repository.snapshot.create',
        target: id,
        details: { repository_id: repository, name: 'one', commit, files: 1 },
      });
    });

    it('are refused without an index, without a commit, and with what is taken', async () => {
      const reasonOf = ({ status, json }: Answer) => [status, valueAt(json, 'error.details.reason')];
      expect(reasonOf(await call('POST', '', { name: 'one' }))).to.deep.equal([409, 'not_indexed']);
      await index(git.commit({ a: '1' }));
      expect(reasonOf(await call('POST', '', { name: 'one', ref: 'gone' }))).to.deep.equal([404, 'unknown_ref']);
      expect((await call('POST', '', { name: 'one' }, key('one'))).status).to.equal(201);
      expect(reasonOf(await call('POST', '', { name: 'one' }))).to.deep.equal([409, 'duplicate_name']);
      expect(reasonOf(await call('POST', '', { name: 'two' }, key('one')))).to.deep.equal([409, 'idempotency_key_reused']);
      for (const body of [{}, { name: '' }, { name: 'a\nb' }, { name: 'x', ref: '' }, { name: 'x', more: 1 }]) {
        expect((await call('POST', '', body)).status, JSON.stringify(body)).to.equal(400);
      }
      expect((await call('GET', '/eeeeeeee-0000-4000-8000-000000000000')).status).to.equal(404);
      const other = await world.repository(owner, organization, { name: 'Other' });
      const id = textAt((await call('GET')).json, 'snapshots.0.id');
      const foreign = await world.call('GET', `/repositories/${other}/snapshots/${id}`, { token: owner.token });
      expect(foreign.status).to.equal(404);
    });
  });
}
