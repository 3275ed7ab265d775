import { type Permission, permissionsOfRole, type Role } from '@svc/core/model';
import { useOrganizations } from './organizations.js';

/** The caller's role in an organization, which is called by its slug or its id; undefined as long as it is not known, and of people from outside. */
export const useRole = (organization: string): Role | undefined =>
  useOrganizations().data?.items.find(({ id, slug }) => id === organization || slug === organization)?.role;

/**
 * Whether the caller's role in an organization allows something: so that nobody is offered what is refused. As long as the role is not known everything is
 * offered, and to a token, whose scopes nobody tells: the service decides.
 */
export const useMay = (organization: string): ((permission: Permission) => boolean) => {
  const role = useRole(organization);
  return (permission) => role === undefined || permissionsOfRole[role].has(permission);
};
