import { nameKeyOf } from '../../model/artifacts/artifact.js';
import type { OrganizationOfUser } from '../../model/organizations/organization.js';
import { decideRepositoryAccess } from '../../model/permissions/decide-access.js';
import type { Repository } from '../../model/repository.js';
import type { SearchReach } from '../../model/search/search-reach.js';
import { relevance, wordsOfOrganization, wordsOfRepository } from '../../model/search/search-words.js';
import type { SearchQueries } from '../../ports/records/search-queries.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { ReadableTables } from '../tables.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Found<T> {
  readonly named: Named;
  readonly score: number | undefined;
  readonly item: T;
}

const best = <T>(found: readonly Found<T>[], limit: number): readonly T[] =>
  found
    .flatMap(({ score, ...rest }) => (score === undefined || score === 0 ? [] : [{ ...rest, score }]))
    .toSorted(
      (left, right) =>
        right.score - left.score || compareText(left.named.name, right.named.name) || compareText(left.named.id, right.named.id),
    )
    .slice(0, limit)
    .map(({ item }) => item);

export const searchQueries = (tables: ReadableTables): SearchQueries => {
  const isSeen = ({ id, organizationId, visibility }: Repository, reach: SearchReach): boolean => {
    if (reach.organizationId !== undefined && reach.organizationId !== organizationId) return false;
    if (reach.repositoryId !== undefined && reach.repositoryId !== id) return false;
    const role = tables.memberships.get(keyOf(organizationId, reach.userId))?.role;
    const member = tables.repositoryMembers.get(keyOf(id, reach.userId));
    if (role === undefined && member === undefined) return false;
    const { level: override, isSetByOwner: isOverrideSetByOwner = false } = member ?? {};
    const facts = { repositoryId: id, organizationId, visibility, role, override, isOverrideSetByOwner };
    return decideRepositoryAccess(facts, { kind: 'session' }).known;
  };
  const seenBy = (reach: SearchReach): readonly Repository[] =>
    tables.repositories.where((repository) => isSeen(repository, reach));

  return {
    organizations: async ({ userId, organizationId: only }, words, limit) => {
      const held = tables.memberships
        .where((membership) => membership.userId === userId && (only === undefined || membership.organizationId === only))
        .flatMap(({ organizationId, role }): Found<OrganizationOfUser>[] => {
          const organization = tables.organizations.get(organizationId);
          if (organization === undefined) return [];
          const score = relevance(words, wordsOfOrganization(organization));
          return [{ named: organization, score, item: { organization, role } }];
        });
      return best(held, limit);
    },
    repositories: async (reach, words, limit) => {
      const found = seenBy(reach).map((repository) => {
        const score = relevance(words, wordsOfRepository(repository));
        return { named: repository, score, item: repository };
      });
      return best(found, limit);
    },
    objects: async (reach, oidPrefix, limit) => {
      const seen = new Set(seenBy(reach).map(({ id }) => id));
      return tables.objects
        .where(({ repositoryId, object }) => seen.has(repositoryId) && object.oid.startsWith(oidPrefix))
        .map(({ repositoryId, object }) => ({ ...object, repositoryId }))
        .toSorted((left, right) => compareText(left.oid + left.repositoryId, right.oid + right.repositoryId))
        .slice(0, limit);
    },
    named: async (reach, nameKeyPart, limit) => {
      const seen = new Set(seenBy(reach).map(({ id }) => id));
      return tables.objects
        .where(({ repositoryId, object }) => seen.has(repositoryId) && nameKeyOf(object.name ?? '').includes(nameKeyPart))
        .toSorted(
          (left, right) =>
            right.registeredAt - left.registeredAt ||
            compareText(left.repositoryId + left.object.oid, right.repositoryId + right.object.oid),
        )
        .slice(0, limit)
        .map(({ repositoryId, object }) => ({ ...object, repositoryId }));
    },
  };
};
