import { expect } from 'chai';
import type { Caller } from '../../../src/model/permissions/caller.js';
import type { RepositoryVisibility } from '../../../src/model/repository.js';
import { changedRepository } from '../../../src/use-cases/repositories/update-repository.js';
import { auditTrail, createRepository } from '../../builders/organization-setting.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const grant = await world.grant(made.owner, made.repository.id, 'repository.update');
  return { world, ...made, grant };
};

describe('updateRepository', () => {
  it('changes what is given, leaves the rest and notes when', async () => {
    const { world, repository, grant } = await setting();
    world.clock.advance(1000);
    const updatedAt = world.clock.now();
    const described = valueOf(await world.application.repositories.update(grant, { description: 'Weights' }));
    expect(described).to.deep.equal({ ...repository, description: 'Weights', updatedAt });
    const rest = { name: 'Nets', slug: slug('nets'), visibility: 'INTERNAL' } as const;
    const changed = valueOf(await world.application.repositories.update(grant, rest));
    expect(changed).to.deep.equal({ ...described, ...rest });
    expect(valueOf(await world.application.repositories.get(grant))).to.deep.equal(changed);
  });

  it('refuses a name that HTTP would refuse, and leaves the repository as it is', async () => {
    const { world, repository, grant } = await setting();
    for (const name of ['', ' ', 'a\0', 'half \ud800']) {
      const refused = errorOf(await world.application.repositories.update(grant, { name }));
      expect(refused).to.deep.equal({ kind: 'bad_request', field: 'name', problem: 'malformed' });
    }
    expect(valueOf(await world.application.repositories.get(grant))).to.deep.equal(repository);
  });

  it('can empty a description', async () => {
    const { world, grant } = await setting();
    valueOf(await world.application.repositories.update(grant, { description: 'Weights' }));
    expect(valueOf(await world.application.repositories.update(grant, { description: '' })).description).to.equal('');
  });

  it('returns the repository unchanged, and leaves no trace, when nothing is to change', async () => {
    const { world, repository, grant } = await setting();
    const trail = auditTrail(world);
    world.clock.advance(1000);
    for (const command of [{}, { name: repository.name, visibility: repository.visibility }]) {
      expect(valueOf(await world.application.repositories.update(grant, command))).to.deep.equal(repository);
    }
    expect(trail()).to.deep.equal([]);
  });

  it('is audited', async () => {
    const { world, repository, grant } = await setting();
    const trail = auditTrail(world);
    valueOf(await world.application.repositories.update(grant, { visibility: 'PUBLIC' }));
    expect(trail()).to.deep.equal([`repository.update ${repository.id}`, `repository.publish ${repository.id}`]);
    valueOf(await world.application.repositories.update(grant, { visibility: 'INTERNAL' }));
    expect(trail()).to.deep.equal([`repository.update ${repository.id}`]);
  });

  it('makes a repository public for those alone who administer it, and tells the managers by a notification and a mail', async () => {
    const { world, owner, repository } = await setting();
    const developer = await world.addMember('developer@acme.test', 'acme', 'DEVELOPER');
    const admin = await world.addMember('admin@acme.test', 'acme', 'ADMIN');
    const update = async (caller: Caller, visibility: RepositoryVisibility) =>
      world.application.repositories.update(await world.grant(caller, repository.id, 'repository.update'), { visibility });
    expect(errorOf(await update(developer, 'PUBLIC'))).to.deep.equal({
      kind: 'forbidden',
      reason: 'permission',
      permission: 'repository.admin',
    });
    valueOf(await update(developer, 'INTERNAL'));
    valueOf(await update(admin, 'PUBLIC'));
    for (const manager of [owner, admin]) {
      const { items } = valueOf(
        await world.application.notifications.list(world.application.authorize.signedIn(manager), {}, { limit: 9 }),
      );
      expect(items.map(({ type, data }) => ({ type, data }))).to.deep.equal([
        {
          type: 'repository.published',
          data: { repository_id: repository.id, repository_slug: 'models', actor_name: 'admin' },
        },
      ]);
    }
    // Already public: nothing is made public any more.
    valueOf(
      await world.application.repositories.update(await world.grant(developer, repository.id, 'repository.update'), {
        name: 'New',
        visibility: 'PUBLIC',
      }),
    );
  });

  it('leaves one mail to each manager waiting, however often a repository is made public', async () => {
    const { world, grant } = await setting();
    const { repositories, mails } = world.application;
    for (let times = 0; times < 5; times += 1) {
      for (const visibility of ['PUBLIC', 'PRIVATE'] as const) {
        valueOf(await repositories.update(grant, { visibility, slug: slug(`models-${times}`) }));
      }
    }
    while (valueOf(await mails.sendNext()));
    expect(world.mailer.sent.map(({ text }) => /models-\d/.exec(text)?.[0])).to.deep.equal(['models-4']);
  });

  it('loses no generation to a push since the repository was read', async () => {
    const { world, push, grant } = await setting();
    await pushTexts(world, push, 'one');
    expect(valueOf(await world.application.repositories.update(grant, { name: 'New' })).generation).to.equal(1);
  });

  it('loses neither of two changes at the same time', async () => {
    const { world, grant } = await setting();
    const commands = [{ name: 'New' }, { description: 'Weights' }];
    const answers = await Promise.all(commands.map((command) => world.application.repositories.update(grant, command)));
    for (const answer of answers) valueOf(answer);
    expect(valueOf(await world.application.repositories.get(grant))).to.include({ name: 'New', description: 'Weights' });
  });

  it('refuses a slug that the organization has already', async () => {
    const { world, owner, organization, grant } = await setting();
    await createRepository(world, owner, organization.id, { name: 'Other' });
    const refused = await world.application.repositories.update(grant, { slug: slug('other') });
    expect(errorOf(refused)).to.deep.equal({ kind: 'conflict', reason: 'duplicate_slug' });
  });

  it('finds no repository that was removed meanwhile', async () => {
    const { world, owner, repository, grant } = await setting();
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    expect(errorOf(await world.application.repositories.update(grant, { name: 'New' }))).to.deep.equal({ kind: 'not_found' });
  });
});

describe('changedRepository', () => {
  it('is undefined for every change to what is there already', async () => {
    const { repository } = await setting();
    const { name, slug: same, description, visibility } = repository;
    expect(changedRepository(repository, {}, 1)).to.equal(undefined);
    expect(changedRepository(repository, { name, slug: same, description, visibility }, 1)).to.equal(undefined);
  });
});
