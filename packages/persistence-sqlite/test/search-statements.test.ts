import { join } from 'node:path';
import type { Oid, Slug } from '@svc/core';
import { type OrganizationId, type RepositoryId, type StorageNamespace, trusted, type UserId } from '@svc/core/model';
import type { Records } from '@svc/core/ports';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { openLoggedDatabase } from './rigs/logged-database.js';
import { aUser } from './rigs/user.js';
import { makeTemporaryFolder } from './temporary-folder.js';

const guest = trusted<UserId>('00000000-0000-4000-8000-000000000002');

/** In each organization so many repositories that are shared with the guest, with an object each. */
const share = async (records: Records, organizations: number, repositories: number): Promise<readonly OrganizationId[]> => {
  const ids = Array.from({ length: organizations }, (_, at) => trusted<OrganizationId>(`organization-${organizations}-${at}`));
  for (const id of ids) {
    const slug = trusted<Slug>(id);
    await records.organizations.add({
      id,
      slug,
      name: id,
      planId: 'free',
      hasByosAddOn: false,
      deduplicate: undefined,
      createdAt: 1,
    });
    for (let at = 0; at < repositories; at += 1) {
      const repositoryId = trusted<RepositoryId>(`${at}${id}`);
      await records.repositories.add({
        id: repositoryId,
        organizationId: id,
        name: 'Engine',
        slug: trusted<Slug>(`engine-${at}`),
        description: '',
        visibility: 'PRIVATE',
        storageMode: 'managed',
        storageConnectionId: undefined,
        storageGroupId: undefined,
        deduplicate: undefined,
        reclaimUnreachableAfterDays: undefined,
        namespace: trusted<StorageNamespace>(`repositories/${repositoryId}`),
        generation: 0,
        createdAt: 1,
        updatedAt: 1,
      });
      await records.repositories.putMember({ repositoryId, userId: guest, level: 'READ', isSetByOwner: false, createdAt: 1 });
      const oid = trusted<Oid>((at + 1).toString(16).padStart(64, '0'));
      const object = { oid, sizeBytes: 1, physicalBytes: 1, layout: 'whole', type: 'other', uploadedBy: aUser.id } as const;
      await records.objects.add(repositoryId, [{ ...object, name: `weights ${at}`, createdAt: 1 }]);
    }
  }
  return ids;
};

describe('a search by name', () => {
  it('asks the database as often for hundreds of shared repositories as for one', async () => {
    const folder = await makeTemporaryFolder();
    let statements = 0;
    const { unitOfWork, close } = await openLoggedDatabase(join(folder.path, 'svc.db'), () => void (statements += 1));
    const transact = async <T>(work: (records: Records) => Promise<T>): Promise<T> =>
      (await unitOfWork.transact(async (records) => ok(await work(records))))._unsafeUnwrap();
    const countOf = async (found: number): Promise<number> => {
      statements = 0;
      const reach = { userId: guest, organizationId: undefined, repositoryId: undefined };
      const artifacts = await unitOfWork.read(({ search }) => search.named(reach, 'weights', 50));
      expect(artifacts._unsafeUnwrap()).to.have.length(found);
      return statements;
    };
    await transact(({ users }) => users.add(aUser));
    await transact(({ users }) => users.add({ ...aUser, id: guest, email: 'guest@example.org' }));

    const one = await transact((records) => share(records, 1, 1));
    const ofOne = await countOf(1);
    const many = await transact(async (records) => [...(await share(records, 100, 1)), ...(await share(records, 2, 100))]);
    expect(await countOf(50), 'before their names are in the index').to.equal(ofOne);
    for (const id of [...one, ...many]) await transact(({ artifacts }) => artifacts.indexNames(id));
    expect(await countOf(50), 'when they are in it').to.be.within(ofOne, 2 * ofOne);
    await close();
    await folder.remove();
  });
});
