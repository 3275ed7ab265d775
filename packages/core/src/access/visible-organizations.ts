import type { Credential } from '../model/permissions/caller.js';
import type { OrganizationId } from '../model/values/index.js';

/** Which of a user's organizations a credential shows: all, one, or none. */
export type VisibleOrganizations =
  | { readonly kind: 'all' }
  | { readonly kind: 'one'; readonly only: OrganizationId }
  | { readonly kind: 'none' };
/** A session shows all, a token its own organization; a token bound to one repository reaches no organization (spec 5.3). */
export const visibleOrganizations = (credential: Credential): VisibleOrganizations => {
  if (credential.kind === 'session') return { kind: 'all' };
  return credential.repositoryId === undefined ? { kind: 'one', only: credential.organizationId } : { kind: 'none' };
};
