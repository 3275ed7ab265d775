import { expect } from 'chai';
import { type TokenId, trusted } from '../../../src/model/values/index.js';
import { organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../../builders/world.js';

describe('revokeToken of the operator', () => {
  it('ends a token at the next request, is audited once as the operator’s, and told to members', async () => {
    const world = createWorld();
    const { owner, organization } = await withRepository(world);
    const { authenticate, operator, tokens, activity } = world.application;
    const grant = await organizationGrant(world, owner, organization.id, 'tokens.create');
    const { token, secret } = valueOf(await tokens.create(grant, { name: 'ci', kind: 'CI', scopes: ['repo:write'] }));
    const { items } = valueOf(await operator.listTokens({ organization: slug('acme') }, { limit: 9 }));
    expect(items).to.deep.equal([token]);

    expect(valueOf(await operator.revokeToken(token.id))).to.deep.equal(token);
    expect(errorOf(await authenticate(secret, owner.origin))).to.include({ kind: 'unauthorized' });
    expect(errorOf(await operator.revokeToken(token.id))).to.deep.equal({ kind: 'not_found' });
    const audited = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'token.revoke');
    expect(audited.map(({ actorId, target }) => [actorId, target])).to.deep.equal([[undefined, token.id]]);
    const seen = await organizationGrant(world, owner, organization.id, 'repositories.read');
    const told = valueOf(await activity.list(seen, { limit: 1, skip: 0 }));
    expect(told.map(({ type, data }) => [type, data])).to.deep.equal([['token.revoked', { token_id: token.id }]]);
  });

  it('finds no token where there is none', async () => {
    const { operator } = createWorld().application;
    const unknown = trusted<TokenId>('00000000-0000-4000-8000-000000000009');
    expect(errorOf(await operator.revokeToken(unknown))).to.deep.equal({ kind: 'not_found' });
  });
});
