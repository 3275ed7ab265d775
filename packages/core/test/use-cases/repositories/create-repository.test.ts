import { expect } from 'chai';
import type { PlanId } from '../../../src/model/quotas/plan.js';
import { type StorageConnectionId, type StorageGroupId, trusted } from '../../../src/model/values/index.js';
import { refusedStorage } from '../../../src/use-cases/repositories/create-repository.js';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf } from '../../builders/world.js';

const setting = async (plan: PlanId = 'business') => {
  const world = createWorld(plan);
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  const grant = await organizationGrant(world, owner, organization.id, 'repositories.create');
  return { world, owner, organization, grant };
};

describe('createRepository', () => {
  it('fills in what is omitted', async () => {
    const { world, organization, grant } = await setting();
    const repository = valueOf(await world.application.repositories.create(grant, { name: 'Größe 2' }));
    expect(repository).to.deep.equal({
      id: repository.id,
      organizationId: organization.id,
      name: 'Größe 2',
      slug: 'gro-e-2',
      description: '',
      visibility: 'PRIVATE',
      storageMode: 'managed',
      storageConnectionId: undefined,
      storageGroupId: undefined,
      deduplicate: undefined,
      reclaimUnreachableAfterDays: undefined,
      namespace: `repositories/${repository.id}`,
      generation: 0,
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
    });
  });

  it('keeps what is given', async () => {
    const { world, grant } = await setting();
    const command = {
      name: 'Models',
      slug: slug('m'),
      description: 'Weights',
      visibility: 'PUBLIC',
      storageMode: 'managed',
    } as const;
    expect(valueOf(await world.application.repositories.create(grant, command))).to.include(command);
  });

  it('makes a slug of its own for a name without a usable letter', async () => {
    const { world, grant } = await setting();
    const repository = valueOf(await world.application.repositories.create(grant, { name: '模型' }));
    expect(repository.slug).to.equal(`repository-${repository.id.slice(0, 8)}`);
  });

  it('refuses a name that HTTP would refuse, and writes nothing', async () => {
    const { world, grant } = await setting();
    const trail = auditTrail(world);
    for (const name of ['', ' ', 'a\0', 'half \ud800']) {
      const refused = errorOf(await world.application.repositories.create(grant, { name }));
      expect(refused).to.deep.equal({ kind: 'bad_request', field: 'name', problem: 'malformed' });
    }
    expect(trail()).to.deep.equal([]);
  });

  it('is audited and told to subscribers in the same change', async () => {
    const { world, organization, grant } = await setting();
    const trail = auditTrail(world);
    const repository = valueOf(await world.application.repositories.create(grant, { name: 'Models' }));
    expect(trail()).to.deep.equal([`repository.create ${repository.id}`]);
    expect(world.unitOfWork.journal.domainEvents()).to.deep.equal([
      {
        type: 'repository.created',
        organizationId: organization.id,
        repositoryId: repository.id,
        occurredAt: world.clock.now(),
        data: { slug: 'models' },
      },
    ]);
  });

  it('makes a public one for OWNER and ADMIN, which is told, and any other for a DEVELOPER', async () => {
    const { world, organization, grant } = await setting();
    const developer = await world.addMember('developer@svc.test', 'acme', 'DEVELOPER');
    const develop = await organizationGrant(world, developer, organization.id, 'repositories.create');
    const refused = await world.application.repositories.create(develop, { name: 'Open', visibility: 'PUBLIC' });
    expect(errorOf(refused)).to.deep.equal({ kind: 'forbidden', reason: 'permission', permission: 'repository.admin' });
    valueOf(await world.application.repositories.create(develop, { name: 'Ours', visibility: 'INTERNAL' }));
    const trail = auditTrail(world);
    const { id } = valueOf(await world.application.repositories.create(grant, { name: 'Open', visibility: 'PUBLIC' }));
    expect(trail()).to.deep.equal([`repository.create ${id}`, `repository.publish ${id}`]);
  });

  it('refuses a slug that the organization has already, and writes nothing', async () => {
    const { world, grant } = await setting();
    valueOf(await world.application.repositories.create(grant, { name: 'Models' }));
    const trail = auditTrail(world);
    const refused = await world.application.repositories.create(grant, { name: 'models!' });
    expect(errorOf(refused)).to.deep.equal({ kind: 'conflict', reason: 'duplicate_slug' });
    expect(trail()).to.deep.equal([]);
    expect(world.unitOfWork.journal.domainEvents()).to.have.length(1);
  });

  it('lets two organizations use one slug', async () => {
    const { world, owner, grant } = await setting();
    const other = await createOrganization(world, owner, 'Other');
    const otherGrant = await organizationGrant(world, owner, other.id, 'repositories.create');
    for (const each of [grant, otherGrant]) {
      expect(valueOf(await world.application.repositories.create(each, { name: 'Models' })).slug).to.equal('models');
    }
  });

  it('lets one of two creations of a slug at the same time through', async () => {
    const { world, grant } = await setting();
    const answers = await Promise.all([1, 2].map(() => world.application.repositories.create(grant, { name: 'Models' })));
    expect(answers.filter((answer) => answer.isOk())).to.have.length(1);
  });

  it('gives out exactly the places of the plan to 200 requests at the same time', async () => {
    const { world, owner, organization, grant } = await setting('developer');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => world.application.repositories.create(grant, { name: `r${at}` })),
    );
    expect(answers.filter((answer) => answer.isOk())).to.have.length(10);
    for (const answer of answers.filter((each) => each.isErr())) {
      expect(errorOf(answer)).to.deep.equal({ kind: 'quota_exceeded', reason: 'max_repositories', limit: 10, current: 10 });
    }
    const listing = await organizationGrant(world, owner, organization.id, 'repositories.read');
    expect(valueOf(await world.application.repositories.list(listing, { limit: 100 })).items).to.have.length(10);
  });

  it('names the taken slug rather than the full plan to a client that repeats a request', async () => {
    const { world, grant } = await setting('free');
    valueOf(await world.application.repositories.create(grant, { name: 'Models' }));
    const repeated = await world.application.repositories.create(grant, { name: 'Models' });
    expect(errorOf(repeated)).to.include({ kind: 'conflict' });
    const another = await world.application.repositories.create(grant, { name: 'Others' });
    expect(errorOf(another)).to.deep.equal({ kind: 'quota_exceeded', reason: 'max_repositories', limit: 1, current: 1 });
  });

  it('gives the place of a deleted repository to the next one', async () => {
    const { world, owner, grant } = await setting('free');
    const { id } = valueOf(await world.application.repositories.create(grant, { name: 'Models' }));
    valueOf(await world.application.repositories.remove(await world.grant(owner, id, 'repository.admin')));
    valueOf(await world.application.repositories.create(grant, { name: 'Models' }));
  });

  it("refuses storage of the customer's own where there is none", async () => {
    const { world, grant } = await setting('free');
    const refused = await world.application.repositories.create(grant, { name: 'Models', storageMode: 'byos' });
    expect(errorOf(refused)).to.deep.equal({ kind: 'bad_request', field: 'storage_mode', problem: 'unsupported' });
  });

  it('finds no organization that was removed meanwhile', async () => {
    const { world, owner, organization, grant } = await setting();
    const removal = await organizationGrant(world, owner, organization.id, 'organization.delete');
    valueOf(await world.application.organizations.remove(removal));
    const created = await world.application.repositories.create(grant, { name: 'Models' });
    expect(errorOf(created)).to.deep.equal({ kind: 'not_found' });
  });
});

