import { DAY_MS } from '@svc/core/model';
import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type HistoryToIndex, indexHistory } from '../support/index-history.js';
import { type Answer, listAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const text = 'weights of a model';
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(Buffer.from(text))}\nsize ${text.length}\n`;

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`unreachable objects, kept ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    let oid: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({
        open,
        ports: (ports) => ({ ...ports, settings: { ...ports.settings, gcReclaim: true } }),
      }));
      repository = await world.repository(owner, organization, { name: 'Models' });
      oid = await world.object(owner, repository, Buffer.from(text));
    });
    afterEach(() => service.close());

    const call = (method: string, path = '', body?: unknown, by = owner): Promise<Answer> =>
      world.call(method, `/repositories/${repository}${path}`, { token: by.token, body });
    const ask = (days: unknown, by = owner): Promise<Answer> => call('PATCH', '', { reclaim_unreachable_after_days: days }, by);
    const asked = async (): Promise<unknown> => valueAt((await call('GET')).json, 'repository.reclaim_unreachable_after_days');
    const unreachable = async (): Promise<unknown> =>
      valueAt((await call('GET', '/storage/summary')).json, 'storage.unreachable');
    const look = async () => (await service.application.maintenance.reclaimUnreachable())._unsafeUnwrap();
    const nothing = { commits: [], objects: [], trees: [] };
    const tell = (refs: readonly object[], history: Omit<HistoryToIndex, 'refs'> = nothing): Promise<void> =>
      indexHistory(world, owner.token, repository, { ...history, refs });

    it('are removed never, unless an administrator says after how many days', async () => {
      expect(await asked()).to.equal(undefined);
      for (const days of [0, -1, 1.5, 3651, '7', true]) expect((await ask(days)).status, String(days)).to.equal(400);
      const changed = await ask(7);
      expect([changed.status, valueAt(changed.json, 'repository.reclaim_unreachable_after_days'), await asked()]).to.deep.equal([
        200, 7, 7,
      ]);
      const developer = await world.user('developer');
      await world.member(organization, developer, 'DEVELOPER');
      expect((await ask(30, developer)).status).to.equal(403);
      expect((await ask(7, developer)).status).to.equal(200);
      expect((await ask(null)).status).to.equal(200);
      expect(await asked()).to.equal(undefined);
    });

    it('are told of, removed after their days, listed without a name, and come back when a branch reaches them', async () => {
      const git = createGitRepository();
      const commit = git.commit({ 'model.bin': pointer });
      const branch = { name: 'refs/heads/main', target: commit };
      const history = git.history(commit);
      git.remove();
      expect((await ask(7)).status).to.equal(200);
      expect(await unreachable()).to.deep.equal({
        reclaim_after_days: 7,
        object_count: 0,
        logical_bytes: 0,
        reclaimable_bytes: 0,
      });
      expect(await look()).to.include({ repositories: 1, doubtful: 1 });
      expect(await unreachable()).to.include({ doubt: 'index_missing' });
      await tell([branch], history);
      expect(await look()).to.include({ doubtful: 0, objects: 0 });
      expect(await unreachable())
        .to.include({ object_count: 0 })
        .and.not.have.property('doubt');
      await tell([]);
      const since = new Date(service.clock.now()).toISOString();
      expect(await look()).to.include({ objects: 0 });
      const found = { object_count: 1, logical_bytes: text.length, reclaimable_bytes: text.length, since, looked_at: since };
      expect(await unreachable()).to.deep.equal({ reclaim_after_days: 7, ...found });
      const recommended = listAt((await call('GET', '/recommendations')).json, 'recommendations');
      expect(recommended.map((one) => valueAt(one, 'rule'))).to.include('unreachable-objects');
      service.clock.advance(7 * DAY_MS);
      await tell([]);
      expect(await look()).to.include({ objects: 1, bytes: text.length });
      const [removed] = listAt((await call('GET', '/removed-objects')).json, 'removed_objects');
      expect(valueAt(removed, 'oid')).to.equal(oid);
      expect(valueAt(removed, 'removed_by')).to.equal(undefined);
      await tell([branch]);
      expect(await look()).to.include({ restored: 1 });
      const listed = listAt((await call('GET', '/objects')).json, 'objects');
      expect(listed.map((one) => valueAt(one, 'oid'))).to.deep.equal([oid]);
    });
  });
}
