import { expect } from 'chai';
import type { Caller } from '../../../src/model/permissions/caller.js';
import { type TokenId, trusted } from '../../../src/model/values/index.js';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const organizationId = made.organization.id;
  const create = async (caller: Caller) => {
    const grant = await organizationGrant(world, caller, organizationId, 'tokens.create');
    return valueOf(await world.application.tokens.create(grant, { name: 'ci', kind: 'CI', scopes: ['repo:write'] }));
  };
  const revoke = async (caller: Caller, tokenId: TokenId) => {
    const grant = await organizationGrant(world, caller, organizationId, 'tokens.revoke');
    return world.application.tokens.revoke(grant, tokenId);
  };
  return { world, ...made, create, revoke };
};

describe('revokeToken', () => {
  it('ends a token at the next request', async () => {
    const { world, owner, create, revoke } = await setting();
    const { token, secret } = await create(owner);
    valueOf(await world.application.authenticate(secret, owner.origin));
    valueOf(await revoke(owner, token.id));
    const refused = await world.application.authenticate(secret, owner.origin);
    expect(errorOf(refused)).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
  });

  it('is audited once, and a second revocation finds nothing', async () => {
    const { world, owner, create, revoke } = await setting();
    const { token } = await create(owner);
    const trail = auditTrail(world);
    const answers = await Promise.all([1, 2].map(() => revoke(owner, token.id)));
    expect(answers.map((answer) => answer.isOk())).to.deep.equal([true, false]);
    expect(trail()).to.deep.equal([`token.revoke ${token.id}`]);
  });

  it('lets OWNER and ADMIN end the tokens of others', async () => {
    const { world, owner, create, revoke } = await setting();
    const admin = await world.addMember('admin@acme.test', 'acme', 'ADMIN');
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    for (const revoker of [owner, admin]) {
      const { token } = await create(developer);
      valueOf(await revoke(revoker, token.id));
    }
  });

  it('lets a DEVELOPER end no token but their own', async () => {
    const { world, owner, create, revoke } = await setting();
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const foreign = await create(owner);
    expect(errorOf(await revoke(developer, foreign.token.id))).to.deep.equal({ kind: 'forbidden', reason: 'permission' });
    valueOf(await world.application.authenticate(foreign.secret, owner.origin));
    const own = await create(developer);
    valueOf(await revoke(developer, own.token.id));
  });

  it('does not tell a DEVELOPER of a token that is bound to a repository which is hidden from them', async () => {
    const { world, owner, organization, repository, revoke } = await setting();
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const grant = await organizationGrant(world, owner, organization.id, 'tokens.create');
    const command = { name: 'ci', kind: 'REPO', scopes: ['repo:read'], repositoryId: repository.id } as const;
    const { token } = valueOf(await world.application.tokens.create(grant, command));
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.setMember(manage, { userId: developer.userId, level: 'NONE' }));
    expect(errorOf(await revoke(developer, token.id))).to.deep.equal({ kind: 'not_found' });
  });

  it('does not know a token of another organization, nor an id of none', async () => {
    const { world, owner, create, revoke } = await setting();
    const { token, secret } = await create(owner);
    const other = await createOrganization(world, owner, 'Other');
    const grant = await organizationGrant(world, owner, other.id, 'tokens.revoke');
    expect(errorOf(await world.application.tokens.revoke(grant, token.id))).to.deep.equal({ kind: 'not_found' });
    valueOf(await world.application.authenticate(secret, owner.origin));
    const nowhere = trusted<TokenId>('00000000-0000-4000-8000-999999999999');
    expect(errorOf(await revoke(owner, nowhere))).to.deep.equal({ kind: 'not_found' });
  });
});

describe('listTokens', () => {
  it("shows the organization's tokens, newest first, without the revoked ones", async () => {
    const { world, owner, organization, create, revoke } = await setting();
    const made = [];
    for (let count = 0; count < 3; count++) {
      made.push((await create(owner)).token);
      world.clock.advance(1000);
    }
    const [oldest, middle, newest] = made;
    if (middle === undefined) throw new Error('three were made');
    valueOf(await revoke(owner, middle.id));
    const grant = await organizationGrant(world, owner, organization.id, 'tokens.create');
    expect(valueOf(await world.application.tokens.list(grant, { limit: 10 }))).to.deep.equal({
      items: [newest, oldest],
      nextCursor: undefined,
    });
  });

  it('tells a DEVELOPER nothing of a repository that is hidden from them', async () => {
    const { world, owner, organization, repository } = await setting();
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const list = async (caller: Caller) =>
      valueOf(
        await world.application.tokens.list(await organizationGrant(world, caller, organization.id, 'tokens.create'), {
          limit: 10,
        }),
      ).items;
    const bind = async (caller: Caller) => {
      const grant = await organizationGrant(world, caller, organization.id, 'tokens.create');
      const command = { name: 'ci', kind: 'REPO', scopes: ['repo:read'], repositoryId: repository.id } as const;
      return valueOf(await world.application.tokens.create(grant, command)).token;
    };
    const [foreign, own] = [await bind(owner), await bind(developer)];
    expect(await list(developer)).to.have.deep.members([foreign, own]);
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.setMember(manage, { userId: developer.userId, level: 'NONE' }));
    expect(await list(developer)).to.deep.equal([own]);
    expect(await list(owner)).to.have.deep.members([foreign, own]);
  });
});