describe('refusedStorage', () => {
  const storageConnectionId = trusted<StorageConnectionId>('00000000-0000-4000-8000-00000000000c');
  const storageGroupId = trusted<StorageGroupId>('00000000-0000-4000-8000-00000000000d');
  const byos = { name: 'x', storageMode: 'byos' } as const;
  const without = { offersByos: false, connection: undefined, group: undefined };
  const offered = { offersByos: true, connection: undefined, group: undefined };

  it('refuses nothing of managed storage, which is the default', () => {
    expect(refusedStorage(without, { name: 'x' })).to.equal(undefined);
    expect(refusedStorage(offered, { name: 'x', storageMode: 'managed' })).to.equal(undefined);
  });

  it('refuses a connection for managed storage', () => {
    const contradiction = { kind: 'bad_request', field: 'storage_connection_id', problem: 'contradictory' };
    expect(refusedStorage(offered, { name: 'x', storageConnectionId })).to.deep.equal(contradiction);
  });

  it('refuses byos where it is not offered, without a connection, and with one that does not exist', () => {
    expect(refusedStorage(without, { ...byos, storageConnectionId })).to.include({
      field: 'storage_mode',
      problem: 'unsupported',
    });
    expect(refusedStorage(offered, byos)).to.include({ field: 'storage_connection_id', problem: 'missing' });
    expect(refusedStorage(offered, { ...byos, storageConnectionId })).to.include({
      field: 'storage_connection_id',
      problem: 'unknown',
    });
  });

  it('refuses a group that does not exist', () => {
    expect(refusedStorage(offered, { name: 'x', storageGroupId })).to.include({
      field: 'storage_group_id',
      problem: 'unknown',
    });
  });
});
