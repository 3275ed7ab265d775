import { join } from 'node:path';
import type { Oid, Slug } from '@svc/core';
import { type OrganizationId, type RepositoryId, type StorageNamespace, trusted, type UserId } from '@svc/core/model';
import type { Records } from '@svc/core/ports';
import { openSqliteDatabase, type SqliteDatabase } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { Sqlite } from '../src/driver.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const oid = trusted<Oid>('ab'.repeat(32));
const organizationId = trusted<OrganizationId>('o');
const repositoryId = trusted<RepositoryId>('r');

const addVerification = async ({ organizations, repositories, tree }: Records): Promise<void> => {
  const both = { name: 'A', slug: trusted<Slug>('a'), createdAt: 0, deduplicate: undefined };
  await organizations.add({ ...both, id: organizationId, planId: 'free', hasByosAddOn: false });
  await repositories.add({
    ...both,
    id: repositoryId,
    organizationId,
    description: '',
    visibility: 'PRIVATE',
    storageMode: 'managed',
    storageConnectionId: undefined,
    storageGroupId: undefined,
    reclaimUnreachableAfterDays: undefined,
    namespace: trusted<StorageNamespace>('n'),
    generation: 0,
    updatedAt: 0,
  });
  const requestedBy = trusted<UserId>('u');
  await tree.addPendingVerification({ repositoryId, oid, sizeBytes: 1, name: undefined, requestedBy, requestedAt: 0 });
};

describe('verifications that a process of an earlier release has written down, without an organization', () => {
  let folder: TemporaryFolder;
  let database: SqliteDatabase;
  before(async () => {
    folder = await makeTemporaryFolder();
    const path = join(folder.path, 'svc.db');
    database = await openSqliteDatabase({ path });
    await commit(addVerification);
    const outside = new Sqlite(path);
    outside.exec('update pending_verifications set organization_id = null');
    outside.close();
  });
  after(async () => {
    await database.close();
    await folder.remove();
  });

  const commit = async <T>(work: (records: Records) => Promise<T>): Promise<T> => {
    const outcome = await database.unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)));
    if (outcome.isErr()) throw new Error('the database does not answer');
    return outcome.value;
  };

  it('are claimed beside busy organizations when no other is due, once they are due themselves', async () => {
    const busy = [{ organizationId: trusted<OrganizationId>('busy'), belowBytes: 0 }];
    const claim = (now: number) => commit(({ tree }) => tree.claimVerification('a', now, 9, { busy }));
    expect(await claim(-1)).to.equal(undefined);
    expect((await claim(1))?.oid).to.equal(oid);
    expect(await claim(1)).to.equal(undefined);
  });
});
