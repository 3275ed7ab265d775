import { expect } from 'chai';
import { displayName, newUser, provisionUser } from '../../src/access/provision-user.js';
import { maxNameLength } from '../../src/model/organizations/organization.js';
import type { Identity } from '../../src/model/users/user.js';
import { trusted, type UserId } from '../../src/model/values/index.js';
import type { Queries, UnitOfWork } from '../../src/ports/unit-of-work.js';
import { createWorld, valueOf } from '../builders/world.js';

const ada: Identity = {
  issuer: 'https://id.test',
  subject: 'ada-1',
  email: 'Ada@svc.test',
  emailVerified: true,
  name: 'Ada Lovelace',
};

/** The same groups, but for one: they are made when they are asked for, so that nothing can spread them. */
const withUsers = <Groups extends Queries>(groups: Groups, users: Groups['users']): Groups =>
  new Proxy(groups, { get: (target, name): unknown => (name === 'users' ? users : Reflect.get(target, name)) });

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
    expect(valueOf(await provision({ ...ada, name: 'Other' }))).to.deep.equal(user);
  });

  it('links an identity to the user who has its verified e-mail', async () => {
    const world = createWorld();
    const { user } = valueOf(await world.application.operator.addUser({ email: 'ada@SVC.test', name: 'Ada' }));
    expect(valueOf(await provisionUser(world.ports)(ada))).to.deep.equal(user);
    expect(valueOf(await provisionUser(world.ports)({ ...ada, email: undefined })), 'once linked').to.deep.equal(user);
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

  it('joins the subjects that two issuers give to one verified e-mail into one user', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const one = valueOf(await provision(ada));
    expect(valueOf(await provision({ ...ada, subject: 'ada-2', issuer: 'https://other.test' })).id).to.equal(one.id);
  });

  it('takes no address away for a suspended user, whatever the issuer says of them', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const { id } = valueOf(await provision(ada));
    valueOf(await world.application.operator.suspendUser({ userId: id }));
    const next = valueOf(await provision({ ...ada, subject: 'ada-2' }));
    expect(valueOf(await provision(ada))).to.include({ id, status: 'SUSPENDED', emailVerified: false });
    expect(valueOf(await provision({ ...ada, email: 'other@svc.test' }))).to.include({ id, email: 'ada@svc.test' });
    const holder = await world.ports.unitOfWork.read((queries) => queries.users.findByVerifiedEmail('ada@svc.test'));
    expect(valueOf(holder)?.id).to.equal(next.id);
    valueOf(await world.application.operator.resumeUser({ userId: id }));
    expect(valueOf(await provision(ada))).to.include({ id, emailVerified: true });
  });

  it('answers a suspended user as suspended', async () => {
    const world = createWorld();
    valueOf(await provisionUser(world.ports)(ada));
    valueOf(await world.application.operator.suspendUser({ email: 'ada@svc.test' }));
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
        world.unitOfWork.read((queries) => work(withUsers(queries, { ...queries.users, findByIdentity: async () => undefined }))),
      transact: (work) =>
        world.unitOfWork.transact((records) => {
          let looks = 0;
          const findByIdentity: typeof records.users.findByIdentity = async (identity) =>
            looks++ === 0 ? undefined : records.users.findByIdentity(identity);
          return work(withUsers(records, { ...records.users, findByIdentity }));
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

describe('the address of a user who signs in again', () => {
  const holderOf = async (world: ReturnType<typeof createWorld>, email = 'ada@svc.test') =>
    valueOf(await world.unitOfWork.read(({ users }) => users.findByVerifiedEmail(email)));
  const find = async (world: ReturnType<typeof createWorld>, { id }: { readonly id: UserId }) =>
    valueOf(await world.unitOfWork.read(({ users }) => users.find(id)));

  it('is the one that the issuer names now, verified or not', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const user = valueOf(await provision({ ...ada, emailVerified: false }));
    const claims = [
      { email: 'ada@svc.test', emailVerified: true },
      { email: 'new@svc.test', emailVerified: true },
      { email: 'new@svc.test', emailVerified: false },
      { email: 'newer@svc.test', emailVerified: false },
    ];
    for (const claim of claims) {
      expect(valueOf(await provision({ ...ada, ...claim }))).to.deep.equal({ ...user, ...claim });
      expect(await find(world, user)).to.deep.equal({ ...user, ...claim });
    }
    expect(await holderOf(world)).to.equal(undefined);
  });

  it('stays when the issuer names none, or does not say whether it is verified', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const user = valueOf(await provision(ada));
    const silent = [
      { email: undefined, emailVerified: undefined },
      { email: 'no address', emailVerified: true },
      { email: 'ADA@svc.test', emailVerified: undefined },
    ];
    for (const claim of silent) expect(valueOf(await provision({ ...ada, ...claim }))).to.deep.equal(user);
    const moved = valueOf(await provision({ ...ada, email: 'new@svc.test', emailVerified: undefined }));
    expect(moved).to.include({ email: 'new@svc.test', emailVerified: false });
  });

  it('leads nobody to the account once the mailbox belongs to somebody else', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const user = valueOf(await provision(ada));
    valueOf(await provision({ ...ada, email: 'new@svc.test' }));
    const next = valueOf(await provision({ ...ada, subject: 'zoe-9' }));
    expect(next.id).not.to.equal(user.id);
    expect(next).to.include({ email: 'ada@svc.test', emailVerified: true });
    expect(await holderOf(world, 'new@svc.test')).to.include({ id: user.id });
  });

  it('goes to the subject for whom the issuer has vouched last; the other user has it unverified and keeps the account', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const user = valueOf(await provision(ada));
    const next = valueOf(await provision({ ...ada, subject: 'zoe-9' }));
    expect(next.id).not.to.equal(user.id);
    expect(await holderOf(world)).to.deep.equal(next);
    expect(await find(world, user)).to.deep.equal({ ...user, emailVerified: false });
    const eve = { ...ada, subject: 'eve-3', email: 'eve@svc.test' };
    const known = valueOf(await provision(eve));
    expect(valueOf(await provision({ ...eve, email: 'ada@svc.test' }))).to.deep.equal({ ...known, email: 'ada@svc.test' });
    expect(await holderOf(world)).to.include({ id: known.id });
    expect(await find(world, next)).to.deep.equal({ ...next, emailVerified: false });
  });

  it('stays with the user whom the issuer does not know, and is unverified for the one who claims it', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const known = valueOf(await provision({ ...ada, emailVerified: false }));
    const { user: added } = valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    expect(valueOf(await provision(ada))).to.deep.equal(known);
    expect(await holderOf(world)).to.deep.equal(added);
    const eve = valueOf(await provision({ ...ada, subject: 'eve-3', email: 'eve@svc.test', name: 'Eve' }));
    const claimed = { ...eve, emailVerified: false, email: 'ada@svc.test' };
    expect(valueOf(await provision({ ...ada, subject: 'eve-3' }))).to.deep.equal(claimed);
    expect(await holderOf(world)).to.deep.equal(added);
  });

  it('is written once, and costs one look after that', async () => {
    const world = createWorld();
    let transactions = 0;
    const transact: UnitOfWork['transact'] = (work) => {
      transactions += 1;
      return world.unitOfWork.transact(work);
    };
    const provision = provisionUser({ ...world.ports, unitOfWork: { ...world.unitOfWork, transact } });
    valueOf(await provision(ada));
    for (let request = 0; request < 3; request += 1) valueOf(await provision({ ...ada, email: 'new@svc.test' }));
    expect(transactions).to.equal(2);
    valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    for (let request = 0; request < 3; request += 1) valueOf(await provision(ada));
    expect(transactions, 'of an address that stays with somebody else').to.equal(3);
  });

  it('is had by one of two users who claim it at the same time', async () => {
    const world = createWorld();
    const provision = provisionUser(world.ports);
    const subjects = ['ada-1', 'eve-3', 'zoe-9'];
    const claim = (email: string) => Promise.all(subjects.map((subject) => provision({ ...ada, subject, email })));
    const first = (await claim('ada@svc.test')).map((user) => valueOf(user).id);
    expect(new Set(first).size).to.equal(3);
    expect((await claim('new@svc.test')).map((user) => valueOf(user).id)).to.deep.equal(first);
    const users = await Promise.all(first.map((id) => find(world, { id })));
    expect(users.filter((user) => user?.emailVerified)).to.have.length(1);
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
