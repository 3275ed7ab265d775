import type { Oid } from '@svc/core';
import { type RepositoryId, type StoredObject, type UploadSession, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, anUploadObject, builtAt, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository, storedSession } from './stored.js';

const removal = { removedAt: builtAt, removedBy: trusted<UserId>(uniqueId()), dueAt: builtAt + 100 };

const quarantined = async (harness: UnitOfWorkHarness, id: RepositoryId, part: Partial<StoredObject>): Promise<Oid> => {
  const object = anObject(part);
  await commit(harness, async ({ objects, quarantine }) => {
    await objects.add(id, [object]);
    await quarantine.put(id, [object.oid], removal);
  });
  return object.oid;
};

const withObjects = (harness: UnitOfWorkHarness, { id }: UploadSession, wanted: readonly Oid[], reservedBytes = 1000) =>
  commit(harness, ({ uploads }) =>
    uploads.addObjects(
      id,
      wanted.map((oid) => anUploadObject({ oid, reservedBytes })),
    ),
  );

/** What sessions know of objects that are in quarantine. */
export const quarantinedUploadCases: readonly UnitOfWorkCase[] = [
  {
    title:
      'what is in quarantine as a whole object is left by the sweep of the session that has brought it, and what is there in chunks is not',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const [whole, inChunks] = [
        await quarantined(harness, repositoryId, {}),
        await quarantined(harness, repositoryId, { layout: 'chunks' }),
      ];
      const unregistered = uniqueOid();
      const wanted = [whole, inChunks, unregistered];
      const session = await storedSession(harness, { repositoryId });
      await withObjects(harness, session, wanted);
      const others = [inChunks, unregistered].toSorted();
      await ask(harness, async ({ uploads }) => {
        expect(await uploads.listUnregistered(session, undefined, 9)).to.deep.equal(others);
        expect(await uploads.findNeeded(session, wanted)).to.deep.equal(new Set([whole]));
      });
    },
  },
  {
    title: 'an object is expected by open sessions and by those of Git LFS that are not being swept',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const [open, lfs] = [uniqueOid(), uniqueOid()];
      const wanted = [open, lfs, uniqueOid(), uniqueOid(), uniqueOid()];
      const sessions = [
        await storedSession(harness, { repositoryId }),
        await storedSession(harness, { repositoryId, kind: 'lfs' }),
        await storedSession(harness, { repositoryId, kind: 'lfs' }),
        await storedSession(harness, { repositoryId }),
        await storedSession(harness),
      ] as const;
      for (const [at, session] of sessions.entries()) await withObjects(harness, session, wanted.slice(at, at + 1));
      await commit(harness, async ({ uploads }) => {
        await uploads.expire(sessions[1].id, builtAt + 5000);
        await uploads.expire(sessions[2].id, builtAt + 5000);
        await uploads.beginSweep(sessions[2].id);
        await uploads.finalize(sessions[3].id, builtAt);
      });
      const expected = await ask(harness, ({ uploads }) => uploads.findExpected(repositoryId, [...wanted, uniqueOid()]));
      expect(expected).to.deep.equal(new Set([open, lfs]));
    },
  },
  {
    title:
      'an object is forgotten by the unswept sessions of Git LFS of its repository that hold nothing back for it, and by no others',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const [oid, bystander] = [uniqueOid(), uniqueOid()];
      const forgets = await storedSession(harness, { repositoryId, kind: 'lfs' });
      const holds = await storedSession(harness, { repositoryId, kind: 'lfs' });
      const ofClient = await storedSession(harness, { repositoryId });
      const elsewhere = await storedSession(harness, { kind: 'lfs' });
      const swept = await storedSession(harness, { repositoryId, kind: 'lfs' });
      for (const session of [forgets, ofClient, elsewhere, swept]) await withObjects(harness, session, [oid, bystander], 0);
      await withObjects(harness, holds, [oid, bystander]);
      await commit(harness, async ({ uploads }) => {
        await uploads.expire(swept.id, builtAt);
        await uploads.markSwept(swept.id);
        await uploads.forgetObject(repositoryId, oid);
      });
      await ask(harness, async ({ uploads }) => {
        for (const session of [forgets, holds, ofClient, elsewhere, swept]) {
          const isForgotten = session === forgets;
          expect((await uploads.findObject(session.id, oid)) === undefined).to.equal(isForgotten);
          expect(await uploads.findObject(session.id, bystander)).to.not.equal(undefined);
          expect(await uploads.countObjects(session.id)).to.equal(isForgotten ? 1 : 2);
        }
      });
      expect(await commit(harness, ({ uploads }) => uploads.addObjects(forgets.id, [anUploadObject({ oid })]))).to.deep.equal([
        oid,
      ]);
    },
  },
];
