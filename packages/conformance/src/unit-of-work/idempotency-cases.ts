import { type RepositoryId, trusted, type UserId } from '@svc/core/model';
import type { IdempotencyScope } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase } from './harness.js';

const aScope = (part: Partial<IdempotencyScope> = {}): IdempotencyScope => ({
  userId: trusted<UserId>(uniqueId()),
  operation: 'uploads.open',
  repositoryId: trusted<RepositoryId>(uniqueId()),
  key: 'try-1',
  ...part,
});

const anEntry = () => ({ requestFingerprint: uniqueId(), outcomeId: uniqueId() });

export const idempotencyCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a key is used once; a second use changes nothing',
    run: async (harness) => {
      const [scope, entry] = [aScope({ key: '{"a": "b"} \\ é 🚀' }), anEntry()];
      const add = (entryToAdd = entry) => commit(harness, ({ idempotency }) => idempotency.add(scope, entryToAdd, builtAt));
      expect(await ask(harness, (queries) => queries.idempotency.find(scope))).to.equal(undefined);
      expect(await add()).to.equal(true);
      expect(await add(anEntry())).to.equal(false);
      expect(await ask(harness, (queries) => queries.idempotency.find(scope))).to.deep.equal(entry);
    },
  },
  {
    title: 'the same text of another user or repository is another key, and so is another spelling',
    run: async (harness) => {
      const scope = aScope();
      await commit(harness, ({ idempotency }) => idempotency.add(scope, anEntry(), builtAt));
      const { userId, repositoryId } = aScope();
      for (const other of [
        { ...scope, userId },
        { ...scope, repositoryId },
        { ...scope, key: 'TRY-1' },
      ]) {
        const entry = anEntry();
        expect(await ask(harness, (queries) => queries.idempotency.find(other))).to.equal(undefined);
        expect(await commit(harness, ({ idempotency }) => idempotency.add(other, entry, builtAt))).to.equal(true);
        expect(await ask(harness, (queries) => queries.idempotency.find(other))).to.deep.equal(entry);
      }
    },
  },
  {
    title: 'of many that use one key at once, one is first',
    run: async (harness) => {
      const scope = aScope();
      const uses = await together(20, () => commit(harness, ({ idempotency }) => idempotency.add(scope, anEntry(), builtAt)));
      expect(uses.filter(Boolean)).to.have.length(1);
    },
  },
  {
    title: 'keys that were first used before a time are forgotten, up to the limit, and no others',
    run: async (harness) => {
      const [older, younger] = [aScope(), aScope()];
      const kept = await commit(harness, async ({ idempotency }) => {
        for (const scope of [older, aScope(), aScope()]) await idempotency.add(scope, anEntry(), builtAt - 1);
        await idempotency.add(younger, anEntry(), builtAt);
        const remove = () => idempotency.removeOlder(builtAt, 2);
        expect([await remove(), await remove(), await remove()]).to.deep.equal([2, 1, 0]);
        return [await idempotency.find(older), await idempotency.find(younger)].map((entry) => entry !== undefined);
      });
      expect(kept).to.deep.equal([false, true]);
      expect(await commit(harness, ({ idempotency }) => idempotency.add(older, anEntry(), builtAt))).to.equal(true);
    },
  },
];
