import { type RepositoryId, type TokenId, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { aToken, builtAt, uniqueHash, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedMember, storedOrganization, storedRepository, storedToken, storedUser } from './stored.js';

export const tokenCases: readonly UnitOfWorkCase[] = [
  {
    title: "an organization's tokens are listed newest first, without the revoked ones",
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const tokens = [];
      for (const age of [0, 1, 1, 1, 2, 1000, builtAt]) {
        tokens.push((await storedToken(harness, { organizationId, createdAt: builtAt - age })).token);
      }
      const { token: revoked } = await storedToken(harness, { organizationId });
      await commit(harness, (records) => records.tokens.revoke(organizationId, revoked.id, builtAt));
      await storedToken(harness);
      const { id: reader } = await storedUser(harness);
      const newestFirst = tokens.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      await expectPaging(
        (page) => ask(harness, (queries) => queries.tokens.listOfOrganization(organizationId, reader, page)),
        newestFirst,
      );
    },
  },
  {
    title: 'a list has no token of a repository that is hidden from its reader, but for those that the reader made',
    run: async (harness) => {
      const { id: hidden, organizationId } = await storedRepository(harness);
      const { id: open } = await storedRepository(harness, { organizationId });
      const bindTo = (repositoryId: RepositoryId) => storedToken(harness, { organizationId, kind: 'REPO', repositoryId });
      const own = await bindTo(hidden);
      await bindTo(hidden);
      const seen = [own, await bindTo(open), await storedToken(harness, { organizationId })].map(({ token }) => token.id);
      await storedMember(harness, hidden, own.user.id, 'NONE');
      await storedMember(harness, open, own.user.id, 'READ');
      const list = async (reader: UserId | undefined) =>
        (await ask(harness, (queries) => queries.tokens.listOfOrganization(organizationId, reader, { limit: 9 }))).items;
      expect((await list(own.user.id)).map(({ id }) => id)).to.have.members(seen);
      expect(await list((await storedUser(harness)).id), 'for everybody else').to.have.length(4);
      expect(await list(undefined), 'for nobody, from whom nothing is hidden').to.have.length(4);
    },
  },
  {
    title: 'a token counts as active until it is revoked or expires',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      await storedToken(harness, { organizationId });
      await storedToken(harness, { organizationId, expiresAt: builtAt + 10 });
      const { token } = await storedToken(harness, { organizationId });
      await storedToken(harness);
      const count = (now: number) => commit(harness, (records) => records.tokens.countActive(organizationId, now));
      expect(await count(builtAt + 9)).to.equal(3);
      expect(await count(builtAt + 10), 'at its end').to.equal(2);
      await commit(harness, (records) => records.tokens.revoke(organizationId, token.id, builtAt));
      expect(await count(builtAt)).to.equal(2);
    },
  },
  {
    title: 'a token is revoked once, by its own organization only',
    run: async (harness) => {
      const { token, secretSha256 } = await storedToken(harness);
      const { id: otherId } = await storedOrganization(harness);
      const revoke = (organizationId = token.organizationId, tokenId = token.id) =>
        commit(harness, (records) => records.tokens.revoke(organizationId, tokenId, builtAt));
      expect(await revoke(otherId)).to.equal(false);
      expect(await revoke(token.organizationId, trusted<TokenId>(uniqueId()))).to.equal(false);
      expect(await ask(harness, (queries) => queries.credentials.findToken(secretSha256))).not.to.equal(undefined);
      expect(await revoke()).to.equal(true);
      expect(await revoke()).to.equal(false);
    },
  },
  {
    title: 'all tokens of one user are revoked at once, in one organization only',
    run: async (harness) => {
      const { token, user, secretSha256 } = await storedToken(harness);
      const { organizationId } = token;
      const others = [await storedToken(harness, { organizationId }), await storedToken(harness)];
      const { id: elsewhere } = await storedOrganization(harness);
      const theirs = [uniqueHash(), uniqueHash()] as const;
      await commit(harness, async ({ tokens }) => {
        await tokens.add(aToken(organizationId, user.id, { expiresAt: builtAt + 10 }), theirs[0]);
        await tokens.add(aToken(elsewhere, user.id), theirs[1]);
      });
      const ofUser = await ask(harness, ({ credentials }) => credentials.findToken(theirs[0]));
      const revoked = await commit(harness, ({ tokens }) => tokens.revokeAllOfUser(organizationId, user.id, builtAt));
      expect(revoked).to.deep.equal([token.id, ofUser?.token.id].toSorted());
      await ask(harness, async ({ credentials }) => {
        for (const secret of [secretSha256, theirs[0]]) expect(await credentials.findToken(secret)).to.equal(undefined);
        for (const secret of [theirs[1], ...others.map((other) => other.secretSha256)]) {
          expect(await credentials.findToken(secret)).not.to.equal(undefined);
        }
      });
    },
  },
  {
    title: 'all tokens of one repository are revoked at once, at its own organization only',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness, { organizationId });
      const { id: elsewhere } = await storedOrganization(harness);
      const bound = [];
      for (let count = 0; count < 3; count += 1) {
        bound.push((await storedToken(harness, { organizationId, kind: 'REPO', repositoryId })).token.id);
      }
      const other = await storedToken(harness, { organizationId, kind: 'REPO', repositoryId: otherId });
      const unbound = await storedToken(harness, { organizationId });
      const revoke = (organization: typeof organizationId) =>
        commit(harness, ({ tokens }) => tokens.revokeAllOfRepository(organization, repositoryId, builtAt));
      expect(await revoke(elsewhere)).to.deep.equal([]);
      expect(await revoke(organizationId)).to.deep.equal(bound.toSorted());
      expect(await revoke(organizationId)).to.deep.equal([]);
      await ask(harness, async ({ credentials }) => {
        for (const { secretSha256, token } of [other, unbound]) {
          expect((await credentials.findToken(secretSha256))?.token).to.deep.equal(token);
        }
      });
    },
  },
  {
    title: 'revoking for one user leaves the tokens of others alone',
    run: async (harness) => {
      const { token, user, secretSha256 } = await storedToken(harness);
      const other = await storedUser(harness);
      const revokeFor = (userId = user.id) =>
        commit(harness, (records) => records.tokens.revoke(token.organizationId, token.id, builtAt, userId));
      expect(await revokeFor(other.id)).to.equal(false);
      expect(await ask(harness, (queries) => queries.credentials.findToken(secretSha256))).not.to.equal(undefined);
      expect(await revokeFor()).to.equal(true);
    },
  },
  {
    title: 'an expired token can still be revoked',
    run: async (harness) => {
      const { token } = await storedToken(harness, { expiresAt: builtAt + 1 });
      const revoked = await commit(harness, (records) => records.tokens.revoke(token.organizationId, token.id, builtAt + 5));
      expect(revoked).to.equal(true);
    },
  },
  {
    title: 'expired tokens count among all of the organization until they are removed, to the millisecond',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      for (const expiresAt of [undefined, builtAt, builtAt + 1]) await storedToken(harness, { organizationId, expiresAt });
      const { token: foreign, secretSha256 } = await storedToken(harness, { expiresAt: builtAt });
      expect(await ask(harness, ({ tokens }) => tokens.countAll(organizationId))).to.equal(3);
      const remove = (now: number) => commit(harness, ({ tokens }) => tokens.removeExpired(organizationId, now));
      expect(await remove(builtAt - 1)).to.equal(3);
      expect(await remove(builtAt)).to.equal(2);
      expect(await ask(harness, ({ tokens }) => tokens.countAll(organizationId))).to.equal(2);
      const found = await ask(harness, ({ credentials }) => credentials.findToken(secretSha256));
      expect(found?.token).to.deep.equal(foreign);
    },
  },
];
