import { okAsync, type ResultAsync } from 'neverthrow';
import type { Credential } from '../access/caller.js';
import type { SignedIn } from '../access/grant.js';
import type { Role } from '../access/role.js';
import type { Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { OrganizationId, Page, PageRequest } from '../values/index.js';
import type { Organization } from './organization.js';

/** An organization and what the caller is in it. */
export interface OrganizationOfUser {
  readonly organization: Organization;
  readonly role: Role;
}

/** Which of a user's organizations a credential shows: all, one, or none. */
export type VisibleOrganizations =
  { readonly kind: 'all' } | { readonly kind: 'one'; readonly only: OrganizationId } | { readonly kind: 'none' };

/** A session shows all, a token its own organization; a token bound to one repository reaches no organization (spec 5.3). */
export const visibleOrganizations = (credential: Credential): VisibleOrganizations => {
  if (credential.kind === 'session') return { kind: 'all' };
  return credential.repositoryId === undefined ? { kind: 'one', only: credential.organizationId } : { kind: 'none' };
};

/** The caller's organizations with the caller's role, by slug, as far as the credential shows them. */
export const listOrganizations =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ caller }: SignedIn, page: PageRequest): ResultAsync<Page<OrganizationOfUser>, Unavailable> => {
    const visible = visibleOrganizations(caller.credential);
    if (visible.kind === 'none') return okAsync({ items: [], nextCursor: undefined });
    const only = visible.kind === 'one' ? visible.only : undefined;
    return ports.unitOfWork.read((queries) => queries.organizations.listOfUser(caller.userId, page, only));
  };
