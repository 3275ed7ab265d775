import { type SessionId, type TokenId, trusted, type UserId } from '@svc/core/model';
import type { CredentialRecords } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt, uniqueHash, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedRepository, storedToken, storedUser } from './stored.js';

type SignIn = Parameters<CredentialRecords['putSession']>[0];

const aSignIn = (part: Partial<SignIn> & Pick<SignIn, 'userId'>): SignIn => ({
  id: trusted<SessionId>(uniqueId()),
  secretSha256: uniqueHash(),
  createdAt: builtAt,
  expiresAt: builtAt + 1,
  endsAt: builtAt + 100,
  ...part,
});

export const credentialCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a token is found by its secret and by its id, with its user',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const plain = await storedToken(harness);
      const full = await storedToken(harness, {
        organizationId,
        name: 'ünï 🚀',
        kind: 'REPO',
        scopes: ['repo:admin', 'usage:read', 'repo:read'],
        repositoryId,
        createdAt: 0,
        expiresAt: 1,
      });
      await ask(harness, async ({ credentials }) => {
        for (const { token, user, secretSha256 } of [plain, full]) {
          expect(await credentials.findToken(secretSha256)).to.deep.equal({ token, user });
          expect(await credentials.findTokenById(token.id)).to.deep.equal({ token, user });
        }
        expect(await credentials.findToken(uniqueHash())).to.equal(undefined);
        expect(await credentials.findTokenById(trusted<TokenId>(uniqueId()))).to.equal(undefined);
      });
    },
  },
  {
    title: 'a revoked token is not found',
    run: async (harness) => {
      const { token, secretSha256 } = await storedToken(harness);
      await commit(harness, (records) => records.tokens.revoke(token.organizationId, token.id, builtAt));
      await ask(harness, async ({ credentials }) => {
        expect(await credentials.findToken(secretSha256)).to.equal(undefined);
        expect(await credentials.findTokenById(token.id)).to.equal(undefined);
      });
    },
  },
  {
    title: 'the user of a credential is as they are now',
    run: async (harness) => {
      const { user, secretSha256 } = await storedToken(harness);
      const session = aSignIn({ userId: user.id });
      await commit(harness, async (records) => {
        await records.credentials.putSession(session);
        await records.users.setStatus(user.id, 'SUSPENDED');
        await records.users.rename(user.id, 'Countess');
      });
      const now = { ...user, status: 'SUSPENDED', name: 'Countess' };
      await ask(harness, async ({ credentials }) => {
        expect((await credentials.findToken(secretSha256))?.user).to.deep.equal(now);
        expect((await credentials.findSession(session.secretSha256))?.user).to.deep.equal(now);
      });
    },
  },
  {
    title: 'a session is found by its secret; one with the same secret replaces it',
    run: async (harness) => {
      const [first, second] = [await storedUser(harness), await storedUser(harness, { emailVerified: false })];
      const secretSha256 = uniqueHash();
      const look = () => ask(harness, (queries) => queries.credentials.findSession(secretSha256));
      expect(await look()).to.equal(undefined);
      await commit(harness, (records) =>
        records.credentials.putSession(aSignIn({ secretSha256, userId: first.id, expiresAt: builtAt + 1 })),
      );
      const { id = expect.fail(), ...found } = (await look()) ?? {};
      expect(found).to.deep.equal({ user: first, expiresAt: builtAt + 1, endsAt: builtAt + 100 });
      await commit(harness, (records) =>
        records.credentials.putSession(aSignIn({ secretSha256, userId: second.id, expiresAt: builtAt + 9 })),
      );
      const replaced = { id, user: second, expiresAt: builtAt + 9, endsAt: builtAt + 100 };
      expect(await look()).to.deep.equal(replaced);
      expect(await ask(harness, (queries) => queries.credentials.findSessionById(id))).to.deep.equal(replaced);
      expect(await ask(harness, (queries) => queries.credentials.findSession(uniqueHash()))).to.equal(undefined);
    },
  },
  {
    title: "a user's sessions that last are listed, the newest first",
    run: async (harness) => {
      const [{ id: userId }, { id: otherId }] = [await storedUser(harness), await storedUser(harness)];
      const sessions = [0, 1, 1, 2, 1000, builtAt].map((age) => aSignIn({ userId, createdAt: builtAt - age }));
      const ended = aSignIn({ userId, expiresAt: builtAt });
      await commit(harness, async ({ credentials }) => {
        for (const session of [...sessions, ended, aSignIn({ userId: otherId })]) await credentials.putSession(session);
      });
      const newestFirst = sessions
        .map(({ id, createdAt, expiresAt }) => ({ id, createdAt, expiresAt }))
        .sort((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      await expectPaging(
        (page) => ask(harness, ({ credentials }) => credentials.listSessions(userId, builtAt, page)),
        newestFirst,
      );
    },
  },
  {
    title: 'a session is removed by its id, for its own user, and all of a user but one at once',
    run: async (harness) => {
      const [{ id: userId }, { id: otherId }] = [await storedUser(harness), await storedUser(harness)];
      const [first, second, third, other] = [userId, userId, userId, otherId].map((id) => aSignIn({ userId: id }));
      if (first === undefined || second === undefined || third === undefined || other === undefined) return expect.fail();
      const remaining = () =>
        ask(harness, async ({ credentials }) => {
          const found = [];
          for (const { id } of [first, second, third, other]) found.push(await credentials.findSessionById(id));
          return found.map((session) => session !== undefined);
        });
      await commit(harness, async ({ credentials }) => {
        for (const session of [first, second, third, other]) await credentials.putSession(session);
      });
      const remove = (user: UserId, id: SessionId) => commit(harness, ({ credentials }) => credentials.removeSession(user, id));
      expect(await remove(otherId, first.id)).to.equal(false);
      expect(await remove(userId, first.id)).to.equal(true);
      expect(await remove(userId, first.id)).to.equal(false);
      expect(await remaining()).to.deep.equal([false, true, true, true]);
      await commit(harness, ({ credentials }) => credentials.removeSessionsOf(userId, third.id));
      expect(await remaining()).to.deep.equal([false, false, true, true]);
      await commit(harness, ({ credentials }) => credentials.removeSessionsOf(userId));
      expect(await remaining()).to.deep.equal([false, false, false, true]);
    },
  },
  {
    title: 'the sessions that ended before now are removed, up to the limit, and no others',
    run: async (harness) => {
      const { id: userId } = await storedUser(harness);
      const [ended, ending] = [uniqueHash(), uniqueHash()];
      const remove = (limit: number) =>
        commit(harness, ({ credentials }) => credentials.removeExpiredSessions(builtAt + 10, limit));
      await commit(harness, async ({ credentials }) => {
        for (const secretSha256 of [ended, uniqueHash(), uniqueHash()])
          await credentials.putSession(aSignIn({ secretSha256, userId, expiresAt: builtAt + 9 }));
        await credentials.putSession(aSignIn({ secretSha256: ending, userId, expiresAt: builtAt + 10 }));
      });
      expect([await remove(2), await remove(2), await remove(2)]).to.deep.equal([2, 1, 0]);
      const remaining = await ask(harness, async ({ credentials }) => [
        await credentials.findSession(ended),
        await credentials.findSession(ending),
      ]);
      expect(remaining.map((session) => session?.expiresAt)).to.deep.equal([undefined, builtAt + 10]);
    },
  },
  {
    title: 'a configured session ends the ones that were configured before, and no others',
    run: async (harness) => {
      const { id: userId } = await storedUser(harness);
      const [plain, first, second] = [uniqueHash(), uniqueHash(), uniqueHash()];
      const put = (secretSha256: string) =>
        commit(harness, ({ credentials }) => credentials.putSession(aSignIn({ secretSha256, userId, expiresAt: builtAt + 1 })));
      const configure = (secret: string | undefined) =>
        commit(harness, ({ credentials }) => credentials.setConfiguredSession(secret));
      const found = () =>
        ask(harness, async ({ credentials }) => {
          const sessions = [];
          for (const secret of [plain, first, second]) sessions.push(await credentials.findSession(secret));
          return sessions.map((session) => session !== undefined);
        });
      for (const secret of [plain, first, second]) await put(secret);
      await configure(first);
      await configure(first);
      expect(await found()).to.deep.equal([true, true, true]);
      await put(first);
      await configure(second);
      expect(await found()).to.deep.equal([true, false, true]);
      await configure(uniqueHash());
      expect(await found()).to.deep.equal([true, false, false]);
      await configure(plain);
      await configure(undefined);
      expect(await found()).to.deep.equal([false, false, false]);
    },
  },
  {
    title:
      'of too many sessions of a user those go that lie ahead, then the oldest, not the one that is kept, nor the configured one, nor those of others',
    run: async (harness) => {
      const beyond = builtAt + 4;
      const [{ id: userId }, { id: otherId }] = [await storedUser(harness), await storedUser(harness)];
      const put = async (createdAt: number, of = userId) => {
        const secretSha256 = uniqueHash();
        const session = aSignIn({ secretSha256, userId: of, createdAt, expiresAt: builtAt + 1000 });
        await commit(harness, ({ credentials }) => credentials.putSession(session));
        return secretSha256;
      };
      const configured = await put(builtAt);
      await commit(harness, ({ credentials }) => credentials.setConfiguredSession(configured));
      const kept = await put(builtAt + 1);
      const [third, first, second] = [await put(beyond), await put(builtAt + 2), await put(builtAt + 3)];
      const ahead = await put(beyond + 1);
      const foreign = await put(builtAt, otherId);
      const left = async (max: number) => {
        await commit(harness, ({ credentials }) => credentials.removeOldestSessions(userId, max, kept, beyond));
        return ask(harness, async ({ credentials }) => {
          const there: boolean[] = [];
          for (const secret of [configured, kept, ahead, first, second, third, foreign]) {
            there.push((await credentials.findSession(secret)) !== undefined);
          }
          return there;
        });
      };
      expect(await left(6)).to.deep.equal([true, true, true, true, true, true, true]);
      expect(await left(5)).to.deep.equal([true, true, false, true, true, true, true]);
      expect(await left(3)).to.deep.equal([true, true, false, false, false, true, true]);
      expect(await left(1)).to.deep.equal([true, true, false, false, false, false, true]);
      await commit(harness, ({ credentials }) => credentials.setConfiguredSession(undefined));
    },
  },
];
