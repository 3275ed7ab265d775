import {
  type LedgerEntry,
  type OrganizationId,
  packPath,
  type RepositoryId,
  type TreePath,
  trusted,
  type UploadSessionId,
} from '@svc/core/model';
import type { Repository } from '@svc/core';
import { expect } from 'chai';
import { aLedgerEntry, anObject, anUploadObject, builtAt, oids, slug, uniqueHash, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedOrganization, storedRepository, storedSession, storedUser } from './stored.js';
import { aChunk, aPackName, aTreeFile } from './tree-builders.js';

const file = (path: string, sizeBytes = 1000) => aTreeFile({ path: trusted<TreePath>(path), sizeBytes });

/** What a function answers piece by piece. */
const inPieces = async <Item, Key>(
  list: (after: Key | undefined, limit: number) => Promise<readonly Item[]>,
  keyOf: (item: Item) => Key,
): Promise<readonly Item[]> => {
  const all: Item[] = [];
  for (let slice = await list(undefined, 2); slice.length > 0;) {
    expect(slice.length).to.be.at.most(2);
    all.push(...slice);
    const last = slice.at(-1);
    slice = await list(last && keyOf(last), 2);
  }
  return all;
};

const entryOf = ({ id, organizationId }: Repository, bytes: number, part: Partial<LedgerEntry> = {}): LedgerEntry =>
  aLedgerEntry(organizationId, { repositoryId: id, bytes, ...part });

