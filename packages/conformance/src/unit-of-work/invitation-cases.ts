import { type InvitationId, type NewInvitation, type OrganizationId, type PageRequest, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueHash, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedInvitation } from './invitation-builders.js';
import { storedOrganization, storedRepository, storedUser } from './stored.js';

const find = (harness: UnitOfWorkHarness, id: InvitationId) => ask(harness, (queries) => queries.invitations.find(id));

const newestFirst = (left: NewInvitation, right: NewInvitation): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1);

const ages = [0, 1, 1, 1, 2, 1000, builtAt];

export const invitationCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an invitation comes back as it was added, with the names of its inviter and of where it leads',
    run: async (harness) => {
      const inviter = await storedUser(harness, { name: 'Grace' });
      const organization = await storedOrganization(harness, { name: 'Compilers' });
      const repository = await storedRepository(harness, { organizationId: organization.id, name: 'Front end' });
      const place = { organizationId: organization.id, invitedBy: inviter.id };
      const names = {
        inviterName: 'Grace',
        organization: { name: 'Compilers', slug: organization.slug },
        accepted: undefined,
      };
      const toOrganization = await storedInvitation(harness, {
        ...place,
        invitationGrant: { kind: 'organization', role: 'OWNER' },
      });
      const toRepository = await storedInvitation(harness, {
        ...place,
        invitationGrant: { kind: 'repository', repositoryId: repository.id, level: 'MAINTAIN' },
      });
      const expected = [
        { ...toOrganization.invitation, ...names, repository: undefined },
        { ...toRepository.invitation, ...names, repository: { name: 'Front end', slug: repository.slug } },
      ];
      for (const [index, { invitation, secretSha256 }] of [toOrganization, toRepository].entries()) {
        expect(await find(harness, invitation.id)).to.deep.equal(expected[index]);
        const bySecret = await ask(harness, (queries) => queries.invitations.findBySecret(secretSha256));
        expect(bySecret).to.deep.equal(expected[index]);
      }
      await ask(harness, async ({ invitations }) => {
        expect(await invitations.find(trusted<InvitationId>(uniqueId()))).to.equal(undefined);
        expect(await invitations.findBySecret(uniqueHash())).to.equal(undefined);
      });
    },
  },
  {
    title: 'those of an organization and those of its repositories are listed apart, newest first, without the accepted ones',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: otherRepositoryId } = await storedRepository(harness, { organizationId });
      const { id: invitedBy } = await storedUser(harness);
      const place = { organizationId, invitedBy };
      const invitationGrant = { kind: 'repository', repositoryId, level: 'READ' } as const;
      const [ofOrganization, ofRepository]: [NewInvitation[], NewInvitation[]] = [[], []];
      for (const age of ages) {
        const at = { ...place, createdAt: builtAt - age };
        ofOrganization.push((await storedInvitation(harness, at)).invitation);
        ofRepository.push((await storedInvitation(harness, { ...at, invitationGrant })).invitation);
      }
      for (const part of [place, { ...place, invitationGrant }]) {
        const { invitation } = await storedInvitation(harness, part);
        await commit(harness, (records) => records.invitations.accept(invitation.id, invitedBy, builtAt));
      }
      await storedInvitation(harness, { ...place, invitationGrant: { ...invitationGrant, repositoryId: otherRepositoryId } });
      await storedInvitation(harness);
      const named = async (invitations: readonly NewInvitation[]) =>
        Promise.all(invitations.toSorted(newestFirst).map(({ id }) => find(harness, id)));
      await expectPaging(
        (page) => ask(harness, (queries) => queries.invitations.listOfOrganization(organizationId, page)),
        await named(ofOrganization),
      );
      await expectPaging(
        (page) => ask(harness, (queries) => queries.invitations.listOfRepository(repositoryId, page)),
        await named(ofRepository),
      );
    },
  },
  {
    title: 'those that wait for an address are listed from all organizations, newest first, until they end or are accepted',
    run: async (harness) => {
      const email = `${uniqueId()}@example.org`;
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: userId } = await storedUser(harness);
      const invitationGrant = { kind: 'repository', repositoryId, level: 'ADMIN' } as const;
      const waiting = [(await storedInvitation(harness, { email, organizationId, invitationGrant })).invitation];
      for (const age of ages) {
        const part = { email, createdAt: builtAt - age, expiresAt: builtAt + 11 };
        waiting.push((await storedInvitation(harness, part)).invitation);
      }
      await storedInvitation(harness, { email, expiresAt: builtAt + 10 });
      await storedInvitation(harness);
      const { invitation: accepted } = await storedInvitation(harness, { email });
      await commit(harness, (records) => records.invitations.accept(accepted.id, userId, builtAt));
      const named = await Promise.all(waiting.toSorted(newestFirst).map(({ id }) => find(harness, id)));
      const list = (now: number) => (page: PageRequest) =>
        ask(harness, (queries) => queries.invitations.listPendingOf(email, now, page));
      await expectPaging(list(builtAt + 10), named);
      expect((await list(builtAt + 11)({ limit: 100 })).items.map(({ id }) => id)).to.deep.equal([waiting[0]?.id]);
    },
  },
  {
    title: 'the open invitation of an address is found by the place that it leads to',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: invitedBy } = await storedUser(harness);
      const email = `${uniqueId()}@example.org`;
      const findOpen = async (place = repositoryId, address = email, organization = organizationId) => ({
        toOrganization: (await ask(harness, (queries) => queries.invitations.findOpen(organization, undefined, address)))?.id,
        toRepository: (await ask(harness, (queries) => queries.invitations.findOpen(organization, place, address)))?.id,
      });
      const nothing = { toOrganization: undefined, toRepository: undefined };
      expect(await findOpen()).to.deep.equal(nothing);
      const { invitation } = await storedInvitation(harness, { organizationId, invitedBy, email });
      expect(await findOpen()).to.deep.equal({ toOrganization: invitation.id, toRepository: undefined });
      const invitationGrant = { kind: 'repository', repositoryId, level: 'READ' } as const;
      const { invitation: other } = await storedInvitation(harness, { organizationId, invitedBy, email, invitationGrant });
      expect(await findOpen()).to.deep.equal({ toOrganization: invitation.id, toRepository: other.id });
      expect(await findOpen(repositoryId, `x${email}`)).to.deep.equal(nothing);
      const { id: otherOrganization } = await storedOrganization(harness);
      expect(await findOpen(repositoryId, email, otherOrganization)).to.deep.equal(nothing);
      await commit(harness, (records) => records.invitations.accept(invitation.id, invitedBy, builtAt));
      expect(await findOpen()).to.deep.equal({ toOrganization: undefined, toRepository: other.id });
    },
  },
  {
    title: 'the open invitations of an address to an organization and to its repositories are listed, newest first',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: invitedBy } = await storedUser(harness);
      const email = `${uniqueId()}@example.org`;
      const place = { organizationId, invitedBy, email };
      const invitationGrant = { kind: 'repository', repositoryId, level: 'READ' } as const;
      const open: NewInvitation[] = [];
      for (const age of ages) {
        const at = { ...place, createdAt: builtAt - age, ...(age > 1 && { invitationGrant }), expiresAt: builtAt };
        open.push((await storedInvitation(harness, at)).invitation);
      }
      for (const part of [place, { ...place, invitationGrant }]) {
        const { invitation } = await storedInvitation(harness, part);
        await commit(harness, (records) => records.invitations.accept(invitation.id, invitedBy, builtAt));
      }
      await storedInvitation(harness, { ...place, email: `x${email}` });
      await storedInvitation(harness, { email });
      const expected = await Promise.all(open.toSorted(newestFirst).map(({ id }) => find(harness, id)));
      const list = (of: OrganizationId) => ask(harness, (queries) => queries.invitations.listOpenTo(of, email));
      expect(await list(organizationId)).to.deep.equal(expected);
      expect(await list(trusted<OrganizationId>(uniqueId()))).to.deep.equal([]);
    },
  },
  {
    title: 'a new link takes the place of the one before, which leads nowhere from then on',
    run: async (harness) => {
      const { invitation, secretSha256 } = await storedInvitation(harness);
      const { id: invitedBy, name: inviterName } = await storedUser(harness, { name: 'Barbara' });
      const before = await find(harness, invitation.id);
      const link = { secretSha256: uniqueHash(), invitedBy, expiresAt: builtAt + 5000 };
      const renew = (id: InvitationId) => commit(harness, (records) => records.invitations.renew(id, link));
      expect(await renew(trusted<InvitationId>(uniqueId()))).to.equal(false);
      expect(await renew(invitation.id)).to.equal(true);
      const renewed = { ...before, invitedBy, inviterName, expiresAt: builtAt + 5000 };
      await ask(harness, async ({ invitations }) => {
        expect(await invitations.findBySecret(secretSha256)).to.equal(undefined);
        expect(await invitations.findBySecret(link.secretSha256)).to.deep.equal(renewed);
      });
      await commit(harness, (records) => records.invitations.accept(invitation.id, invitedBy, builtAt));
      expect(await renew(invitation.id), 'once accepted').to.equal(false);
    },
  },
  {
    title: 'of 20 who accept one invitation at once one does, and it stays theirs',
    run: async (harness) => {
      const { invitation, secretSha256 } = await storedInvitation(harness);
      const users = await together(20, () => storedUser(harness));
      const outcomes = await together(20, (index) =>
        commit(harness, (records) =>
          records.invitations.accept(invitation.id, users[index]?.id ?? expect.fail(), builtAt + index),
        ),
      );
      expect(outcomes.filter(Boolean)).to.have.length(1);
      const winner = outcomes.indexOf(true);
      const accepted = { by: users[winner]?.id, at: builtAt + winner };
      expect((await find(harness, invitation.id))?.accepted).to.deep.equal(accepted);
      const bySecret = await ask(harness, (queries) => queries.invitations.findBySecret(secretSha256));
      expect(bySecret?.accepted).to.deep.equal(accepted);
    },
  },
  {
    title: 'an invitation is revoked once, at the place that it leads to, while nobody has accepted it',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: otherId } = await storedOrganization(harness);
      const invitationGrant = { kind: 'repository', repositoryId, level: 'READ' } as const;
      const { invitation: toOrganization } = await storedInvitation(harness, { organizationId });
      const { invitation: toRepository } = await storedInvitation(harness, { organizationId, invitationGrant });
      const { invitation: accepted } = await storedInvitation(harness, { organizationId });
      await commit(harness, (records) => records.invitations.accept(accepted.id, accepted.invitedBy, builtAt));
      const revoke = (organization: OrganizationId, repository: typeof repositoryId | undefined, { id }: NewInvitation) =>
        commit(harness, (records) => records.invitations.revoke(organization, repository, id));
      expect(await revoke(otherId, undefined, toOrganization)).to.equal(false);
      expect(await revoke(organizationId, repositoryId, toOrganization)).to.equal(false);
      expect(await revoke(organizationId, undefined, toRepository)).to.equal(false);
      expect(await revoke(organizationId, undefined, accepted)).to.equal(false);
      expect(await revoke(organizationId, undefined, toOrganization)).to.equal(true);
      expect(await revoke(organizationId, undefined, toOrganization)).to.equal(false);
      expect(await revoke(organizationId, repositoryId, toRepository)).to.equal(true);
      expect(await find(harness, toOrganization.id)).to.equal(undefined);
      expect((await find(harness, accepted.id))?.id).to.equal(accepted.id);
    },
  },
  {
    title: 'invitations go with their repository and with their organization',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const invitationGrant = { kind: 'repository', repositoryId, level: 'READ' } as const;
      const { invitation: toRepository } = await storedInvitation(harness, { organizationId, invitationGrant });
      const { invitation: toOrganization } = await storedInvitation(harness, { organizationId });
      const { invitation: other } = await storedInvitation(harness);
      await commit(harness, (records) => records.repositories.remove(repositoryId));
      expect(await find(harness, toRepository.id)).to.equal(undefined);
      expect((await find(harness, toOrganization.id))?.id).to.equal(toOrganization.id);
      await commit(harness, (records) => records.organizations.remove(organizationId));
      expect(await find(harness, toOrganization.id)).to.equal(undefined);
      expect((await find(harness, other.id))?.id).to.equal(other.id);
    },
  },
  {
    title: 'mails are counted by address and by organization, newest first, and outlive both until they are forgotten',
    run: async (harness) => {
      const [{ id: organizationId }, { id: otherId }] = [await storedOrganization(harness), await storedOrganization(harness)];
      const email = `${uniqueId()}@example.org`;
      const send = (organization: OrganizationId, address: string, at: number) =>
        commit(harness, (records) => records.invitations.addMail({ organizationId: organization, email: address, at }));
      for (const at of [2, 1, 3, 3]) await send(organizationId, email, builtAt + at);
      await send(otherId, email, builtAt + 4);
      await send(organizationId, `x${email}`, builtAt + 5);
      await commit(harness, (records) => records.organizations.remove(organizationId));
      const mails = (since: number, limit: number, until = 99) => {
        const window = { since: builtAt + since, until: builtAt + until };
        return ask(harness, async ({ invitations }) => ({
          to: (await invitations.mailsTo(email, window, limit)).map((at) => at - builtAt),
          of: (await invitations.mailsOf(organizationId, window, limit)).map((at) => at - builtAt),
        }));
      };
      expect(await mails(0, 10)).to.deep.equal({ to: [4, 3, 3, 2, 1], of: [5, 3, 3, 2, 1] });
      expect(await mails(0, 2)).to.deep.equal({ to: [4, 3], of: [5, 3] });
      expect(await mails(3, 10)).to.deep.equal({ to: [4], of: [5] });
      expect(await mails(1, 2, 3)).to.deep.equal({ to: [3, 3], of: [3, 3] });
      await commit(harness, (records) => records.invitations.removeMailsBefore(builtAt + 3));
      expect(await mails(0, 10)).to.deep.equal({ to: [4, 3, 3], of: [5, 3, 3] });
      for (const at of [6, 7]) await send(organizationId, email, builtAt + at);
      expect(await mails(0, 10)).to.deep.equal({ to: [7, 6, 4, 3, 3], of: [7, 6, 5, 3, 3] });
    },
  },
];
