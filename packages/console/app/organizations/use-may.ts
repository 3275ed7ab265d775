import { type OrganizationPermission, permissionsOfRole } from '@svc/core/model';
import { useOrganizations } from './organizations.js';

/**
 * Whether the caller's role in an organization, which is called by its slug or its id, allows something: so that nobody is offered what is refused. As long as
 * the role is not known everything is offered, and to a token, whose scopes nobody tells: the service decides.
 */
export const useMay = (organization: string): ((permission: OrganizationPermission) => boolean) => {
  const { data } = useOrganizations();
  const role = data?.items.find(({ id, slug }) => id === organization || slug === organization)?.role;
  return (permission) => role === undefined || permissionsOfRole[role].has(permission);
};
