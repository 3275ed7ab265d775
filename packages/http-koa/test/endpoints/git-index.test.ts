import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { createGitRepository, type GitRepository, type WireHistory } from '@svc/test-services/git-repository';
import { type Answer, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestUser, World } from '../support/world.js';

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`uploading the Git index ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    let git: GitRepository;

    beforeEach(async () => {
      const acme = await startAcme({ open });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
      git = createGitRepository();
    });
    afterEach(async () => {
      git.remove();
      await service.close();
    });

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}/index${path}`, { token: owner.token, ...(body !== undefined && { body }) });
    const answered = async (answer: Promise<Answer>, status = 200): Promise<Answer> => {
      const given = await answer;
      expect(given.status, JSON.stringify(given.json)).to.equal(status);
      return given;
    };
    const begin = async (): Promise<string> =>
      textAt((await answered(call('POST', '/sessions', { object_format: 'sha1' }), 201)).json, 'session.id');
    const send = async (session: string, { commits, objects, trees }: WireHistory): Promise<void> => {
      await answered(call('POST', `/sessions/${session}/commits`, { commits }));
      await answered(call('POST', `/sessions/${session}/tree`, { objects, trees }));
    };
    const state = async () => valueAt((await answered(call('GET', '/state'))).json, 'index');

    it('takes commits and their trees, and shows nothing of them before it is finalized', async () => {
      git.commit({ 'README.md': 'hello', 'models/a.bin': 'weights' });
      const second = git.commit({ 'models/a.bin': 'better weights', 'models/b/c.bin': 'more' });
      expect(await state()).to.deep.equal({ indexed: false, generation: 0, commits: 0, objects: 0, refs: [] });

      const session = await begin();
      const { commits, objects, trees } = git.history('main');
      const taken = await answered(call('POST', `/sessions/${session}/commits`, { commits }));
      expect(taken.json).to.deep.equal({ accepted: 2, already_indexed: 0 });
      const treesTaken = await answered(call('POST', `/sessions/${session}/tree`, { objects, trees }));
      expect(treesTaken.json).to.deep.equal({ completed: 2, pending: 0 });
      expect(await state()).to.include({ indexed: false, generation: 0 });

      const finalized = await answered(
        call('POST', `/sessions/${session}/finalize`, { refs: [{ name: 'refs/heads/main', target: second }], complete: true }),
      );
      expect(finalized.json).to.deep.equal({ generation: 1, commits: 2, refs: 1, missing_objects: 0 });
      expect(await state()).to.deep.include({
        indexed: true,
        object_format: 'sha1',
        generation: 1,
        commits: 2,
        refs: [{ name: 'refs/heads/main', target: second }],
      });
    });

    it('takes trees that git would write otherwise today by their bytes', async () => {
      const blob = git.git(['hash-object', '-w', '--stdin'], 'weights').trim();
      const raw = Buffer.concat([Buffer.from('100664 a\0'), Buffer.from(blob, 'hex')]);
      const tree = git.git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], raw.toString('latin1')).trim();
      const commit = git.git(['commit-tree', tree, '-m', 'odd']).trim();
      const session = await begin();
      const history = git.history(commit);
      await answered(call('POST', `/sessions/${session}/commits`, { commits: history.commits }));
      const send = (rawTrees: unknown) =>
        call('POST', `/sessions/${session}/tree`, {
          objects: history.objects,
          trees: history.trees.map((each) => ({ ...each, raw_trees: rawTrees })),
        });
      const refused = await answered(send([]), 400);
      expect(valueAt(refused.json, 'error.details')).to.include({ reason: 'tree_mismatch' });
      await answered(send([{ folder: '..', raw: raw.toString('base64') }]), 400);
      const taken = await answered(send([{ folder: '', raw: raw.toString('base64') }]));
      expect(taken.json).to.deep.equal({ completed: 1, pending: 0 });
    });

    it('refuses what no tree of Git can have, and says where it stands', async () => {
      const id = 'a'.repeat(40);
      const session = await begin();
      const changesOf = (...change: readonly unknown[]) => ({ trees: [{ commit: id, changes: [change], is_last: true }] });
      for (const [body, field] of [
        [changesOf('a/../b', '100644', id), 'trees.0.changes.0.0'],
        [changesOf('/a', '100644', id), 'trees.0.changes.0.0'],
        [changesOf('a/.git/config', '100644', id), 'trees.0.changes.0.0'],
        [changesOf('a'.repeat(4097), '100644', id), 'trees.0.changes.0.0'],
        [changesOf('a/'.repeat(256) + 'a', '100644', id), 'trees.0.changes.0.0'],
        [changesOf('', '100644', id, Buffer.from('a\0b').toString('base64')), 'trees.0.changes.0.0'],
        [changesOf('a', '100644', id, Buffer.from('b').toString('base64')), 'trees.0.changes.0.0'],
        [changesOf('a', '100600', id), 'trees.0.changes.0.1'],
        [changesOf('a', '0x1', id), 'trees.0.changes.0.1'],
        [changesOf('a', '100644', 'A'.repeat(40)), 'trees.0.changes.0.2'],
        [{ trees: [], more: 1 }, 'more'],
        [{ objects: [{ id, size: -1 }] }, 'objects.0.size'],
      ] as const) {
        const refused = await answered(call('POST', `/sessions/${session}/tree`, body), 400);
        expect(valueAt(refused.json, 'error.details.field'), JSON.stringify(body).slice(0, 100)).to.equal(field);
      }
      for (const name of [
        'main',
        'refs/heads/',
        'refs/heads/a..b',
        'refs/heads/a.lock',
        'refs/notes/x',
        'refs/tags/a b',
        'refs/tags/a\n',
      ]) {
        const refused = await answered(call('POST', `/sessions/${session}/finalize`, { refs: [{ name, target: null }] }), 400);
        expect(valueAt(refused.json, 'error.details.field'), name).to.equal('refs.0.name');
      }
    });

    it('takes paths whose bytes are no UTF-8, and tells which ref has moved', async () => {
      const id = git.git(['hash-object', '-w', '--stdin'], 'x').trim();
      const tip = git.plant(new Map(['models/\xff', '\xc3\xa9'].map((path) => [path, { mode: '100644', id }])), []);
      const session = await begin();
      const history = git.history(tip);
      expect(history.trees[0]?.changes.map(([path, , , bytes]) => path + (bytes ?? ''))).to.deep.equal([
        'models',
        Buffer.from('models/\xff', 'latin1').toString('base64url'),
        'é',
      ]);
      await send(session, history);
      const moved = await answered(
        call('POST', `/sessions/${session}/finalize`, { refs: [{ name: 'refs/tags/v1', target: tip, expected: tip }] }),
        409,
      );
      expect(valueAt(moved.json, 'error.details')).to.deep.equal({ reason: 'ref_moved', ref: 'refs/tags/v1' });
    });

    it('passes over what it has, and answers the same when everything is sent again', async () => {
      const tip = git.commit({ a: '1', 'b/c': '2' });
      const session = await begin();
      const history = git.history('main');
      await send(session, history);
      await send(session, history);
      const finalize = () => call('POST', `/sessions/${session}/finalize`, { refs: [{ name: 'refs/heads/main', target: tip }] });
      const first = await answered(finalize());
      expect((await answered(finalize())).json).to.deep.equal(first.json);
      const again = await begin();
      const taken = await answered(call('POST', `/sessions/${again}/commits`, { commits: history.commits }));
      expect(taken.json).to.deep.equal({ accepted: 0, already_indexed: 1 });
    });
  });
}
