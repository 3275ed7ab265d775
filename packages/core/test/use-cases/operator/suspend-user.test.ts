import { expect } from 'chai';
import { ok } from 'neverthrow';
import { provisionUser } from '../../../src/access/provision-user.js';
import { trusted, type UserId } from '../../../src/model/values/index.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const ada = await world.signIn('ada@svc.test');
  const { secret } = valueOf(await world.application.operator.createSession({ email: 'ada@svc.test', lifetimeMs: 1e9 }));
  const authenticate = () => world.application.authenticate(secret, ada.origin);
  return { world, ada, authenticate };
};

describe('suspendUser', () => {
  it('shuts the user out at the next request, and resumeUser lets them in again by a new session, by none from before', async () => {
    const { world, ada, authenticate } = await setting();
    const suspended = valueOf(await world.application.operator.suspendUser({ email: 'ADA@svc.test' }));
    expect(suspended).to.include({ email: 'ada@svc.test', status: 'SUSPENDED' });
    expect(errorOf(await authenticate())).to.deep.equal({ kind: 'forbidden', reason: 'account_suspended' });
    expect(valueOf(await world.application.operator.resumeUser({ email: 'ada@svc.test' })).status).to.equal('ACTIVE');
    expect(errorOf(await authenticate())).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
    const { secret } = valueOf(await world.application.operator.createSession({ email: 'ada@svc.test', lifetimeMs: 1e9 }));
    expect(valueOf(await world.application.authenticate(secret, ada.origin)).userId).to.equal(ada.userId);
    valueOf(await world.application.operator.resumeUser({ email: 'ada@svc.test' }));
    expect((await world.application.authenticate(secret, ada.origin)).isOk(), 'was not suspended').to.equal(true);
  });

  it('takes an id for a user whom no verified e-mail names', async () => {
    const { world, authenticate, ada } = await setting();
    const { suspendUser, resumeUser } = world.application.operator;
    expect(valueOf(await suspendUser({ userId: ada.userId }))).to.include({ id: ada.userId, status: 'SUSPENDED' });
    expect((await authenticate()).isErr()).to.equal(true);
    expect(valueOf(await resumeUser({ userId: ada.userId })).status).to.equal('ACTIVE');
    const nobody = trusted<UserId>(world.ports.random.uuid());
    expect(errorOf(await suspendUser({ userId: nobody }))).to.deep.equal({ kind: 'not_found' });
  });

  it('acts on no user for an e-mail that they have not verified, and tells who claims it', async () => {
    const { world, ada } = await setting();
    const claimOf = async (subject: string, email: string) => {
      const identity = { issuer: 'https://id.test', subject, email, emailVerified: false, name: undefined };
      return valueOf(await provisionUser(world.ports)(identity)).id;
    };
    const claimants = [await claimOf('eve-1', 'eve@svc.test'), await claimOf('eve-2', 'eve@svc.test')];
    const refused = { kind: 'email_unverified', userIds: claimants.toSorted() };
    expect(errorOf(await world.application.operator.suspendUser({ email: 'Eve@svc.test' }))).to.deep.equal(refused);
    const impostor = await claimOf('eve-3', 'ada@svc.test');
    const suspended = valueOf(await world.application.operator.suspendUser({ email: 'ada@svc.test' }));
    expect(suspended.id).to.equal(ada.userId).and.not.equal(impostor);
  });

  it('may be repeated', async () => {
    const { world } = await setting();
    for (const change of ['suspendUser', 'suspendUser', 'resumeUser', 'resumeUser'] as const) {
      const { status } = valueOf(await world.application.operator[change]({ email: 'ada@svc.test' }));
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
        expect(errorOf(await world.application.operator[change]({ email }))).to.deep.equal({ kind: 'not_found' });
      }
    }
  });
});
