import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { parseTokenSecret } from '../../../src/access/token-secret.js';
import { HOUR_MS } from '../../../src/model/values/index.js';
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
    expect(valueOf(await world.application.authenticate(secret, ada.origin))).to.deep.equal(ada);
    world.clock.advance(1);
    expect(errorOf(await world.application.authenticate(secret, ada.origin))).to.include({ kind: 'unauthorized' });
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
