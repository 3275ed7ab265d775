import { expect } from 'chai';
import { maxNameLength } from '../../src/organizations/organization.js';
import type { UnitOfWork } from '../../src/ports/unit-of-work.js';
import { displayName, newUser, provisionUser } from '../../src/users/provision-user.js';
import type { Identity } from '../../src/users/user.js';
import { trusted, type UserId } from '../../src/values/index.js';
import { createWorld, valueOf } from '../builders/world.js';

const ada: Identity = {
  issuer: 'https://id.test',
  subject: 'ada-1',
  email: 'Ada@svc.test',
  emailVerified: true,
  name: 'Ada Lovelace',
};

describe('provisionUser', () => {
  it('makes a user on first sight and finds the same one ever after', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const user = valueOf(await provision(ada));
    expect(user).to.deep.equal({
      id: user.id,
      email: 'ada@svc.test',
      emailVerified: true,
      name: 'Ada Lovelace',
      status: 'ACTIVE',
      createdAt: world.clock.now(),
    });
    expect(valueOf(await provision(ada))).to.deep.equal(user);
    const moved = valueOf(await provision({ ...ada, email: 'other@svc.test', name: 'Other' }));
    expect(moved).to.deep.equal(user);
  });

  it('links an identity to the user who has its verified e-mail', async () => {
    const world = createWorld();
    const { user } = valueOf(await world.application.operator.addUser({ email: 'ada@SVC.test', name: 'Ada' }));
    expect(valueOf(await provisionUser(world.ports)(ada))).to.deep.equal(user);
    const unverified = { ...ada, emailVerified: false };
    expect(valueOf(await provisionUser(world.ports)(unverified)), 'once linked, the e-mail does not matter').to.deep.equal(user);
  });

  it('hands nobody an account for an e-mail that the provider does not vouch for', async () => {
    const world = createWorld();
    const { user } = valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    const claimed = valueOf(await provisionUser(world.ports)({ ...ada, emailVerified: false }));
    expect(claimed.id).not.to.equal(user.id);
    expect(claimed.emailVerified).to.equal(false);
  });

  it('keeps the same subject of two issuers apart', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const one = valueOf(await provision({ ...ada, email: undefined }));
    const two = valueOf(await provision({ ...ada, email: undefined, issuer: 'https://other.test' }));
    expect(one.id).not.to.equal(two.id);
    expect([one.email, one.emailVerified]).to.deep.equal([undefined, false]);
  });

  it('joins two identities with one verified e-mail into one user', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const one = valueOf(await provision(ada));
    expect(valueOf(await provision({ ...ada, subject: 'ada-2' })).id).to.equal(one.id);
  });

  it('answers a suspended user as suspended', async () => {
    const world = createWorld();
    valueOf(await provisionUser(world.ports)(ada));
    valueOf(await world.application.operator.suspendUser('ada@svc.test'));
    expect(valueOf(await provisionUser(world.ports)(ada)).status).to.equal('SUSPENDED');
  });

  it('finds one user for 50 requests with one identity at the same time', async () => {
    for (const identity of [ada, { ...ada, email: undefined }]) {
      const world = createWorld();
      const users = await Promise.all(Array.from({ length: 50 }, () => provisionUser(world.ports)(identity)));
      expect(new Set(users.map((user) => valueOf(user).id)).size).to.equal(1);
    }
  });

  it('yields to a request that linked the identity while this one was adding a user, and leaves no user behind', async () => {
    const world = createWorld();
    const anonymous = { ...ada, email: undefined };
    const winner = valueOf(await provisionUser(world.ports)(anonymous));
    // A database whose transactions see each other's commits only from the second look on.
    const late: UnitOfWork = {
      ...world.unitOfWork,
      read: (work) =>
        world.unitOfWork.read((queries) =>
          work({ ...queries, users: { ...queries.users, findByIdentity: async () => undefined } }),
        ),
      transact: (work) =>
        world.unitOfWork.transact((records) => {
          let looks = 0;
          const findByIdentity: typeof records.users.findByIdentity = async (identity) =>
            looks++ === 0 ? undefined : records.users.findByIdentity(identity);
          return work({ ...records, users: { ...records.users, findByIdentity } });
        }),
    };
    const ids: string[] = [];
    const random = { ...world.ports.random, uuid: () => ids[ids.push(world.ports.random.uuid()) - 1] ?? '' };
    expect(valueOf(await provisionUser({ ...world.ports, random, unitOfWork: late })(anonymous))).to.deep.equal(winner);
    expect(ids).to.have.length(1);
    const loser = await world.unitOfWork.read((queries) => queries.users.find(trusted<UserId>(ids[0] ?? '')));
    expect(valueOf(loser)).to.equal(undefined);
  });
});

describe('newUser', () => {
  const id = trusted<UserId>('00000000-0000-4000-8000-000000000001');

  it('keeps an e-mail that is none out of the account', () => {
    expect(newUser({ ...ada, email: 'not an address' }, id, 5)).to.include({
      email: undefined,
      emailVerified: false,
      createdAt: 5,
    });
  });

  it('keeps an unverified e-mail as unverified', () => {
    expect(newUser({ ...ada, emailVerified: false }, id, 5)).to.include({ email: 'ada@svc.test', emailVerified: false });
  });
});

describe('displayName', () => {
  it('is the name, else the first part of the e-mail, else the subject', () => {
    expect(displayName(ada)).to.equal('Ada Lovelace');
    expect(displayName({ ...ada, name: '   ' })).to.equal('Ada');
    expect(displayName({ ...ada, name: undefined, email: undefined })).to.equal('ada-1');
    expect(displayName({ name: '', email: '@svc.test', subject: '' })).to.equal('user');
  });

  it('is free of control characters and never longer than a name may be', () => {
    expect(displayName({ ...ada, name: ' A\u0000\u0007da\n' })).to.equal('A da');
    const long = displayName({ ...ada, name: '🚀'.repeat(1000) });
    expect(long).to.have.length(maxNameLength);
    expect(long, 'no character is cut in two').not.to.match(/\p{Surrogate}/u);
  });
});
