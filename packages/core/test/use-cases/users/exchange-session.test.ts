import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import { parseTokenSecret } from '../../../src/access/token-secret.js';
import { DAY_MS, HOUR_MS } from '../../../src/model/values/index.js';
import type { Caller } from '../../../src/model/permissions/caller.js';
import { createOrganization, withToken } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

describe('exchangeSession', () => {
  it('gives a session of twelve hours', async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    const { secret, expiresAt, user } = valueOf(await world.application.users.exchangeSession(grantSignedIn(ada)));
    expect(parseTokenSecret(secret)).to.deep.equal({ kind: 'session' });
    expect(expiresAt).to.equal(world.clock.now() + 12 * HOUR_MS);
    expect(user.id).to.equal(ada.userId);
    world.clock.advance(12 * HOUR_MS - 1);
    const caller = valueOf(await world.application.authenticate(secret, ada.origin));
    expect({ ...caller, credential: ada.credential }).to.deep.equal(ada);
    expect(caller.credential).not.to.deep.equal(ada.credential);
    world.clock.advance(1);
    expect(errorOf(await world.application.authenticate(secret, ada.origin))).to.include({ kind: 'unauthorized' });
  });

  it('ends 30 days after the sign-in, however often one session is exchanged for the next', async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    const begun = world.clock.now();
    let caller: Caller = { ...ada, credential: { kind: 'session' } };
    for (let count = 0; count < 1000; count += 1) {
      const { secret, expiresAt } = valueOf(await world.application.users.exchangeSession(grantSignedIn(caller)));
      expect(expiresAt).to.equal(Math.min(world.clock.now() + 12 * HOUR_MS, begun + 30 * DAY_MS));
      caller = valueOf(await world.application.authenticate(secret, ada.origin));
      world.clock.advance(11 * HOUR_MS);
      if ((await world.application.authenticate(secret, ada.origin)).isErr()) break;
    }
    expect(world.clock.now()).to.be.within(begun + 30 * DAY_MS, begun + 31 * DAY_MS);
  });

  it('is for no longer than the settings say, and than the session of the command line that it is exchanged for', async () => {
    const world = createWorld();
    const { users, operator, authenticate } = createApplication({
      ...world.ports,
      settings: { ...world.ports.settings, sessionMaxMs: HOUR_MS },
    });
    const ada = await world.signIn('ada@svc.test');
    const exchanged = valueOf(await users.exchangeSession(grantSignedIn(ada)));
    expect(exchanged.expiresAt).to.equal(world.clock.now() + HOUR_MS);
    const short = valueOf(await operator.createSession({ email: 'ada@svc.test', lifetimeMs: 1000 }));
    const caller = valueOf(await authenticate(short.secret, ada.origin));
    expect(valueOf(await users.exchangeSession(grantSignedIn(caller))).expiresAt).to.equal(short.expiresAt);
  });

  it('gives another session each time', async () => {
    const world = createWorld();
    const signedIn = grantSignedIn(await world.signIn('ada@svc.test'));
    const secrets = await Promise.all([1, 2].map(() => world.application.users.exchangeSession(signedIn)));
    expect(new Set(secrets.map((each) => valueOf(each).secret)).size).to.equal(2);
  });

  it('gives a token no session: it would shed its scopes', async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    const { id } = await createOrganization(world, ada, 'Acme');
    const refused = await world.application.users.exchangeSession(withToken(ada, id, ['repo:admin']));
    expect(errorOf(refused)).to.deep.equal({ kind: 'forbidden', reason: 'session_required' });
  });
});
