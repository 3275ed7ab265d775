import type { ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import { visibleOrganizations } from '../../access/visible-organizations.js';
import { invariant, type Unavailable } from '../../model/app-error.js';
import type { OrganizationOfUser } from '../../model/organizations/organization.js';
import type { User } from '../../model/users/user.js';
import { maxPageLimit, type OrganizationId, type UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';

export interface Me {
  readonly user: User;
  /** By slug, at most `maxOrganizationsOfMe`; the list of organizations pages through all of them. */
  readonly organizations: readonly OrganizationOfUser[];
}

export const maxOrganizationsOfMe = 1000;

const organizationsOf = async (queries: Queries, userId: UserId, only?: OrganizationId): Promise<OrganizationOfUser[]> => {
  const organizations: OrganizationOfUser[] = [];
  let cursor: string | undefined;
  do {
    const page = await queries.organizations.listOfUser(userId, { limit: maxPageLimit, cursor }, only);
    organizations.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && organizations.length < maxOrganizationsOfMe);
  return organizations;
};

export const me =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ caller }: SignedIn): ResultAsync<Me, Unavailable> =>
    ports.unitOfWork.read(async (queries) => {
      const user = await queries.users.find(caller.userId);
      invariant(user !== undefined, 'a user is never removed');
      const visible = visibleOrganizations(caller.credential);
      if (visible.kind === 'none') return { user, organizations: [] };
      const only = visible.kind === 'one' ? visible.only : undefined;
      return { user, organizations: await organizationsOf(queries, caller.userId, only) };
    });
