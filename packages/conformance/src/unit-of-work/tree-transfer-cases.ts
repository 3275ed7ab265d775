import type { RepositoryId, TransferEvent, TransferKind } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';
import { aTransfer } from './tree-builders.js';

const add = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, events: readonly TransferEvent[]) =>
  commit(harness, async ({ tree }) => {
    for (const event of events) await tree.addTransfer(repositoryId, event);
  });

const list =
  (harness: UnitOfWorkHarness, repositoryId: RepositoryId, kind?: TransferKind) =>
  (page: { limit: number; cursor?: string | undefined }) =>
    ask(harness, ({ tree }) => tree.listTransfers(repositoryId, kind, page));

const newestFirst = (events: readonly TransferEvent[]): TransferEvent[] =>
  events.toSorted((left, right) => right.at - left.at || (left.id < right.id ? -1 : 1));

export const transferCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a transfer is listed with the counters that it was given and no others, within its repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const stats = {
        durationMs: 0.5,
        ingestMs: 1,
        mirrorMs: 2,
        logicalBytes: Number.MAX_SAFE_INTEGER,
        storedBytes: 3,
        objectCount: 4,
        chunkCount: 5,
        newChunks: 6,
        reusedChunks: 7,
        filesPut: 8,
        filesSkipped: 0,
      };
      const events = [
        aTransfer({ stats, at: 3 }),
        aTransfer({ stats: { newChunks: 0 }, at: 2 }),
        aTransfer({ stats: {}, at: 1 }),
      ];
      await add(harness, repositoryId, events);
      expect((await list(harness, repositoryId)({ limit: 9 })).items).to.deep.equal(events);
      expect((await list(harness, otherId)({ limit: 9 })).items).to.deep.equal([]);
    },
  },
  {
    title: 'transfers are listed newest first, ties by id, and narrowed to a kind',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const ages = [0, 1, 1, 1, 1, 2, 1000, builtAt];
      const pushes = ages.map((age) => aTransfer({ kind: 'push', at: builtAt - age }));
      const pulls = ages.map((age) => aTransfer({ kind: 'pull', at: builtAt - age }));
      await add(harness, repositoryId, [...pulls, ...pushes]);
      await add(harness, otherId, [aTransfer()]);
      await expectPaging(list(harness, repositoryId), newestFirst([...pulls, ...pushes]));
      await expectPaging(list(harness, repositoryId, 'push'), newestFirst(pushes));
      await expectPaging(list(harness, repositoryId, 'pull'), newestFirst(pulls));
    },
  },
];
