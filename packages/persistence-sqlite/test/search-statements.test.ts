import { join } from 'node:path';
import type { Oid, Slug } from '@svc/core';
import { type OrganizationId, type RepositoryId, type StorageNamespace, trusted, type UserId } from '@svc/core/model';
import type { Records } from '@svc/core/ports';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { type LoggedDatabase, openLoggedDatabase } from './rigs/logged-database.js';
import { aUser } from './rigs/user.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const guest = trusted<UserId>('00000000-0000-4000-8000-000000000002');

interface Shared {
  readonly organizations: number;
  /** In each of them, shared with the guest. */
  readonly repositories: number;
  /** Of the objects in the repository of this number; one object when absent. */
  readonly namesIn?: (repository: number) => readonly string[];
  readonly createdAt?: (organization: number) => number;
}

const share = async (
  records: Records,
  { organizations, repositories, namesIn = (at) => [`weights ${at}`], createdAt = () => 1 }: Shared,
): Promise<readonly OrganizationId[]> => {
  const ids = Array.from({ length: organizations }, (_, at) => trusted<OrganizationId>(`organization-${organizations}-${at}`));
  for (const [number, id] of ids.entries()) {
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
      const object = { sizeBytes: 1, physicalBytes: 1, layout: 'whole', type: 'other', uploadedBy: aUser.id } as const;
      const objects = namesIn(at).map((name, index) => ({
        ...object,
        oid: trusted<Oid>((at + index + 1).toString(16).padStart(64, '0')),
        name,
        createdAt: createdAt(number),
      }));
      await records.objects.add(repositoryId, objects);
    }
  }
  return ids;
};

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** How many rows of a JSON array came with a statement at most. */
const mostGiven = (statements: readonly Statement[]): number =>
  Math.max(
    ...statements.flatMap(({ parameters }) =>
      parameters.map((parameter): number => {
        const rows: unknown = typeof parameter === 'string' && parameter.startsWith('[') ? JSON.parse(parameter) : [];
        return Array.isArray(rows) ? rows.length : 0;
      }),
    ),
  );

/** In the statements that look at candidates. */
const confirmed = '"registered_us" = "given"."number"';

describe('a search by name', () => {
  let folder: TemporaryFolder;
  let database: LoggedDatabase;
  let statements: Statement[];
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    const tell = (text: string, parameters: readonly unknown[]) => void statements.push({ text, parameters });
    statements = [];
    database = await openLoggedDatabase(join(folder.path, 'svc.db'), tell);
    await transact(({ users }) => users.add(aUser));
    await transact(({ users }) => users.add({ ...aUser, id: guest, email: 'guest@example.org' }));
  });
  afterEach(async () => {
    await database.close();
    await folder.remove();
  });

  const transact = async <T>(work: (records: Records) => Promise<T>): Promise<T> =>
    (await database.unitOfWork.transact(async (records) => ok(await work(records))))._unsafeUnwrap();
  const index = async (ids: readonly OrganizationId[]): Promise<void> => {
    for (const id of ids) await transact(({ artifacts }) => artifacts.indexNames(id));
  };
  /** What is asked of the database for a search that finds so many. */
  const statementsOf = async (found: number): Promise<readonly Statement[]> => {
    statements = [];
    const reach = { userId: guest, organizationId: undefined, repositoryId: undefined };
    const artifacts = await database.unitOfWork.read(({ search }) => search.named(reach, 'weights', 50));
    expect(artifacts._unsafeUnwrap()).to.have.length(found);
    return statements;
  };

  it('asks the database not much more often for hundreds of shared repositories than for one', async () => {
    const one = await transact((records) => share(records, { organizations: 1, repositories: 1 }));
    const ofOne = (await statementsOf(1)).length;
    const many = await transact(async (records) => [
      ...(await share(records, { organizations: 100, repositories: 1 })),
      ...(await share(records, { organizations: 2, repositories: 100 })),
    ]);
    expect(await statementsOf(50), 'before their names are in the index').to.have.length(ofOne);
    await index([...one, ...many]);
    expect((await statementsOf(50)).length, 'when they are in it').to.be.within(ofOne, many.length / 4);
  });

  it('asks one statement for no more than some thousand candidates', async () => {
    // All that the index knows of the part is in these names, too.
    const namesIn = () => Array.from({ length: 300 }, (_, at) => `weigh eights ${at}`);
    await index(await transact((records) => share(records, { organizations: 25, repositories: 1, namesIn })));
    const confirming = (await statementsOf(0)).filter(({ text }) => text.includes(confirmed));
    expect(mostGiven(confirming)).to.be.within(1000, 2048);
  });

  it('looks at no names of organizations of which all are older than what others have', async () => {
    const namesIn = () => Array.from({ length: 60 }, (_, at) => `weights ${at}`);
    const createdAt = (number: number) => 1 + ((number * 7) % 300);
    await index(await transact((records) => share(records, { organizations: 150, repositories: 1, namesIn, createdAt })));
    const confirming = (await statementsOf(50)).filter(({ text }) => text.includes(confirmed));
    expect(confirming).to.have.lengthOf.below(6);
    expect(mostGiven(confirming)).to.be.below(500);
  });

  it('looks at the names of shared repositories alone where none is in the index', async () => {
    await transact((records) => share(records, { organizations: 2, repositories: 2 }));
    const plans = (await statementsOf(4))
      .filter(({ text }) => text.includes('name_key like'))
      .map(({ text, parameters }) => {
        const plan = database.connection.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
        return plan.all(...parameters).flatMap(({ detail }) => (/\bobjects\b/.test(detail) ? [detail] : []));
      });
    expect(plans).to.deep.equal([['SEARCH objects USING COVERING INDEX artifacts_of_repository_by_name (repository_id=?)']]);
  });
});
