import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createWorld, errorOf, valueOf } from '../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const ada = await world.signIn('ada@svc.test');
  const { secret } = valueOf(await world.application.operator.createSession({ email: 'ada@svc.test', lifetimeMs: 1e9 }));
  const authenticate = () => world.application.authenticate(secret, ada.origin);
  return { world, ada, authenticate };
};

describe('suspendUser', () => {
  it('shuts the user out at the next request, and resumeUser lets them in again', async () => {
    const { world, authenticate } = await setting();
    const suspended = valueOf(await world.application.operator.suspendUser('ADA@svc.test'));
    expect(suspended).to.include({ email: 'ada@svc.test', status: 'SUSPENDED' });
    expect(errorOf(await authenticate())).to.deep.equal({ kind: 'forbidden', reason: 'account_suspended' });
    expect(valueOf(await world.application.operator.resumeUser('ada@svc.test')).status).to.equal('ACTIVE');
    expect((await authenticate()).isOk()).to.equal(true);
  });

  it('may be repeated', async () => {
    const { world } = await setting();
    for (const change of ['suspendUser', 'suspendUser', 'resumeUser', 'resumeUser'] as const) {
      const { status } = valueOf(await world.application.operator[change]('ada@svc.test'));
      expect(status).to.equal(change === 'suspendUser' ? 'SUSPENDED' : 'ACTIVE');
    }
  });

  it('does not know a user who is not there or was deleted', async () => {
    const { world, ada } = await setting();
    valueOf(
      await world.unitOfWork.transact(async (records) => {
        await records.users.setStatus(ada.userId, 'DELETED');
        return ok();
      }),
    );
    for (const email of ['ada@svc.test', 'nobody@svc.test', 'no address']) {
      for (const change of ['suspendUser', 'resumeUser'] as const) {
        expect(errorOf(await world.application.operator[change](email))).to.deep.equal({ kind: 'not_found' });
      }
    }
  });
});
