import { okAsync, type ResultAsync } from 'neverthrow';
import { demandSession, type OrganizationGrant, type RepositoryGrant, type SignedIn } from '../access/grant.js';
import type { Forbidden, Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { Instant, Page, PageRequest } from '../values/index.js';
import { type Invitation, invitationStatus, type ShownInvitation } from './invitation.js';

type ListPorts = Pick<Ports, 'unitOfWork' | 'clock'>;

const shownAt =
  (now: Instant) =>
  ({ items, nextCursor }: Page<Invitation>): Page<ShownInvitation> => ({
    items: items.map((invitation) => ({ invitation, status: invitationStatus(invitation, now) })),
    nextCursor,
  });

/** Those to the organization itself that nobody has accepted, newest first; never a link. */
export const listOrganizationInvitations =
  ({ unitOfWork, clock }: ListPorts) =>
  (grant: OrganizationGrant<'members.read'>, page: PageRequest): ResultAsync<Page<ShownInvitation>, Unavailable> =>
    unitOfWork.read((queries) => queries.invitations.listOfOrganization(grant.organization.id, page)).map(shownAt(clock.now()));

/** Those to the repository that nobody has accepted, newest first; never a link. */
export const listRepositoryInvitations =
  ({ unitOfWork, clock }: ListPorts) =>
  (grant: RepositoryGrant<'repository.members.manage'>, page: PageRequest): ResultAsync<Page<ShownInvitation>, Unavailable> =>
    unitOfWork
      .read((queries) => queries.invitations.listOfRepository(grant.repository.repositoryId, page))
      .map(shownAt(clock.now()));

/** Those that wait for the caller: sent to the address that is verified as theirs, to organizations and to repositories, newest first. */
export const listMyInvitations =
  ({ unitOfWork, clock }: ListPorts) =>
  (signedIn: SignedIn, page: PageRequest): ResultAsync<Page<ShownInvitation>, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) => {
      const now = clock.now();
      return unitOfWork
        .read((queries) => queries.users.find(caller.userId))
        .andThen((user): ResultAsync<Page<Invitation>, Unavailable> => {
          const email = user?.emailVerified === true ? user.email : undefined;
          if (email === undefined) return okAsync({ items: [], nextCursor: undefined });
          return unitOfWork.read((queries) => queries.invitations.listPendingOf(email, now, page));
        })
        .map(shownAt(now));
    });
