import { isOid, type Oid, type Slug } from '@svc/core';
import {
  type CondemnedFile,
  manifestPath,
  objectKey,
  type OrganizationId,
  packPath,
  type PackName,
  type RepositoryId,
  type StorageNamespace,
  type StoredObject,
  treeKey,
  type TreePath,
  trusted,
  type UserId,
} from '@svc/core/model';
import type { Records } from '@svc/core/ports';
import { type BackupBlob, openBackupDatabase, openSqliteDatabase } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { join } from 'node:path';
import { aUser } from './rigs/user.js';
import { makeTemporaryFolder } from './temporary-folder.js';

const organizationId = trusted<OrganizationId>('00000000-0000-4000-8000-0000000000aa');
const repositoryId = trusted<RepositoryId>('00000000-0000-4000-8000-0000000000bb');
const namespace = trusted<StorageNamespace>(`repositories/${repositoryId}`);
const removal = { removedAt: 5, removedBy: trusted<UserId>(aUser.id), dueAt: 9 };

const oidOf = (digit: string): Oid => {
  const oid = digit.repeat(64);
  return isOid(oid) ? oid : expect.fail('64 hex digits are an oid');
};

const anObject = (digit: string, layout: StoredObject['layout'] = 'whole'): StoredObject => ({
  oid: oidOf(digit),
  sizeBytes: 10,
  physicalBytes: 10,
  layout,
  name: undefined,
  type: 'other',
  uploadedBy: aUser.id,
  createdAt: 1,
});

const packOf = (digit: string): TreePath => packPath(trusted<PackName>(digit.repeat(64)));

const condemned = (path: TreePath, state: CondemnedFile['state']): CondemnedFile => ({
  path,
  sizeBytes: 700,
  state,
  seenAt: 1,
  quarantinedAt: 2,
  dueAt: 3,
  holder: undefined,
  removedAt: undefined,
});

/** The blobs that a database knows of in whose repository this was written. */
const blobsOf = async (write: (records: Records) => Promise<void>): Promise<readonly BackupBlob[]> => {
  const folder = await makeTemporaryFolder();
  const path = join(folder.path, 'svc.db');
  const { unitOfWork, close } = await openSqliteDatabase({ path });
  const written = await unitOfWork.transact(async (records) => {
    await records.users.add(aUser);
    await records.organizations.add({
      id: organizationId,
      name: 'Engines',
      slug: trusted<Slug>('engines'),
      planId: 'free',
      hasByosAddOn: false,
      deduplicate: undefined,
      createdAt: 1,
    });
    await records.repositories.add({
      id: repositoryId,
      organizationId,
      name: 'Engine',
      slug: trusted<Slug>('engine'),
      description: '',
      visibility: 'PRIVATE',
      storageMode: 'managed',
      storageConnectionId: undefined,
      storageGroupId: undefined,
      deduplicate: undefined,
      reclaimUnreachableAfterDays: undefined,
      namespace,
      generation: 0,
      createdAt: 1,
      updatedAt: 1,
    });
    await write(records);
    return ok();
  });
  expect(written.isOk()).to.equal(true);
  await close();

  const backup = await openBackupDatabase(path);
  const blobs = [];
  for await (const slice of backup.blobs()) blobs.push(...slice);
  backup.close();
  await folder.remove();
  return blobs;
};

describe('the database of a back-up', () => {
  it('knows of every blob that is there, needs those that can be served or brought back, and none that is being deleted', async () => {
    const blobs = await blobsOf(async (records) => {
      await records.objects.add(repositoryId, [anObject('1'), anObject('2'), anObject('3'), anObject('4', 'chunks')]);
      const put = await records.quarantine.put(repositoryId, [oidOf('2'), oidOf('3')], removal);
      const last = put.find(({ object }) => object.oid === oidOf('3')) ?? expect.fail('it is in quarantine');
      await records.quarantine.update(last, { state: 'deleting', dueAt: 10 });
      for (const digit of ['a', 'b', 'c', 'd']) {
        const state = digit === 'd' ? 'receiving' : 'stored';
        await records.tree.putFile(repositoryId, { path: packOf(digit), sizeBytes: 700, state, receivers: 0, changedAt: 1 });
      }
      await records.condemned.put(repositoryId, [condemned(packOf('b'), 'quarantined'), condemned(packOf('c'), 'deleting')]);
    });
    expect(new Map(blobs.map(({ key, isNeeded }) => [key, isNeeded]))).to.deep.equal(
      new Map([
        [objectKey(namespace, oidOf('1')), true],
        [objectKey(namespace, oidOf('2')), true],
        [treeKey(namespace, packOf('a')), true],
        [treeKey(namespace, packOf('b')), true],
        [treeKey(namespace, packOf('c')), false],
        [treeKey(namespace, packOf('d')), false],
      ]),
    );
  });

  it('tells a manifest that is frozen from every file whose path only looks like it', async () => {
    const oid = oidOf('f');
    const similar = [`Assets/${oid}/manifest.json`, `assets/${oid.toUpperCase()}/manifest.json`, `assets/${oid}/a/manifest.json`];
    const paths = [manifestPath(oid), ...similar.map((path) => trusted<TreePath>(path))];
    const blobs = await blobsOf(async ({ objects, tree }) => {
      await objects.add(repositoryId, [anObject('f', 'chunks')]);
      await tree.setManifest(repositoryId, oid, '7'.repeat(64), 1);
      for (const path of paths) {
        await tree.putFile(repositoryId, { path, sizeBytes: 700, state: 'stored', receivers: 0, changedAt: 1 });
      }
    });
    const digests = new Map(blobs.map(({ key, digest }) => [key, digest?.hex]));
    expect(paths.map((path) => digests.get(treeKey(namespace, path)))).to.deep.equal([
      '7'.repeat(64),
      ...similar.map(() => undefined),
    ]);
  });
});
