import { trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { aUser, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedUser } from './stored.js';

const byEmail = (harness: UnitOfWorkHarness, email: string) => ask(harness, ({ users }) => users.findByVerifiedEmail(email));

export const userCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an added user is found as they were given',
    run: async (harness) => {
      const full = aUser({ name: 'Ådå 🚀', email: 'ada@exämple.org', createdAt: 0, status: 'SUSPENDED' });
      const bare = aUser({ email: undefined, emailVerified: false });
      for (const user of [full, bare]) {
        expect(await commit(harness, ({ users }) => users.add(user))).to.equal(true);
        expect(await ask(harness, ({ users }) => users.find(user.id))).to.deep.equal(user);
      }
      expect(await ask(harness, ({ users }) => users.find(trusted<UserId>(uniqueId())))).to.equal(undefined);
    },
  },
  {
    title: 'the e-mail of an added user is kept in lower case',
    run: async (harness) => {
      for (const emailVerified of [true, false]) {
        const user = aUser({ email: `Ada@Exämple${emailVerified ? 1 : 2}.org`, emailVerified });
        await commit(harness, ({ users }) => users.add(user));
        const kept = { ...user, email: user.email?.toLowerCase() };
        expect(await ask(harness, ({ users }) => users.find(user.id))).to.deep.equal(kept);
      }
    },
  },
  {
    title: 'a verified e-mail finds its user, compared without case',
    run: async (harness) => {
      const user = await storedUser(harness, { email: 'ada@exämple.org' });
      expect(await byEmail(harness, 'ada@exämple.org')).to.deep.equal(user);
      expect(await byEmail(harness, 'ADA@EXÄMPLE.org')).to.deep.equal(user);
      expect(await byEmail(harness, 'ada@example.org')).to.equal(undefined);
    },
  },
  {
    title: 'an e-mail that is not verified finds nobody',
    run: async (harness) => {
      await storedUser(harness, { email: 'ada@example.org', emailVerified: false });
      expect(await byEmail(harness, 'ada@example.org')).to.equal(undefined);
    },
  },
  {
    title: 'those who have an e-mail unverified are listed by id, compared without case, as many as asked for',
    run: async (harness) => {
      await storedUser(harness, { email: 'ada@exämple.org' });
      const part = { email: 'ada@exämple.org', emailVerified: false };
      await storedUser(harness, { ...part, email: 'grace@example.org' });
      const users = await together(3, () => storedUser(harness, part));
      const sorted = users.toSorted((left, right) => (left.id < right.id ? -1 : 1));
      await ask(harness, async (queries) => {
        expect(await queries.users.listUnverified('ADA@exämple.org', 9)).to.deep.equal(sorted);
        expect(await queries.users.listUnverified('ada@exämple.org', 2)).to.deep.equal(sorted.slice(0, 2));
        expect(await queries.users.listUnverified('eve@example.org', 9)).to.deep.equal([]);
      });
    },
  },
  {
    title: 'everybody is listed by id',
    run: async (harness) => {
      const unverified = await together(4, () => storedUser(harness, { email: undefined, emailVerified: false }));
      const users = [...unverified, await storedUser(harness)];
      const sorted = users.toSorted((left, right) => (left.id < right.id ? -1 : 1));
      await expectPaging((page) => ask(harness, (queries) => queries.users.listAll(page)), sorted);
    },
  },
  {
    title: 'add refuses a verified e-mail that another user has verified, and writes nothing',
    run: async (harness) => {
      const first = await storedUser(harness, { email: 'ada@example.org' });
      const second = aUser({ email: 'ada@example.org' });
      expect(await commit(harness, ({ users }) => users.add(second))).to.equal(false);
      expect(await ask(harness, ({ users }) => users.find(second.id))).to.equal(undefined);
      expect(await byEmail(harness, 'ada@example.org')).to.deep.equal(first);
    },
  },
  {
    title: 'any number of users may have the same e-mail unverified, or none',
    run: async (harness) => {
      await storedUser(harness, { email: 'ada@example.org' });
      const others = [
        aUser({ email: 'ada@example.org', emailVerified: false }),
        aUser({ email: 'ada@example.org', emailVerified: false }),
        aUser({ email: undefined, emailVerified: false }),
        aUser({ email: undefined, emailVerified: false }),
      ];
      for (const user of others) expect(await commit(harness, ({ users }) => users.add(user))).to.equal(true);
    },
  },
  {
    title: 'of many users with one verified e-mail added at once, one is',
    run: async (harness) => {
      const added = await together(20, () => commit(harness, ({ users }) => users.add(aUser({ email: 'ada@example.org' }))));
      expect(added.filter(Boolean)).to.have.length(1);
    },
  },
  {
    title: 'setEmail changes the address and whether it is verified, and nothing else, of that user alone',
    run: async (harness) => {
      const user = await storedUser(harness, { email: undefined, emailVerified: false });
      const other = await storedUser(harness, { email: 'grace@example.org', emailVerified: false });
      const setEmail = async (email: string, isVerified: boolean) => {
        expect(await commit(harness, ({ users }) => users.setEmail(user.id, email, isVerified))).to.equal(true);
        const set = { ...user, email: email.toLowerCase(), emailVerified: isVerified };
        expect(await ask(harness, ({ users }) => users.find(user.id))).to.deep.equal(set);
        expect(await byEmail(harness, email)).to.deep.equal(isVerified ? set : undefined);
      };
      await setEmail('Ada@exämple.org', false);
      await setEmail('ada@exämple.org', true);
      await setEmail('ada@exämple.org', true);
      await setEmail('GRACE@example.org', true);
      await setEmail('grace@example.org', false);
      expect(await ask(harness, ({ users }) => users.find(other.id))).to.deep.equal(other);
      const nobody = trusted<UserId>(uniqueId());
      expect(await commit(harness, ({ users }) => users.setEmail(nobody, 'nobody@example.org', true))).to.equal(false);
    },
  },
  {
    title: 'setEmail refuses a verified e-mail that another user has verified, and writes nothing, until that one gives it up',
    run: async (harness) => {
      const [holder, user] = [await storedUser(harness, { email: 'ada@example.org' }), await storedUser(harness)];
      const take = () => commit(harness, ({ users }) => users.setEmail(user.id, 'Ada@example.org', true));
      expect(await take()).to.equal(false);
      expect(await ask(harness, ({ users }) => users.find(user.id))).to.deep.equal(user);
      const handedOver = await commit(harness, async ({ users }) => [
        await users.setEmail(holder.id, 'ada@example.org', false),
        await users.setEmail(user.id, 'ada@example.org', true),
      ]);
      expect(handedOver).to.deep.equal([true, true]);
      expect((await byEmail(harness, 'ada@example.org'))?.id).to.equal(user.id);
    },
  },
  {
    title: 'of many users who are given one verified e-mail at once, one has it',
    run: async (harness) => {
      const users = await together(20, () => storedUser(harness));
      const set = await Promise.all(
        users.map(({ id }) => commit(harness, (records) => records.users.setEmail(id, 'ada@example.org', true))),
      );
      expect(set.filter(Boolean)).to.have.length(1);
      expect((await byEmail(harness, 'ada@example.org'))?.id).to.equal(users[set.indexOf(true)]?.id);
    },
  },
  {
    title: 'rename and setStatus change that and nothing else, of that user alone',
    run: async (harness) => {
      const [user, other] = [await storedUser(harness), await storedUser(harness)];
      await commit(harness, async ({ users }) => {
        await users.rename(user.id, 'Countess 🚀');
        await users.setStatus(user.id, 'DELETED');
      });
      await ask(harness, async ({ users }) => {
        expect(await users.find(user.id)).to.deep.equal({ ...user, name: 'Countess 🚀', status: 'DELETED' });
        expect(await users.find(other.id)).to.deep.equal(other);
      });
    },
  },
  {
    title: 'a linked identity is its user; a subject belongs to its issuer and is compared with case',
    run: async (harness) => {
      const [user, other] = [await storedUser(harness), await storedUser(harness, { emailVerified: false })];
      await commit(harness, async ({ users }) => {
        await users.linkIdentity(user.id, { issuer: 'https://a.example', subject: 's' });
        await users.linkIdentity(user.id, { issuer: 'https://c.example', subject: '🚀' });
        await users.linkIdentity(other.id, { issuer: 'https://b.example', subject: 's' });
      });
      await ask(harness, async ({ users }) => {
        expect(await users.findByIdentity({ issuer: 'https://a.example', subject: 's' })).to.deep.equal(user);
        expect(await users.findByIdentity({ issuer: 'https://c.example', subject: '🚀' })).to.deep.equal(user);
        expect(await users.findByIdentity({ issuer: 'https://b.example', subject: 's' })).to.deep.equal(other);
        expect(await users.findByIdentity({ issuer: 'https://a.example', subject: 'S' })).to.equal(undefined);
        expect(await users.findByIdentity({ issuer: 'https://a.example/', subject: 's' })).to.equal(undefined);
      });
    },
  },
  {
    title: 'a user has an identity of the issuers whose subjects were linked to them, and of no other',
    run: async (harness) => {
      const [user, other] = [await storedUser(harness), await storedUser(harness)];
      await commit(harness, async ({ users }) => {
        await users.linkIdentity(user.id, { issuer: 'https://a.example', subject: 's' });
        await users.linkIdentity(user.id, { issuer: 'https://a.example', subject: 't' });
        await users.linkIdentity(other.id, { issuer: 'https://b.example', subject: 's' });
      });
      await ask(harness, async ({ users }) => {
        expect(await users.hasIdentityOf(user.id, 'https://a.example')).to.equal(true);
        expect(await users.hasIdentityOf(user.id, 'https://b.example')).to.equal(false);
        expect(await users.hasIdentityOf(other.id, 'https://a.example')).to.equal(false);
        expect(await users.hasIdentityOf(other.id, 'https://b.example')).to.equal(true);
        expect(await users.hasIdentityOf(other.id, 'https://B.example')).to.equal(false);
      });
    },
  },
  {
    title: 'an identity stays with the user it was linked to first',
    run: async (harness) => {
      const [user, other] = [await storedUser(harness), await storedUser(harness)];
      const identity = { issuer: 'https://a.example', subject: 's' };
      await commit(harness, ({ users }) => users.linkIdentity(user.id, identity));
      await commit(harness, ({ users }) => users.linkIdentity(other.id, identity));
      expect(await ask(harness, ({ users }) => users.findByIdentity(identity))).to.deep.equal(user);
    },
  },
];
