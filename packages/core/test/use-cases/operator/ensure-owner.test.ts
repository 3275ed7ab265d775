import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import { ownerSessionLifetimeMs } from '../../../src/use-cases/operator/ensure-owner.js';
import { createOrganization } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

const email = 'owner@svc.test';
const origin = { address: '192.0.2.1', userAgent: undefined };

describe('ensureOwner', () => {
  it('adds the user at the first start, with a secret that is shown once and opens the service', async () => {
    const world = createWorld();
    const { user, newSecret } = valueOf(await world.application.operator.ensureOwner({ email }));
    const caller = valueOf(await world.application.authenticate(newSecret, origin));
    expect(caller.userId).to.equal(user.id);
    expect(caller.credential.kind).to.equal('session');
    await createOrganization(world, caller, 'Acme');
    expect(valueOf(await world.application.users.me(grantSignedIn(caller))).organizations).to.have.length(1);
  });

  it('changes nothing at later starts, and the first secret still holds', async () => {
    const world = createWorld();
    const first = valueOf(await world.application.operator.ensureOwner({ email }));
    expect(valueOf(await world.application.operator.ensureOwner({ email }))).to.deep.equal({
      user: first.user,
      newSecret: undefined,
    });
    expect((await world.application.authenticate(first.newSecret, origin)).isOk()).to.equal(true);
  });

  it('shows one secret when servers start at the same time', async () => {
    const world = createWorld();
    const answers = await Promise.all([1, 2, 3].map(() => world.application.operator.ensureOwner({ email })));
    const owners = answers.map((answer) => valueOf(answer));
    expect(owners.filter(({ newSecret }) => newSecret !== undefined)).to.have.length(1);
    expect(new Set(owners.map(({ user }) => user.id)).size).to.equal(1);
  });

  it('holds a configured secret and never shows it', async () => {
    const world = createWorld();
    const secret = 'configured-secret';
    expect(valueOf(await world.application.operator.ensureOwner({ email, secret })).newSecret).to.equal(undefined);
    expect((await world.application.authenticate(secret, origin)).isOk()).to.equal(true);
  });

  it('moves the end of a configured secret on at each start', async () => {
    const world = createWorld();
    const secret = 'configured-secret';
    for (let start = 0; start < 3; start++) {
      valueOf(await world.application.operator.ensureOwner({ email, secret }));
      world.clock.advance(ownerSessionLifetimeMs - 1);
      expect((await world.application.authenticate(secret, origin)).isOk()).to.equal(true);
    }
    world.clock.advance(1);
    expect((await world.application.authenticate(secret, origin)).isErr()).to.equal(true);
  });

  it('ends the secret that was configured before, also when none is configured any more', async () => {
    const world = createWorld();
    const { ensureOwner, createSession } = world.application.operator;
    const holds = async (secret: string) => (await world.application.authenticate(secret, origin)).isOk();
    valueOf(await ensureOwner({ email, secret: 'first-secret' }));
    const { secret: other } = valueOf(await createSession({ email, lifetimeMs: ownerSessionLifetimeMs }));
    valueOf(await ensureOwner({ email, secret: 'second-secret' }));
    expect([await holds('first-secret'), await holds('second-secret'), await holds(other)]).to.deep.equal([false, true, true]);
    valueOf(await ensureOwner({ email }));
    expect([await holds('second-secret'), await holds(other)]).to.deep.equal([false, true]);
  });

  it('keeps the secret that the first start has made when another one is configured', async () => {
    const world = createWorld();
    const { newSecret } = valueOf(await world.application.operator.ensureOwner({ email }));
    for (const secret of ['configured-secret', undefined]) {
      valueOf(await world.application.operator.ensureOwner({ email, secret }));
      expect((await world.application.authenticate(newSecret, origin)).isOk()).to.equal(true);
    }
  });

  it('leaves servers that are configured alike their secret, also when they start at the same time', async () => {
    const world = createWorld();
    const secret = 'configured-secret';
    for (const answer of await Promise.all([1, 2, 3].map(() => world.application.operator.ensureOwner({ email, secret })))) {
      valueOf(answer);
    }
    expect((await world.application.authenticate(secret, origin)).isOk()).to.equal(true);
  });

  it('lets the configured secret stand for the owner who is configured now', async () => {
    const world = createWorld();
    const secret = 'configured-secret';
    valueOf(await world.application.operator.ensureOwner({ email, secret }));
    const { user } = valueOf(await world.application.operator.ensureOwner({ email: 'next@svc.test', secret }));
    expect(valueOf(await world.application.authenticate(secret, origin)).userId).to.equal(user.id);
  });

  it('refuses a bad e-mail and a bad secret, and adds nobody', async () => {
    const world = createWorld();
    expect(errorOf(await world.application.operator.ensureOwner({ email: 'owner' }))).to.include({ field: 'email' });
    expect(errorOf(await world.application.operator.ensureOwner({ email, secret: 'short' }))).to.include({ field: 'secret' });
    const user = await world.unitOfWork.read((queries) => queries.users.findByVerifiedEmail(email));
    expect(valueOf(user)).to.equal(undefined);
  });

  it('refuses a secret that the identity provider would be asked about, which lets nobody in', async () => {
    const world = createWorld();
    const identityProvider = {
      recognises: (credential: string) => credential.startsWith('jwt.'),
      verify: () => errAsync({ kind: 'unauthorized', reason: 'invalid_credential' } as const),
    };
    const { operator } = createApplication({ ...world.ports, identityProvider });
    const secret = 'jwt.of.somebody';
    expect(errorOf(await operator.ensureOwner({ email, secret }))).to.include({ field: 'secret', problem: 'contradictory' });
    valueOf(await operator.ensureOwner({ email }));
    const asked = { email, lifetimeMs: ownerSessionLifetimeMs, secret };
    expect(errorOf(await operator.createSession(asked))).to.include({ field: 'secret', problem: 'contradictory' });
    valueOf(await world.application.operator.ensureOwner({ email, secret }));
  });
});
