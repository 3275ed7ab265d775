import { expect } from 'chai';
import { parseTokenSecret } from '../../../src/access/token-secret.js';
import { type TokenScope, tokenScopes } from '../../../src/model/permissions/token-scope.js';
import type { Limits } from '../../../src/model/quotas/limits.js';
import type { PlanId } from '../../../src/model/quotas/plan.js';
import { tokenKinds } from '../../../src/model/api-token.js';
import { DAY_MS, type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { type CreateToken, refusedToken } from '../../../src/use-cases/tokens/create-token.js';
import { auditTrail, createOrganization, createRepository, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../../builders/world.js';

const setting = async (plan: PlanId = 'business', bounds: Partial<Limits> = {}) => {
  const world = createWorld(plan, { bounds });
  const made = await withRepository(world);
  const grant = await organizationGrant(world, made.owner, made.organization.id, 'tokens.create');
  const create = (command: Partial<CreateToken> = {}) =>
    world.application.tokens.create(grant, { name: 'deploy', kind: 'PAT', scopes: ['repo:read'], ...command });
  return { world, ...made, grant, create };
};

const nowhere = trusted<RepositoryId>('00000000-0000-4000-8000-999999999999');

describe('createToken', () => {
  it('makes a token whose secret signs its maker in, capped by the scopes', async () => {
    const { world, owner, organization, create } = await setting();
    const { token, secret } = valueOf(await create({ scopes: ['usage:read', 'repo:read', 'usage:read'] }));
    expect(token).to.deep.equal({
      id: token.id,
      organizationId: organization.id,
      userId: owner.userId,
      name: 'deploy',
      kind: 'PAT',
      scopes: ['repo:read', 'usage:read'],
      repositoryId: undefined,
      createdAt: world.clock.now(),
      expiresAt: undefined,
    });
    const caller = valueOf(await world.application.authenticate(secret, owner.origin));
    expect(caller).to.deep.include({
      userId: owner.userId,
      credential: {
        kind: 'token',
        tokenId: token.id,
        organizationId: organization.id,
        repositoryId: undefined,
        scopes: ['repo:read', 'usage:read'],
      },
    });
  });

  it('makes so many on a plan without a limit, and removes expired ones for another, also of many at once', async () => {
    const { world, create } = await setting('business', { tokensPerOrganization: 3 });
    valueOf(await create({ expiresInDays: 1 }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    const full = { kind: 'quota_exceeded', reason: 'max_tokens', limit: 3, current: 3 };
    expect(answers.map((answer) => (answer.isOk() ? 'made' : answer.error))).to.deep.equal(['made', 'made', full, full, full]);
    world.clock.advance(DAY_MS);
    valueOf(await create());
    expect(errorOf(await create())).to.deep.equal(full);
  });

  it('gives each kind a secret with its own prefix', async () => {
    const { repository, create } = await setting();
    for (const kind of tokenKinds) {
      const { secret } = valueOf(await create({ kind, repositoryId: kind === 'REPO' ? repository.id : undefined }));
      expect(parseTokenSecret(secret)).to.deep.equal({ kind: 'token', tokenKind: kind });
    }
  });

  it('keeps the secret nowhere', async () => {
    const { world, grant, create } = await setting();
    const { secret } = valueOf(await create());
    const { journal } = world.unitOfWork;
    const kept = [
      await world.application.tokens.list(grant, { limit: 10 }),
      journal.auditEvents(),
      journal.domainEvents(),
      await world.unitOfWork.read((queries) => queries.credentials.findToken(secret)),
    ];
    expect(JSON.stringify(kept)).not.to.include(secret);
    expect(JSON.stringify(kept)).not.to.include(secret.slice('svc_pat_'.length, -6));
  });

  it('ends at the instant that its days name', async () => {
    const { world, owner, create } = await setting();
    const { token, secret } = valueOf(await create({ expiresInDays: 30 }));
    expect(token.expiresAt).to.equal(world.clock.now() + 30 * DAY_MS);
    world.clock.advance(30 * DAY_MS - 1);
    valueOf(await world.application.authenticate(secret, owner.origin));
    world.clock.advance(1);
    expect(errorOf(await world.application.authenticate(secret, owner.origin))).to.include({ kind: 'unauthorized' });
  });

  it('is audited', async () => {
    const { world, create } = await setting();
    const trail = auditTrail(world);
    const { token } = valueOf(await create());
    expect(trail()).to.deep.equal([`token.create ${token.id}`]);
  });

  it('binds a REPO token to a repository of the organization', async () => {
    const { world, owner, organization, repository, create } = await setting();
    const { secret } = valueOf(await create({ kind: 'REPO', repositoryId: repository.id }));
    const caller = valueOf(await world.application.authenticate(secret, owner.origin));
    await world.grant(caller, repository.id, 'repository.pull');
    const sibling = await createRepository(world, owner, organization.id, { name: 'sibling' });
    const refused = await world.application.authorize.repository(caller, sibling.id, 'repository.pull');
    expect(errorOf(refused)).to.deep.equal({ kind: 'not_found' });
  });

  it('tells nothing of a repository that is not there, elsewhere, or hidden from the maker', async () => {
    const { world, owner, organization, repository, create } = await setting();
    const other = await createOrganization(world, owner, 'Other');
    const elsewhere = await createRepository(world, owner, other.id, { name: 'elsewhere', visibility: 'PUBLIC' });
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.setMember(manage, { userId: developer.userId, level: 'NONE' }));
    const ofDeveloper = await organizationGrant(world, developer, organization.id, 'tokens.create');
    const command = { name: 'ci', kind: 'REPO', scopes: ['repo:read'] } as const;
    const answers = [
      await create({ kind: 'REPO', repositoryId: nowhere }),
      await create({ kind: 'REPO', repositoryId: elsewhere.id }),
      await world.application.tokens.create(ofDeveloper, { ...command, repositoryId: repository.id }),
    ];
    for (const answer of answers) expect(errorOf(answer)).to.deep.equal({ kind: 'not_found' });
  });

  it('never lets a token do what its maker may not, from the next request after a demotion on', async () => {
    const { world, organization, repository } = await setting();
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const grant = await organizationGrant(world, developer, organization.id, 'tokens.create');
    const command = { name: 'wide', kind: 'PAT', scopes: tokenScopes } as const;
    const { secret } = valueOf(await world.application.tokens.create(grant, command));
    const caller = valueOf(await world.application.authenticate(secret, developer.origin));
    await world.grant(caller, repository.id, 'repository.push');
    const tooMuch = await world.application.authorize.repository(caller, repository.id, 'repository.admin');
    expect(errorOf(tooMuch)).to.deep.equal({ kind: 'forbidden', reason: 'permission', permission: 'repository.admin' });
    const demotion = { email: 'dev@acme.test', organization: slug('acme'), role: 'VIEWER' } as const;
    valueOf(await world.application.operator.setMember(demotion));
    const after = await world.application.authorize.repository(caller, repository.id, 'repository.push');
    expect(errorOf(after)).to.include({ kind: 'forbidden' });
  });

  it('gives out exactly the places of the plan to 200 requests at the same time', async () => {
    const { create } = await setting('developer');
    const answers = await Promise.all(Array.from({ length: 200 }, () => create()));
    expect(answers.filter((answer) => answer.isOk())).to.have.length(25);
    for (const answer of answers.filter((each) => each.isErr())) {
      expect(errorOf(answer)).to.deep.equal({ kind: 'quota_exceeded', reason: 'max_tokens', limit: 25, current: 25 });
    }
  });

  it('counts neither revoked nor expired tokens', async () => {
    const { world, owner, organization, create } = await setting('free');
    const made = [];
    for (const expiresInDays of [1, undefined, undefined, undefined, undefined])
      made.push(valueOf(await create({ expiresInDays })));
    expect((await create()).isErr()).to.equal(true);
    const revoke = await organizationGrant(world, owner, organization.id, 'tokens.revoke');
    const last = made.at(-1);
    if (last === undefined) throw new Error('five were made');
    valueOf(await world.application.tokens.revoke(revoke, last.token.id));
    valueOf(await create());
    expect((await create()).isErr()).to.equal(true);
    world.clock.advance(DAY_MS);
    valueOf(await create());
  });

  it('finds no organization that was removed meanwhile', async () => {
    const { world, owner, organization, create } = await setting();
    const removal = await organizationGrant(world, owner, organization.id, 'organization.delete');
    valueOf(await world.application.organizations.remove(removal));
    expect(errorOf(await create())).to.deep.equal({ kind: 'not_found' });
  });
});

describe('refusedToken', () => {
  it('refuses a lifetime that is no whole number of days, or not within what tokens live', () => {
    for (const expiresInDays of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, 1.5, 3651])
      expect(refusedToken(command({ expiresInDays })), String(expiresInDays)).to.deep.equal({
        kind: 'bad_request',
        field: 'expires_in_days',
        problem: 'out_of_range',
      });
    for (const expiresInDays of [1, 3650]) expect(refusedToken(command({ expiresInDays }))).to.equal(undefined);
  });

  const command = (changes: Partial<CreateToken>): CreateToken => ({ name: 'x', kind: 'PAT', scopes: ['org:read'], ...changes });

  it('demands at least one scope', () => {
    const missing = { kind: 'bad_request', field: 'scopes', problem: 'missing' };
    expect(refusedToken(command({ scopes: [] }))).to.deep.equal(missing);
    const each = tokenScopes.map((scope: TokenScope) => refusedToken(command({ scopes: [scope] })));
    expect(each).to.deep.equal(tokenScopes.map(() => undefined));
  });

  it('demands a repository of a REPO token and refuses one for the other kinds', () => {
    expect(refusedToken(command({ kind: 'REPO' }))).to.deep.equal({
      kind: 'bad_request',
      field: 'repository_id',
      problem: 'missing',
    });
    expect(refusedToken(command({ kind: 'REPO', repositoryId: nowhere }))).to.equal(undefined);
    for (const kind of ['PAT', 'CI'] as const) {
      expect(refusedToken(command({ kind, repositoryId: nowhere }))).to.include({ problem: 'contradictory' });
      expect(refusedToken(command({ kind }))).to.equal(undefined);
    }
  });
});
