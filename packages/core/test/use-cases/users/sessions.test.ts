import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { type SessionId, trusted } from '../../../src/model/values/index.js';
import { createOrganization, withToken } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const ada = await world.signIn('ada@svc.test');
  const signedIn = grantSignedIn(ada);
  const { users } = world.application;
  const another = async () => {
    world.clock.advance(1000);
    const { secret } = valueOf(await users.exchangeSession(signedIn));
    const authenticate = () => world.application.authenticate(secret, ada.origin);
    return { caller: valueOf(await authenticate()), authenticate };
  };
  const list = async () => valueOf(await users.listSessions(signedIn, { limit: 10 })).items;
  return { world, users, ada, signedIn, another, list };
};

describe('the sessions of a user', () => {
  it('are listed, the newest first, and say which one is asked with', async () => {
    const { world, users, ada, another, list } = await setting();
    await world.signIn('bob@svc.test');
    const begun = world.clock.now();
    const { caller } = await another();
    const [second, first] = await list();
    expect([second?.isCurrent, first?.isCurrent]).to.deep.equal([false, true]);
    expect([second?.createdAt, first?.createdAt]).to.deep.equal([begun + 1000, begun]);
    expect(ada.credential).to.deep.equal({ kind: 'session', sessionId: first?.id });
    expect(caller.credential).to.deep.equal({ kind: 'session', sessionId: second?.id });
    const page = valueOf(await users.listSessions(grantSignedIn(caller), { limit: 1 }));
    expect(page.items.map(({ id, isCurrent }) => [id, isCurrent])).to.deep.equal([[second?.id, true]]);
  });

  it('end one by one, also the own one, and for nobody else', async () => {
    const { world, users, signedIn, another, list } = await setting();
    const { caller, authenticate } = await another();
    const [second] = await list();
    const id = second?.id ?? expect.fail();
    const bob = grantSignedIn(await world.signIn('bob@svc.test'));
    for (const unknown of [id, trusted<SessionId>('ffffffff-0000-4000-8000-000000000000')]) {
      expect(errorOf(await users.endSession(bob, unknown))).to.deep.equal({ kind: 'not_found' });
    }
    valueOf(await users.endSession(grantSignedIn(caller), id));
    expect(errorOf(await authenticate())).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
    expect(errorOf(await users.endSession(signedIn, id))).to.deep.equal({ kind: 'not_found' });
    const revoked = { kind: 'forbidden', reason: 'credential_revoked' };
    expect(errorOf(await users.rename(grantSignedIn(caller), { name: 'Countess' }))).to.deep.equal(revoked);
    expect(errorOf(await users.exchangeSession(grantSignedIn(caller)))).to.deep.equal(revoked);
  });

  it('end all at once but for the one that is asked with', async () => {
    const { users, ada, signedIn, another, list } = await setting();
    const others = [await another(), await another()];
    valueOf(await users.endOtherSessions(signedIn));
    for (const { authenticate } of others) expect((await authenticate()).isErr()).to.equal(true);
    expect((await list()).map(({ id }) => ({ kind: 'session', sessionId: id }))).to.deep.equal([ada.credential]);
  });

  it('all end for a sign-in of the identity provider, which is none of them', async () => {
    const { users, ada, another, list } = await setting();
    await another();
    valueOf(await users.endOtherSessions(grantSignedIn({ ...ada, credential: { kind: 'session' } })));
    expect(await list()).to.deep.equal([]);
  });

  it('are out of reach of a token', async () => {
    const { world, users, ada } = await setting();
    const { id } = await createOrganization(world, ada, 'Acme');
    const token = withToken(ada, id, ['repo:admin']);
    const refused = { kind: 'forbidden', reason: 'session_required' };
    expect(errorOf(await users.listSessions(token, { limit: 1 }))).to.deep.equal(refused);
    expect(errorOf(await users.endOtherSessions(token))).to.deep.equal(refused);
  });
});
