import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { createOrganization, withToken } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf } from '../../builders/world.js';

describe('createOrganization', () => {
  it('makes the creator OWNER of an organization on the default plan', async () => {
    const world = createWorld('team');
    const creator = await world.signIn('ada@svc.test');
    const organization = await createOrganization(world, creator, 'Analytical Engines');
    expect(organization).to.include({
      name: 'Analytical Engines',
      slug: 'analytical-engines',
      planId: 'team',
      createdAt: world.clock.now(),
    });
    const { items } = valueOf(await world.application.organizations.list(grantSignedIn(creator), { limit: 10 }));
    expect(items).to.deep.equal([{ organization, role: 'OWNER' }]);
  });

  it('writes who made it, from where, into the audit log', async () => {
    const world = createWorld();
    const creator = await world.signIn('ada@svc.test');
    const organization = await createOrganization(world, creator, 'Acme');
    expect(world.unitOfWork.journal.auditEvents()).to.deep.equal([
      {
        organizationId: organization.id,
        action: 'organization.create',
        actorId: creator.userId,
        actorTokenId: undefined,
        target: organization.id,
        details: { name: { new: 'Acme' }, slug: { new: 'acme' } },
        address: '192.0.2.1',
        userAgent: 'test',
        at: world.clock.now(),
      },
    ]);
  });

  it('takes the slug that is asked for', async () => {
    const world = createWorld();
    const signedIn = grantSignedIn(await world.signIn('ada@svc.test'));
    const organization = valueOf(await world.application.organizations.create(signedIn, { name: 'Acme', slug: slug('other') }));
    expect(organization.slug).to.equal('other');
  });

  it('makes a slug of its own for a name without a usable letter', async () => {
    const world = createWorld();
    const organization = await createOrganization(world, await world.signIn('ada@svc.test'), '東京');
    expect(organization.slug).to.equal(`organization-${organization.id.slice(0, 8)}`);
  });

  it('refuses a slug that another organization has, also a derived one, and writes nothing', async () => {
    const world = createWorld();
    await createOrganization(world, await world.signIn('ada@svc.test'), 'Acme');
    const late = grantSignedIn(await world.signIn('bob@svc.test'));
    const before = world.unitOfWork.journal.auditEvents();
    for (const command of [{ name: 'ACME' }, { name: 'Other', slug: slug('acme') }]) {
      const refused = await world.application.organizations.create(late, command);
      expect(errorOf(refused)).to.deep.equal({ kind: 'conflict', reason: 'duplicate_slug' });
    }
    expect(world.unitOfWork.journal.auditEvents()).to.deep.equal(before);
    expect(valueOf(await world.application.organizations.list(late, { limit: 10 })).items).to.deep.equal([]);
  });

  it('refuses a name that HTTP would refuse, and writes nothing', async () => {
    const world = createWorld();
    const signedIn = grantSignedIn(await world.signIn('ada@svc.test'));
    for (const [name, problem] of [
      ['', 'malformed'],
      ['a\0', 'malformed'],
      ['half \ud800', 'malformed'],
      ['x'.repeat(201), 'out_of_range'],
    ] as const) {
      const refused = errorOf(await world.application.organizations.create(signedIn, { name }));
      expect(refused).to.deep.equal({ kind: 'bad_request', field: 'name', problem });
    }
    expect(valueOf(await world.application.organizations.list(signedIn, { limit: 10 })).items).to.deep.equal([]);
  });

  it('lets one of two creations of a slug at the same time through', async () => {
    const world = createWorld();
    const signedIn = grantSignedIn(await world.signIn('ada@svc.test'));
    const command = { name: 'Acme' };
    const answers = await Promise.all([1, 2].map(() => world.application.organizations.create(signedIn, command)));
    expect(answers.map((answer) => answer.isOk()).sort()).to.deep.equal([false, true]);
  });

  it('demands a session, since no scope names it', async () => {
    const world = createWorld();
    const creator = await world.signIn('ada@svc.test');
    const { id } = await createOrganization(world, creator, 'Acme');
    const refused = await world.application.organizations.create(withToken(creator, id, ['repo:admin']), { name: 'Other' });
    expect(errorOf(refused)).to.deep.equal({ kind: 'forbidden', reason: 'session_required' });
  });
});
