import { type OrganizationId, trusted, type UserId } from '@svc/core/model';
import type { UnitOfWork } from '@svc/core/ports';
import { createMemoryUnitOfWork } from '@svc/core/memory';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { textAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestOrganization, type TestUser, type World } from '../support/world.js';

/** One database, as two processes have it. */
interface SharedDatabase {
  readonly unitsOfWork: readonly [UnitOfWork, UnitOfWork];
  close(): Promise<void>;
}

const inMemory = async (): Promise<SharedDatabase> => {
  const unitOfWork = createMemoryUnitOfWork();
  return { unitsOfWork: [unitOfWork, unitOfWork], close: () => Promise.resolve() };
};

const onPostgres = async (): Promise<SharedDatabase> => {
  const { url, drop } = await newDatabase();
  const [first, second] = [await openPostgresDatabase({ url, poolSize: 2 }), await openPostgresDatabase({ url, poolSize: 2 })];
  return {
    unitsOfWork: [first.unitOfWork, second.unitOfWork],
    close: async () => {
      await Promise.all([first.close(), second.close()]);
      await drop();
    },
  };
};

for (const [name, open] of Object.entries({ 'in memory': inMemory, 'on PostgreSQL': onPostgres })) {
  describe(`what one process has taken away, on a database ${name}`, () => {
    let database: SharedDatabase;
    let first: TestService;
    let second: TestService;
    /** Changes things through the first process. */
    let world: World;
    /** Asks the second one, which has answered the same before. */
    let other: World;
    let owner: TestUser;
    let member: TestUser;
    let organization: TestOrganization;
    let repository: string;

    beforeEach(async () => {
      database = await open();
      const start = (unitOfWork: UnitOfWork) => startService({ ports: (ports) => ({ ...ports, unitOfWork }) });
      const [one, two] = database.unitsOfWork;
      [first, second] = [await start(one), await start(two)];
      [world, other] = [createWorld(first), createWorld(second)];
      owner = await world.user('owner');
      member = await world.user('member');
      organization = await world.organization(owner, 'Acme');
      await world.member(organization, member, 'DEVELOPER');
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(async () => {
      await Promise.all([first.close(), second.close()]);
      await database.close();
    });

    const pull = async (token: string): Promise<number> =>
      (await other.call('GET', `/repositories/${repository}`, { token })).status;
    const push = async (token: string): Promise<number> => {
      const body = { objects: [{ oid: 'a'.repeat(64), size: 1 }], operation: 'upload', transfers: ['basic'] };
      return (await other.call('POST', `/repositories/${repository}/lfs/objects/batch`, { token, body })).status;
    };
    const change = async (method: string, path: string, body?: unknown): Promise<void> => {
      const { status, text } = await world.call(method, path, { token: owner.token, ...(body === undefined ? {} : { body }) });
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    };

    it('is a token: the other process refuses it at the next request', async () => {
      const token = await world.apiToken(member, organization, { scopes: ['repo:write'] });
      expect([await pull(token.secret), await push(token.secret)]).to.deep.equal([200, 200]);
      await change('DELETE', `/organizations/${organization.id}/tokens/${token.id}`);
      expect([await pull(token.secret), await push(token.secret)]).to.deep.equal([401, 401]);
      expect(await pull(member.token), 'the token, not its maker').to.equal(200);
    });

    it('is an account: its sessions and tokens are refused at the next request, and its tokens accepted again when it is back', async () => {
      const token = await world.apiToken(member, organization, { scopes: ['repo:read'] });
      const asked = async () => [await pull(member.token), await pull(token.secret)];
      expect(await asked()).to.deep.equal([200, 200]);
      (await first.application.operator.suspendUser({ email: member.email }))._unsafeUnwrap();
      expect(await asked()).to.deep.equal([403, 403]);
      (await first.application.operator.resumeUser({ email: member.email }))._unsafeUnwrap();
      expect(await asked()).to.deep.equal([401, 200]);
    });

    it('is a role: what only the old one could do is refused at the next request, with tokens made under it too', async () => {
      const token = await world.apiToken(member, organization, { scopes: ['repo:write'] });
      expect([await push(member.token), await push(token.secret)]).to.deep.equal([200, 200]);
      await world.member(organization, member, 'VIEWER');
      expect([await push(member.token), await push(token.secret)]).to.deep.equal([403, 403]);
      expect([await pull(member.token), await pull(token.secret)]).to.deep.equal([200, 200]);
    });

    it('is a level on one repository: it is not even there any more at the next request', async () => {
      expect(await pull(member.token)).to.equal(200);
      await change('POST', `/repositories/${repository}/members`, { user_id: member.id, level: 'NONE' });
      expect(await pull(member.token)).to.equal(404);
    });

    it('is a plan: its limits hold at the next request', async () => {
      const create = async () =>
        other.call('POST', `/organizations/${organization.id}/repositories`, { token: owner.token, body: { name: 'Second' } });
      expect(await pull(owner.token)).to.equal(200);
      const [unitOfWork] = database.unitsOfWork;
      const changed = await unitOfWork.transact(async ({ access, organizations }) => {
        const found = await access.ofOrganization(trusted<UserId>(owner.id), trusted<OrganizationId>(organization.id));
        return ok(found !== undefined && (await organizations.update({ ...found.organization, planId: 'free' })));
      });
      expect(changed._unsafeUnwrap()).to.equal(true);
      const { status, json } = await create();
      expect(status).to.equal(402);
      expect(textAt(json, 'error.details.reason')).to.equal('max_repositories');
    });
  });
}
