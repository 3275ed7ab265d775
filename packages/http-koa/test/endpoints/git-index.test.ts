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
