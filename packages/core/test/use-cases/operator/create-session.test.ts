import { expect } from 'chai';
import { newSessionSecret, newTokenSecret } from '../../../src/access/token-secret.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { HOUR_MS } from '../../../src/model/values/index.js';
import { refusedSecret } from '../../../src/use-cases/operator/session-secret.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

const origin = { address: '192.0.2.1', userAgent: undefined };

describe('createSession', () => {
  it('lets the user in for as long as it was told', async () => {
    const world = createWorld();
    const { user } = valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    const made = valueOf(await world.application.operator.createSession({ email: 'Ada@svc.test', lifetimeMs: HOUR_MS }));
    expect(made).to.deep.include({ user, expiresAt: world.clock.now() + HOUR_MS });
    expect(valueOf(await world.application.authenticate(made.secret, origin))).to.include({ userId: user.id });
    world.clock.advance(HOUR_MS);
    expect(errorOf(await world.application.authenticate(made.secret, origin))).to.include({ kind: 'unauthorized' });
  });

  it('holds the secret that the operator chose', async () => {
    const world = createWorld();
    valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    const command = { email: 'ada@svc.test', lifetimeMs: HOUR_MS, secret: 'correct-horse' };
    expect(valueOf(await world.application.operator.createSession(command)).secret).to.equal('correct-horse');
    expect((await world.application.authenticate('correct-horse', origin)).isOk()).to.equal(true);
  });

  it('refuses a secret that nobody could sign in with', async () => {
    const world = createWorld();
    valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    const command = { email: 'ada@svc.test', lifetimeMs: HOUR_MS, secret: 'two words' };
    expect(errorOf(await world.application.operator.createSession(command))).to.deep.equal({
      kind: 'bad_request',
      field: 'secret',
      problem: 'malformed',
    });
  });

  it('refuses a lifetime that ends at no instant, before now or at once', async () => {
    const world = createWorld();
    valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    for (const lifetimeMs of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53 - 1, 1.5, 0, -HOUR_MS])
      expect(errorOf(await world.application.operator.createSession({ email: 'ada@svc.test', lifetimeMs }))).to.deep.equal({
        kind: 'bad_request',
        field: 'lifetime_ms',
        problem: 'out_of_range',
      });
  });

  it('does not know a user who is not there, and refuses one who is suspended', async () => {
    const world = createWorld();
    const create = () => world.application.operator.createSession({ email: 'ada@svc.test', lifetimeMs: HOUR_MS });
    expect(errorOf(await create())).to.deep.equal({ kind: 'not_found' });
    valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    valueOf(await world.application.operator.suspendUser({ email: 'ada@svc.test' }));
    expect(errorOf(await create())).to.deep.equal({ kind: 'forbidden', reason: 'account_suspended' });
  });
});

describe('refusedSecret', () => {
  it('takes what a header can carry', () => {
    for (const secret of ['12345678', 'a~!:/+='.repeat(30), newSessionSecret(createCountedRandom())]) {
      expect(refusedSecret(secret), secret).to.equal(undefined);
    }
  });

  it('refuses what is too short, too long, or cannot be sent', () => {
    for (const secret of ['', '1234567', 'x'.repeat(256), 'with space', 'ümlaut-secret', 'line\nbreak']) {
      expect(refusedSecret(secret), JSON.stringify(secret)).to.include({ problem: 'malformed' });
    }
  });

  it('refuses what would be taken for a token or for a mistyped secret', () => {
    for (const secret of [newTokenSecret('PAT', createCountedRandom()), 'svc_ses_chosen', 'svc_pat_chosen']) {
      expect(refusedSecret(secret), secret).to.include({ problem: 'contradictory' });
    }
  });
});
