import { expect } from 'chai';
import { errAsync, okAsync } from 'neverthrow';
import { createApplication } from '../../src/application.js';
import type { Identity } from '../../src/model/users/user.js';
import { DAY_MS } from '../../src/model/values/index.js';
import type { IdentityProvider } from '../../src/ports/identity-provider.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../builders/world.js';

const origin = { address: '192.0.2.1', userAgent: undefined };
const invalid = { kind: 'unauthorized', reason: 'invalid_credential' };

const issuerOf = (identities: Readonly<Record<string, Identity>>): IdentityProvider => ({
  recognises: (credential) => credential.startsWith('jwt.'),
  verify: (credential) => {
    const identity = identities[credential];
    return identity === undefined ? errAsync({ kind: 'unauthorized', reason: 'invalid_credential' }) : okAsync(identity);
  },
});

const identity = (subject: string, email: string, emailVerified: boolean): Identity => ({
  issuer: 'https://issuer.test',
  subject,
  email,
  emailVerified,
  name: subject,
});

describe('authenticate', () => {
  it('tells a missing credential from an invalid one', async () => {
    const { application } = createWorld();
    for (const credential of [undefined, '']) {
      expect(errorOf(await application.authenticate(credential, origin))).to.include({ reason: 'missing_credential' });
    }
    for (const credential of ['x', 'svc_pat_x', 'a.b.c', 'x'.repeat(20_000), `svc_pat_${'0'.repeat(36)}`]) {
      expect(errorOf(await application.authenticate(credential, origin))).to.deep.equal(invalid);
    }
  });

  it('refuses a session and a token from the millisecond of their end on', async () => {
    const world = createWorld();
    await withRepository(world);
    valueOf(await world.application.operator.addUser({ email: 'ada@acme.test' }));
    const session = valueOf(await world.application.operator.createSession({ email: 'ada@acme.test', lifetimeMs: 1000 }));
    const owner = await world.signIn('owner@acme.test');
    const grant = valueOf(await world.application.authorize.organization(owner, slug('acme'), 'tokens.create'));
    const command = { name: 't', kind: 'PAT', scopes: ['repo:read'], expiresInDays: 1 } as const;
    const token = valueOf(await world.application.tokens.create(grant, command));
    world.clock.advance(999);
    valueOf(await world.application.authenticate(session.secret, origin));
    world.clock.advance(1);
    expect(errorOf(await world.application.authenticate(session.secret, origin))).to.deep.equal(invalid);
    world.clock.advance(DAY_MS - 1001);
    valueOf(await world.application.authenticate(token.secret, origin));
    world.clock.advance(1);
    expect(errorOf(await world.application.authenticate(token.secret, origin))).to.deep.equal(invalid);
  });

  it('tells a suspended user so, with every credential, and lets a resumed one in again, but by no session from before', async () => {
    const world = createWorld();
    valueOf(await world.application.operator.addUser({ email: 'ada@acme.test' }));
    const { secret } = valueOf(await world.application.operator.createSession({ email: 'ada@acme.test', lifetimeMs: 1000 }));
    valueOf(await world.application.operator.suspendUser({ email: 'ada@acme.test' }));
    expect(errorOf(await world.application.authenticate(secret, origin))).to.deep.equal({
      kind: 'forbidden',
      reason: 'account_suspended',
    });
    valueOf(await world.application.operator.resumeUser({ email: 'ada@acme.test' }));
    expect(errorOf(await world.application.authenticate(secret, origin))).to.deep.equal(invalid);
    const again = valueOf(await world.application.operator.createSession({ email: 'ada@acme.test', lifetimeMs: 1000 }));
    valueOf(await world.application.authenticate(again.secret, origin));
  });

  it('takes a sign-in that is as long as the headers of a request may be, and none that is longer', async () => {
    const world = createWorld();
    const [longest, tooLong] = ['jwt.'.padEnd(16_384, 'x'), 'jwt.'.padEnd(16_385, 'x')];
    const ada = identity('ada', 'ada@acme.test', true);
    const identityProvider = issuerOf({ [longest]: ada, [tooLong]: ada });
    const application = createApplication({ ...world.ports, identityProvider });
    expect(valueOf(await application.authenticate(longest, origin)).userName).to.equal('ada');
    expect(errorOf(await application.authenticate(tooLong, origin))).to.deep.equal(invalid);
  });

  it('makes a user at first sight and takes an existing one only by a verified e-mail', async () => {
    const world = createWorld();
    const existing = valueOf(await world.application.operator.addUser({ email: 'ada@acme.test' }));
    const identityProvider = issuerOf({
      'jwt.verified': identity('ada', 'ADA@acme.test', true),
      'jwt.unverified': identity('mallory', 'ada@acme.test', false),
    });
    const application = createApplication({ ...world.ports, identityProvider });
    expect(valueOf(await application.authenticate('jwt.verified', origin)).userId).to.equal(existing.user.id);
    const mallory = valueOf(await application.authenticate('jwt.unverified', origin));
    expect(mallory.userId).not.to.equal(existing.user.id);
    expect(valueOf(await application.authenticate('jwt.unverified', origin)).userId).to.equal(mallory.userId);
    expect(errorOf(await application.authenticate('jwt.other', origin))).to.deep.equal(invalid);
  });
});
