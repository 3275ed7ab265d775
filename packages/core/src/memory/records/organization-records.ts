import { invariant } from '../../model/app-error.js';
import type { Member } from '../../model/organizations/member.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { Role } from '../../model/permissions/role.js';
import type { OrganizationQueries, OrganizationRecords } from '../../ports/records/organization-records.js';
import { compareText, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const organizationQueries = (tables: ReadableTables): OrganizationQueries => ({
  find: async (organizationId) => tables.organizations.get(organizationId),
  findBySlug: async (slug) => tables.organizations.where((organization) => organization.slug === slug)[0],
  listAll: async (page) =>
    pageByKey(
      tables.organizations.where(() => true),
      ({ slug }) => slug,
      page,
    ),
  listOfUser: async (userId, page, only) => {
    const held = tables.memberships
      .where((membership) => membership.userId === userId && (only === undefined || membership.organizationId === only))
      .flatMap(({ organizationId, role }): { organization: Organization; role: Role }[] => {
        const organization = tables.organizations.get(organizationId);
        return organization === undefined ? [] : [{ organization, role }];
      });
    return pageByKey(held, ({ organization }) => organization.slug, page);
  },
  findMembership: async (organizationId, userId) => tables.memberships.get(keyOf(organizationId, userId)),
  countRepositories: async (organizationId) =>
    tables.repositories.where((repository) => repository.organizationId === organizationId).length,
  countMembers: async (organizationId) =>
    tables.memberships.where((membership) => membership.organizationId === organizationId).length,
  listMembers: async (organizationId, page) => {
    const members = tables.memberships
      .where((membership) => membership.organizationId === organizationId)
      .flatMap((membership): Member[] => {
        const user = tables.users.get(membership.userId);
        return user === undefined ? [] : [{ ...membership, userName: user.name, email: user.email }];
      });
    return pageByKey(members, ({ userId }) => userId, page);
  },
});

export const organizationRecords = (tables: DraftTables): OrganizationRecords => {
  const isTaken = ({ id, slug }: Organization): boolean =>
    tables.organizations.where((other) => other.slug === slug && other.id !== id).length > 0;
  return {
    ...organizationQueries(tables),
    add: async (organization) => {
      invariant(tables.organizations.get(organization.id) === undefined, 'an organization id is used once');
      if (isTaken(organization)) return false;
      tables.organizations.put(organization.id, organization);
      const turn = { dueAt: 0, holder: undefined, attempts: 0, after: undefined };
      tables.conversionTurns.put(organization.id, { organizationId: organization.id, ...turn });
      tables.organizationUsages.put(organization.id, { usedBytes: 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
      return true;
    },
    update: async (organization) => {
      const { id, name, slug, planId, hasByosAddOn, deduplicate } = organization;
      const known = tables.organizations.get(id);
      if (known === undefined || isTaken(organization)) return false;
      tables.organizations.put(id, { ...known, name, slug, planId, hasByosAddOn, deduplicate });
      return true;
    },
    remove: async (organizationId) => {
      const isOfIt = (row: { readonly organizationId: string }): boolean => row.organizationId === organizationId;
      invariant(tables.repositories.where(isOfIt).length === 0, 'an organization is removed after its repositories');
      tables.memberships.removeWhere(isOfIt);
      tables.invitations.removeWhere(({ invitation }) => isOfIt(invitation));
      tables.tokens.removeWhere(({ token }) => isOfIt(token));
      tables.storageConnections.removeWhere(isOfIt);
      tables.storageGroups.removeWhere(isOfIt);
      for (const { webhook } of tables.webhooks.where((row) => isOfIt(row.webhook))) {
        tables.webhooks.remove(webhook.id);
        tables.deliveries.removeWhere(({ delivery }) => delivery.webhookId === webhook.id);
      }
      tables.notifications.removeWhere(isOfIt);
      tables.quotaLevels.remove(organizationId);
      tables.conversionTurns.remove(organizationId);
      tables.billingAccounts.removeWhere(isOfIt);
      tables.organizationUsages.remove(organizationId);
      tables.organizations.remove(organizationId);
    },
    // Transactions run one after the other, so it is held already.
    lock: async (organizationId) => tables.organizations.get(organizationId) !== undefined,
    hasOtherOwner: async (organizationId, userId) =>
      tables.memberships.where(
        ({ organizationId: of, role, userId: owner }) =>
          of === organizationId && role === 'OWNER' && owner !== userId && tables.users.get(owner)?.status === 'ACTIVE',
      ).length > 0,
    listOwners: async (organizationId) =>
      tables.memberships
        .where(({ organizationId: of, role }) => of === organizationId && role === 'OWNER')
        .map(({ userId }) => userId)
        .toSorted(compareText),
    countOwned: async (userId) => tables.memberships.where(({ userId: of, role }) => of === userId && role === 'OWNER').length,
    putMembership: async (membership) => {
      const { organizationId, userId } = membership;
      invariant(tables.organizations.get(organizationId) !== undefined, 'a membership belongs to an organization');
      invariant(tables.users.get(userId) !== undefined, 'a membership belongs to a user');
      const key = keyOf(organizationId, userId);
      tables.memberships.put(key, { ...membership, joinedAt: tables.memberships.get(key)?.joinedAt ?? membership.joinedAt });
    },
    removeMembership: async (organizationId, userId) => tables.memberships.remove(keyOf(organizationId, userId)),
  };
};
