import { type OrganizationId, type RepositoryId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, slug, uniqueId } from './builders.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedOrganization, storedRepository, storedUser } from './stored.js';

export const accessCases: readonly UnitOfWorkCase[] = [
  {
    title: 'access to a repository tells role, override, visibility, plan and namespace in one look-up',
    run: async (harness) => {
      const organization = await storedOrganization(harness, { planId: 'team' });
      const repository = await storedRepository(harness, { organizationId: organization.id, visibility: 'INTERNAL' });
      const other = await storedRepository(harness, { organizationId: organization.id });
      const [member, outsider] = [await storedUser(harness), await storedUser(harness)];
      await commit(harness, async (records) => {
        const { id: organizationId } = organization;
        await records.organizations.putMembership({ organizationId, userId: member.id, role: 'DEVELOPER', joinedAt: builtAt });
        const override = { repositoryId: repository.id, level: 'ADMIN', isSetByOwner: true, createdAt: builtAt } as const;
        await records.repositories.putMember({ ...override, userId: outsider.id });
        await records.repositories.putMember({ ...override, repositoryId: other.id, userId: member.id });
      });
      const facts = {
        repositoryId: repository.id,
        organizationId: organization.id,
        visibility: 'INTERNAL',
        namespace: repository.namespace,
        planId: 'team',
      };
      await ask(harness, async ({ access }) => {
        const ofMember = await access.ofRepository(member.id, repository.id);
        expect(ofMember).to.deep.equal({ ...facts, role: 'DEVELOPER', override: undefined, isOverrideSetByOwner: false });
        const ofOutsider = await access.ofRepository(outsider.id, repository.id);
        expect(ofOutsider).to.deep.equal({ ...facts, role: undefined, override: 'ADMIN', isOverrideSetByOwner: true });
        expect(await access.ofRepository(member.id, trusted<RepositoryId>(uniqueId()))).to.equal(undefined);
      });
    },
  },
  {
    title: 'access to a repository follows every change at once',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const { id: repositoryId, organizationId } = repository;
      const { id: userId } = await storedUser(harness);
      const look = () => ask(harness, (queries) => queries.access.ofRepository(userId, repositoryId));
      await commit(harness, (records) =>
        records.organizations.putMembership({ organizationId, userId, role: 'OWNER', joinedAt: builtAt }),
      );
      expect((await look())?.role).to.equal('OWNER');
      await commit(harness, (records) => records.organizations.removeMembership(organizationId, userId));
      expect((await look())?.role).to.equal(undefined);
      await commit(harness, (records) => records.repositories.update({ ...repository, visibility: 'PUBLIC' }));
      expect((await look())?.visibility).to.equal('PUBLIC');
      await commit(harness, (records) => records.repositories.remove(repositoryId));
      expect(await look()).to.equal(undefined);
    },
  },
  {
    title: 'a repository is found by its slug below that of its organization, and nowhere else',
    run: async (harness) => {
      const organizations = [
        await storedOrganization(harness, { slug: slug('weather') }),
        await storedOrganization(harness, { slug: slug('climate') }),
      ] as const;
      const repositories = await Promise.all(
        organizations.map(({ id: organizationId }) => storedRepository(harness, { organizationId, slug: slug('models') })),
      );
      await ask(harness, async ({ access }) => {
        expect(await access.findRepository(slug('weather'), slug('models'))).to.equal(repositories[0]?.id);
        expect(await access.findRepository(slug('climate'), slug('models'))).to.equal(repositories[1]?.id);
        expect(await access.findRepository(slug('climate'), slug('model'))).to.equal(undefined);
        expect(await access.findRepository(slug('models'), slug('weather'))).to.equal(undefined);
      });
    },
  },
  {
    title: 'access to an organization is found by id and by slug',
    run: async (harness) => {
      const organization = await storedOrganization(harness, { slug: slug('engines'), planId: 'developer', hasByosAddOn: true });
      const [member, outsider] = [await storedUser(harness), await storedUser(harness)];
      await commit(harness, (records) =>
        records.organizations.putMembership({
          organizationId: organization.id,
          userId: member.id,
          role: 'BILLING',
          joinedAt: builtAt,
        }),
      );
      await ask(harness, async ({ access }) => {
        for (const reference of [organization.id, organization.slug]) {
          expect(await access.ofOrganization(member.id, reference)).to.deep.equal({ organization, role: 'BILLING' });
          expect(await access.ofOrganization(outsider.id, reference)).to.deep.equal({ organization, role: undefined });
        }
        expect(await access.ofOrganization(member.id, slug('engine'))).to.equal(undefined);
        expect(await access.ofOrganization(member.id, trusted<OrganizationId>(uniqueId()))).to.equal(undefined);
      });
    },
  },
];