export const integrityCases: readonly UnitOfWorkCase[] = [
  {
    title: 'all repositories are listed in pieces, by id, with their namespaces',
    run: async (harness) => {
      const made = [];
      for (let count = 0; count < 5; count += 1) made.push(await storedRepository(harness));
      const listed = await inPieces(
        (after: RepositoryId | undefined, limit) => ask(harness, ({ integrity }) => integrity.listRepositories(after, limit)),
        ({ id }) => id,
      );
      const expected = made.map(({ id, organizationId, namespace }) => ({ id, organizationId, namespace }));
      expect(listed).to.deep.equal(expected.sort((left, right) => (left.id < right.id ? -1 : 1)));
    },
  },
  {
    title: 'objects are listed in pieces, by oid, with layout and manifest, of their repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [first = uniqueOid(), second = uniqueOid(), third = uniqueOid()] = oids(3).sort();
      const manifestSha256 = uniqueHash();
      const objects = [
        anObject({ oid: third, sizeBytes: 3, layout: 'whole' }),
        anObject({ oid: first, sizeBytes: 1, layout: 'whole' }),
        anObject({ oid: second, sizeBytes: 2, layout: 'chunks' }),
      ];
      await commit(harness, async (records) => {
        await records.objects.add(id, objects);
        await records.objects.add(otherId, [anObject({ oid: uniqueOid() })]);
        await records.tree.setManifest(id, second, manifestSha256, 1);
      });
      const listed = await inPieces(
        (after: typeof first | undefined, limit) => ask(harness, ({ integrity }) => integrity.listObjects(id, after, limit)),
        ({ oid }) => oid,
      );
      expect(listed).to.deep.equal([
        { oid: first, sizeBytes: 1, layout: 'whole', manifestSha256: undefined },
        { oid: second, sizeBytes: 2, layout: 'chunks', manifestSha256 },
        { oid: third, sizeBytes: 3, layout: 'whole', manifestSha256: undefined },
      ]);
    },
  },
  {
    title: 'what is in quarantine is listed in pieces, by oid, with layout and manifest, unless it is being removed',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [whole = uniqueOid(), inChunks = uniqueOid(), deleting = uniqueOid(), converted = uniqueOid()] = oids(4).sort();
      const manifestSha256 = uniqueHash();
      const removal = { removedAt: builtAt, removedBy: undefined, dueAt: builtAt };
      await commit(harness, async ({ objects, quarantine, tree }) => {
        const removed = [
          anObject({ oid: whole, sizeBytes: 1, layout: 'whole' }),
          anObject({ oid: inChunks, sizeBytes: 2, layout: 'chunks' }),
          anObject({ oid: deleting, layout: 'whole' }),
        ];
        await objects.add(id, [...removed, anObject({ oid: uniqueOid() })]);
        await tree.setManifest(id, inChunks, manifestSha256, 1);
        const put = await quarantine.put(id, [whole, inChunks, deleting], removal);
        for (const one of put) if (one.object.oid === deleting) await quarantine.update(one, { state: 'deleting', dueAt: 1 });
        await quarantine.putConverted(id, anObject({ oid: converted, sizeBytes: 4, layout: 'whole' }), removal);
        await objects.add(otherId, [anObject({ oid: whole })]);
        await quarantine.put(otherId, [whole], removal);
      });
      const listed = await inPieces(
        (after: typeof whole | undefined, limit) => ask(harness, ({ integrity }) => integrity.listQuarantined(id, after, limit)),
        ({ oid }) => oid,
      );
      expect(listed).to.deep.equal([
        { oid: whole, sizeBytes: 1, layout: 'whole', manifestSha256: undefined, state: 'quarantined' },
        { oid: inChunks, sizeBytes: 2, layout: 'chunks', manifestSha256, state: 'quarantined' },
        { oid: converted, sizeBytes: 4, layout: 'whole', manifestSha256: undefined, state: 'converted' },
      ]);
    },
  },
  {
    title: 'files and verified packs are listed in pieces, and files are found by their paths',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const files = [file('Z'), file('a'), file('a/b'), file('b', 2)];
      const packs = [aPackName(), aPackName(), aPackName()].sort();
      await commit(harness, async ({ tree }) => {
        for (const one of [...files].reverse()) await tree.putFile(id, one);
        await tree.putFile(otherId, file('c'));
        for (const pack of [...packs].reverse()) await tree.addPack(id, pack, [], builtAt);
        await tree.addPack(otherId, aPackName(), [], builtAt);
      });
      const listedFiles = await inPieces(
        (after: TreePath | undefined, limit) => ask(harness, ({ integrity }) => integrity.listFiles(id, after, limit)),
        ({ path }) => path,
      );
      expect(listedFiles).to.deep.equal(files);
      const listedPacks = await inPieces(
        (after: (typeof packs)[number] | undefined, limit) =>
          ask(harness, ({ integrity }) => integrity.listPacks(id, after, limit)),
        (name) => name,
      );
      expect(listedPacks).to.deep.equal(packs);
    },
  },
  {
    title: 'packs of chunks that are not verified are told, each once',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [verified, other] = [aPackName(), aPackName()];
      const find = () => ask(harness, ({ integrity }) => integrity.listUnverifiedPacksOfChunks(id, 10));
      await commit(harness, ({ tree }) => tree.addPack(id, verified, [aChunk({ pack: verified })], builtAt));
      expect(await find()).to.deep.equal([]);
      await commit(harness, ({ tree }) =>
        tree.addPack(id, verified, [aChunk({ pack: other }), aChunk({ pack: other })], builtAt),
      );
      expect(await find()).to.deep.equal([other]);
    },
  },
  {
    title: 'counters that are what their rows come to are not told, and those that are not are told with both numbers',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const find = () => ask(harness, ({ integrity }) => integrity.miscountedOf(id));
      const manifest = uniqueHash();
      await commit(harness, async ({ objects, tree, usage }) => {
        await objects.add(id, [
          anObject({ oid: uniqueOid(), sizeBytes: 10, physicalBytes: 10, layout: 'whole' }),
          anObject({ oid: uniqueOid(), sizeBytes: 500, physicalBytes: 70, layout: 'chunks' }),
        ]);
        await tree.countFile(id, 10);
        await tree.countFile(id, 10);
        await tree.putFile(id, file(packPath(aPackName()), 70));
        await tree.putFile(id, file('Objects/readme', 5));
        await tree.putFile(id, file(`objects/manifests/${manifest}`, 30));
        await usage.countTree(id, 105);
      });
      expect(await find()).to.deep.equal([]);
      await commit(harness, async ({ tree, usage }) => {
        await usage.countTree(id, 1);
        await tree.countFile(id, 10);
      });
      expect(await find()).to.deep.equal([
        { counter: 'physical_bytes', kept: 116, counted: 115 },
        { counter: 'tree_file_count', kept: 3, counted: 2 },
      ]);
    },
  },
  {
    title: 'an account that is its ledger and what its repositories hold is not told, by mode, and another one is',
    run: async (harness) => {
      const managed = await storedRepository(harness);
      const { organizationId } = managed;
      const foreign = await storedRepository(harness);
      const find = (id: OrganizationId) => ask(harness, ({ integrity }) => integrity.unbalancedOf(id));
      await commit(harness, async ({ usage }) => {
        await usage.charge(entryOf(managed, 50));
        await usage.charge(entryOf(managed, -20));
        await usage.countTree(managed.id, 30);
        await usage.charge(entryOf(foreign, 7));
      });
      expect(await find(organizationId)).to.deep.equal([]);
      await commit(harness, ({ usage }) => usage.charge(entryOf(managed, 5, { storageMode: 'byos' })));
      expect(await find(organizationId)).to.deep.equal([
        { organizationId, storageMode: 'byos', accountBytes: 5, ledgerBytes: 5, repositoriesBytes: 0 },
      ]);
      expect(await find(foreign.organizationId)).to.deep.equal([
        { organizationId: foreign.organizationId, storageMode: 'managed', accountBytes: 7, ledgerBytes: 7, repositoriesBytes: 0 },
      ]);
    },
  },
  {
    title: 'an organization has an owner when one of its members is its OWNER',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id: userId } = await storedUser(harness);
      const hasOwner = () => ask(harness, ({ integrity }) => integrity.hasOwner(organizationId));
      const putMember = (role: 'ADMIN' | 'OWNER') =>
        commit(harness, ({ organizations }) => organizations.putMembership({ organizationId, userId, role, joinedAt: builtAt }));
      expect(await hasOwner()).to.equal(false);
      await putMember('ADMIN');
      expect(await hasOwner()).to.equal(false);
      await putMember('OWNER');
      expect(await hasOwner()).to.equal(true);
    },
  },
  {
    title:
      'whose bytes may lie in storage is known of repositories, of deleted ones, of whole objects and of sessions that were not swept',
    run: async (harness) => {
      const repository = await storedRepository(harness, { slug: slug('kept') });
      const { id, organizationId, namespace } = repository;
      const [deleted, unknown] = [trusted<RepositoryId>(uniqueId()), trusted<RepositoryId>(uniqueId())];
      const [whole = uniqueOid(), inChunks = uniqueOid(), staged = uniqueOid(), swept = uniqueOid()] = oids(4);
      const quarantined = uniqueOid();
      const session = await storedSession(harness, { repositoryId: id, organizationId, namespace });
      const over = await storedSession(harness, { repositoryId: id, organizationId, namespace });
      await commit(harness, async ({ objects, quarantine, repositories, uploads }) => {
        await repositories.addDeleted({
          repositoryId: deleted,
          organizationId,
          namespace: trusted(`repositories/${deleted}`),
          storageMode: 'managed',
          bytes: 0,
          deletedAt: builtAt,
          dueAt: builtAt,
          failingSince: undefined,
        });
        await objects.add(id, [anObject({ oid: whole, layout: 'whole' }), anObject({ oid: inChunks, layout: 'chunks' })]);
        await objects.add(id, [anObject({ oid: quarantined, layout: 'whole' })]);
        await quarantine.put(id, [quarantined], { removedAt: builtAt, removedBy: undefined, dueAt: builtAt });
        await uploads.addObjects(session.id, [anUploadObject({ oid: staged })]);
        await uploads.addObjects(over.id, [anUploadObject({ oid: swept })]);
        await uploads.expire(over.id, over.expiresAt);
        await uploads.beginSweep(over.id);
        await uploads.markSwept(over.id);
      });
      const found = await ask(harness, async ({ integrity }) => ({
        owners: await integrity.findOwners([id, deleted, unknown]),
        oids: await integrity.findWhole(id, [whole, quarantined, inChunks, staged, swept]),
        foreign: await integrity.findWhole(unknown, [whole, staged]),
        sessions: await integrity.findUnswept(id, [session.id, over.id, trusted<UploadSessionId>(uniqueId())]),
        foreignSessions: await integrity.findUnswept(unknown, [session.id]),
      }));
      expect(found).to.deep.equal({
        owners: new Map([
          [id, 'kept'],
          [deleted, 'deleted'],
        ]),
        oids: new Set([whole, quarantined, staged]),
        foreign: new Set(),
        sessions: new Set([session.id]),
        foreignSessions: new Set(),
      });
    },
  },
  {
    title: 'the position of reading through is the last one that was written',
    run: async (harness) => {
      const position = () => ask(harness, ({ integrity }) => integrity.scrubPosition());
      expect(await position()).to.equal(undefined);
      const repositoryId = trusted<RepositoryId>(uniqueId());
      const positions = [
        { beganAt: builtAt, last: undefined },
        { beganAt: builtAt, last: { repositoryId, of: { kind: 'file' as const, path: trusted<TreePath>('a/b') } } },
        { beganAt: builtAt, last: { repositoryId, of: { kind: 'object' as const, oid: uniqueOid() } } },
        { beganAt: builtAt + 1, last: { repositoryId, of: undefined } },
      ];
      for (const next of positions) {
        await commit(harness, ({ integrity }) => integrity.setScrubPosition(next));
        expect(await position()).to.deep.equal(next);
      }
    },
  },
];
