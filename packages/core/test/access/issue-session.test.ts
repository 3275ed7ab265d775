import { expect } from 'chai';
import { createWorld, errorOf, valueOf } from '../builders/world.js';

const origin = { address: '192.0.2.1', userAgent: 'test' };

describe('issueSession', () => {
  it('ends the oldest session of a user who has as many as they may, and no other', async () => {
    const world = createWorld('business', { bounds: { sessionsPerUser: 3 } });
    const { application, clock } = world;
    for (const email of ['ada@acme.test', 'bob@acme.test']) valueOf(await application.operator.addUser({ email }));
    const issue = async (email: string) => {
      clock.advance(1);
      return valueOf(await application.operator.createSession({ email, lifetimeMs: 1e12 })).secret;
    };
    const foreign = await issue('bob@acme.test');
    const secrets: string[] = [];
    for (let at = 0; at < 5; at += 1) secrets.push(await issue('ada@acme.test'));
    for (const secret of secrets.slice(0, 2)) {
      expect(errorOf(await application.authenticate(secret, origin))).to.include({ reason: 'invalid_credential' });
    }
    for (const secret of [foreign, ...secrets.slice(2)]) valueOf(await application.authenticate(secret, origin));
  });
});
