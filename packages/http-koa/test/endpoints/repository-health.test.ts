import type { Oid } from '@svc/core';
import { DAY_MS, HOUR_MS, type RepositoryId, trusted, type TreePath, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { createGitRepository } from '@svc/test-services/git-repository';
import { indexHistory } from '../support/index-history.js';
import { listAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const none = { count: 0 };

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`the health of a repository on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'business', open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const health = async (id = repository): Promise<unknown> => {
      const { status, json, text } = await world.call('GET', `/repositories/${id}/health`, { token: owner.token });
      expect(status, text).to.equal(200);
      return valueAt(json, 'health');
    };
    const now = (): string => new Date(service.clock.now()).toISOString();

    it('is good where nothing waits', async () => {
      const expected = {
        status: 'healthy',
        problems: [],
        storage: { mode: 'managed' },
        pending_verifications: { ...none, bytes: 0 },
        receiving_files: none,
        open_uploads: none,
        stale_uploads: { ...none, reserved_bytes: 0 },
        damaged: none,
        locks: none,
        git_index: { indexed: false, generation: 0, missing_objects: 0, unindexed_objects: none },
      };
      expect(await health()).to.deep.equal(expected);
      await world.object(owner, repository, Buffer.from('four'));
      const verifiedAt = now();
      const lock = { token: owner.token, body: { path: 'a' } };
      expect((await world.call('POST', `/repositories/${repository}/lfs/locks`, lock)).status).to.equal(201);
      await world.session(owner, repository, { oid: '1'.repeat(64), size: 5 });
      expect(await health()).to.deep.equal({
        ...expected,
        last_verified_at: verifiedAt,
        open_uploads: { count: 1, oldest_at: verifiedAt },
        locks: { count: 1, oldest_at: verifiedAt },
      });
    });

    it('is bad while something that is stored is damaged', async () => {
      const oid = await world.object(owner, repository, Buffer.from('four'));
      const of = { kind: 'object', oid: trusted<Oid>(oid) } as const;
      const foundAt = service.clock.now();
      const change = (isDamaged: boolean) =>
        service.ports.unitOfWork.transact(async ({ damage }) => {
          const repositoryId = trusted<RepositoryId>(repository);
          if (isDamaged) await damage.note({ repositoryId, of, problem: 'missing', foundAt });
          else await damage.heal(repositoryId, of);
          return ok();
        });
      expect((await change(true)).isOk()).to.equal(true);
      expect(valueAt(await health(), 'status')).to.equal('unhealthy');
      expect(valueAt(await health(), 'problems')).to.deep.equal(['storage_damaged']);
      expect(valueAt(await health(), 'damaged')).to.deep.equal({ count: 1, oldest_at: now() });
      expect((await change(false)).isOk()).to.equal(true);
      expect(valueAt(await health(), 'status')).to.equal('healthy');
    });

    it('is less than good where the Git index names objects that are missing, or is behind for a day', async () => {
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256('weights')}\nsize 7\n`;
      const git = createGitRepository();
      const target = git.commit({ 'a.bin': pointer });
      const history = { ...git.history('main'), refs: [{ name: 'refs/heads/main', target }] };
      git.remove();
      await indexHistory(world, owner.token, repository, history);
      const indexedAt = now();
      const expected = { indexed: true, generation: 1, indexed_at: indexedAt, missing_objects: 1, unindexed_objects: none };
      expect(valueAt(await health(), 'git_index')).to.deep.equal(expected);
      expect(valueAt(await health(), 'problems')).to.deep.equal(['objects_missing']);
      expect(valueAt(await health(), 'status')).to.equal('degraded');
      const ids = async (): Promise<readonly unknown[]> => {
        const { json } = await world.call('GET', `/repositories/${repository}/recommendations`, { token: owner.token });
        return listAt(json, 'recommendations').map((one) => valueAt(one, 'id'));
      };
      expect(await ids()).to.deep.equal([`missing-objects.${repository}`]);
      service.clock.advance(1);
      await world.object(owner, repository, Buffer.from('weights'));
      await world.object(owner, repository, Buffer.from('others'));
      const oldest_at = now();
      service.clock.advance(DAY_MS);
      const after = { ...expected, missing_objects: 0, unindexed_objects: { count: 1, oldest_at } };
      expect(valueAt(await health(), 'git_index')).to.deep.equal(after);
      expect(valueAt(await health(), 'problems')).to.deep.equal([]);
      expect(await ids()).to.deep.equal([]);
      service.clock.advance(1);
      expect(valueAt(await health(), 'problems')).to.deep.equal(['index_behind']);
      expect(await ids()).to.deep.equal([`index-behind.${repository}`]);
      await indexHistory(world, owner.token, repository, history);
      expect(valueAt(await health(), 'problems')).to.deep.equal([]);
      expect(await ids()).to.deep.equal([]);
    });

    it('is less than good from when on something does not come to an end', async () => {
      const since = now();
      await world.session(owner, repository, { oid: '1'.repeat(64), size: 5 });
      service.clock.advance(3 * HOUR_MS);
      expect(valueAt(await health(), 'status')).to.equal('healthy');
      service.clock.advance(1);
      const stale = await health();
      expect(valueAt(stale, 'status')).to.equal('degraded');
      expect(valueAt(stale, 'problems')).to.deep.equal(['stale_uploads']);
      expect(valueAt(stale, 'stale_uploads')).to.deep.equal({ count: 1, reserved_bytes: 5 });
      expect(valueAt(stale, 'open_uploads')).to.deep.equal({ count: 1, oldest_at: since });
      service.clock.advance(3 * HOUR_MS);
      expect(valueAt(await health(), 'problems'), 'when it is over').to.deep.equal([]);

      const repositoryId = trusted<RepositoryId>(repository);
      const waitsSince = service.clock.now();
      const waiting = await service.ports.unitOfWork.transact(async ({ tree }) => {
        const path = trusted<TreePath>('notes/x');
        await tree.putFile(repositoryId, { path, sizeBytes: 3, state: 'receiving', receivers: 1, changedAt: waitsSince });
        const by = { requestedBy: trusted<UserId>(owner.id), requestedAt: waitsSince };
        await tree.addPendingVerification({
          repositoryId,
          oid: trusted<Oid>(sha256('large')),
          sizeBytes: 9,
          name: undefined,
          ...by,
        });
        return ok();
      });
      waiting._unsafeUnwrap();
      service.clock.advance(DAY_MS);
      expect(valueAt(await health(), 'status')).to.equal('healthy');
      service.clock.advance(1);
      const overdue = await health();
      const oldest = new Date(waitsSince).toISOString();
      expect(valueAt(overdue, 'status')).to.equal('degraded');
      expect(valueAt(overdue, 'problems')).to.deep.equal(['verification_overdue', 'files_overdue']);
      expect(valueAt(overdue, 'pending_verifications')).to.deep.equal({ count: 1, oldest_at: oldest, bytes: 9 });
      expect(valueAt(overdue, 'receiving_files')).to.deep.equal({ count: 1, oldest_at: oldest });
    });

    it('is bad while the bucket that it lies in is, as the last check has found', async () => {
      const connection = await world.connection(owner, organization);
      const body = { name: 'Ours', storage_mode: 'byos', storage_connection_id: connection };
      const byos = await world.repository(owner, organization, body);
      const checkedAt = now();
      const storage = (status: string) => ({ mode: 'byos', connection: { id: connection, status, checked_at: checkedAt } });
      expect(valueAt(await health(byos), 'storage')).to.deep.equal(storage('healthy'));
      expect(valueAt(await health(byos), 'status')).to.equal('healthy');
      const keys = { access_key_id: 'AKID', secret_access_key: 'another-one-which-opens-nothing' };
      const path = `/organizations/acme/storage/connections/${connection}`;
      expect((await world.call('PATCH', path, { token: owner.token, body: keys })).status).to.equal(200);
      const bad = await health(byos);
      expect(valueAt(bad, 'storage')).to.deep.equal(storage('unhealthy'));
      expect(valueAt(bad, 'status')).to.equal('unhealthy');
      expect(valueAt(bad, 'problems')).to.deep.equal(['storage_unhealthy']);
      expect(valueAt(await health(), 'status'), 'of the others').to.equal('healthy');
    });
  });
}
