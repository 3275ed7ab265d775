import { expect } from 'chai';
import { errAsync, type ResultAsync } from 'neverthrow';
import { grantSignedIn } from '../src/access/grant.js';
import { provisionUser } from '../src/access/provision-user.js';
import { createApplication } from '../src/application.js';
import { unavailable } from '../src/model/app-error.js';
import { type TokenId, trusted } from '../src/model/values/index.js';
import { organizationGrant } from './builders/organization-setting.js';
import { createWorld, errorOf, slug, withRepository } from './builders/world.js';

describe('without a database', () => {
  it('every use case that needs one answers that it is unavailable now', async () => {
    const world = createWorld();
    const { owner, organization, repository } = await withRepository(world);
    const signedIn = grantSignedIn(owner);
    const page = { limit: 10 };
    const email = 'owner@acme.test';
    const inOrganization = async <P extends Parameters<typeof organizationGrant>[3]>(permission: P) =>
      organizationGrant(world, owner, organization.id, permission);
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    const unitOfWork = {
      read: () => errAsync(unavailable('database')),
      transact: () => errAsync(unavailable('database')),
      check: () => errAsync(unavailable('database')),
      isAlone: () => errAsync(unavailable('database')),
    };
    const down = createApplication({ ...world.ports, unitOfWork });
    const identity = { issuer: 'https://id.test', subject: 'a', email: undefined, emailVerified: false, name: undefined };
    const answers: Readonly<Record<string, ResultAsync<unknown, unknown>>> = {
      me: down.users.me(signedIn),
      rename: down.users.rename(signedIn, { name: 'New' }),
      exchangeSession: down.users.exchangeSession(signedIn),
      provision: provisionUser({ ...world.ports, unitOfWork })(identity),
      listOrganizations: down.organizations.list(signedIn, page),
      createOrganization: down.organizations.create(signedIn, { name: 'New' }),
      updateOrganization: down.organizations.update(await inOrganization('organization.update'), { name: 'New' }),
      deleteOrganization: down.organizations.remove(await inOrganization('organization.delete')),
      listRepositories: down.repositories.list(await inOrganization('repositories.read'), page),
      createRepository: down.repositories.create(await inOrganization('repositories.create'), { name: 'New' }),
      getRepository: down.repositories.get(manage),
      updateRepository: down.repositories.update(manage, { name: 'New' }),
      deleteRepository: down.repositories.remove(manage),
      repositoryUsage: down.repositories.usage(manage),
      listRepositoryMembers: down.repositories.listMembers(manage, page),
      setRepositoryMember: down.repositories.setMember(manage, { userId: owner.userId, level: 'READ' }),
      removeRepositoryMember: down.repositories.removeMember(manage, owner.userId),
      listTokens: down.tokens.list(await inOrganization('tokens.create'), page),
      createToken: down.tokens.create(await inOrganization('tokens.create'), { name: 'x', kind: 'CI', scopes: ['org:read'] }),
      revokeToken: down.tokens.revoke(await inOrganization('tokens.revoke'), trusted<TokenId>(repository.id)),
      addUser: down.operator.addUser({ email }),
      suspendUser: down.operator.suspendUser({ email }),
      resumeUser: down.operator.resumeUser({ email }),
      setMember: down.operator.setMember({ email, organization: slug('acme'), role: 'VIEWER' }),
      createSession: down.operator.createSession({ email, lifetimeMs: 1 }),
      ensureOwner: down.operator.ensureOwner({ email }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      expect(errorOf(await answer), name).to.deep.equal({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
    }
  });
});
