import type { ResultAsync } from 'neverthrow';
import { demandSession, type OrganizationGrant, type RepositoryGrant, type SignedIn } from '../../access/grant.js';
import type { Forbidden, Unavailable } from '../../model/app-error.js';
import type { Invitation, ShownInvitation } from '../../model/invitations/invitation.js';
import type { Instant, Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { statusByInviter } from './inviter-rights.js';

type ListPorts = Pick<Ports, 'unitOfWork' | 'clock'>;

const shown = async (queries: Queries, found: Promise<Page<Invitation>>, now: Instant): Promise<Page<ShownInvitation>> => {
  const { items, nextCursor } = await found;
  const show = async (invitation: Invitation): Promise<ShownInvitation> => ({
    invitation,
    status: await statusByInviter(queries, invitation, now),
  });
  return { items: await Promise.all(items.map(show)), nextCursor };
};

export const listOrganizationInvitations =
  ({ unitOfWork, clock }: ListPorts) =>
  (grant: OrganizationGrant<'members.read'>, page: PageRequest): ResultAsync<Page<ShownInvitation>, Unavailable> =>
    unitOfWork.read((queries) =>
      shown(queries, queries.invitations.listOfOrganization(grant.organization.id, page), clock.now()),
    );

export const listRepositoryInvitations =
  ({ unitOfWork, clock }: ListPorts) =>
  (grant: RepositoryGrant<'repository.members.manage'>, page: PageRequest): ResultAsync<Page<ShownInvitation>, Unavailable> =>
    unitOfWork.read((queries) =>
      shown(queries, queries.invitations.listOfRepository(grant.repository.repositoryId, page), clock.now()),
    );

export const listMyInvitations =
  ({ unitOfWork, clock }: ListPorts) =>
  (signedIn: SignedIn, page: PageRequest): ResultAsync<Page<ShownInvitation>, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) => {
      const now = clock.now();
      return unitOfWork.read(async (queries) => {
        const user = await queries.users.find(caller.userId);
        if (user?.email === undefined || !user.emailVerified) return { items: [], nextCursor: undefined };
        const { items, nextCursor } = await shown(queries, queries.invitations.listPendingOf(user.email, now, page), now);
        return { items: items.filter(({ status }) => status === 'PENDING'), nextCursor };
      });
    });
