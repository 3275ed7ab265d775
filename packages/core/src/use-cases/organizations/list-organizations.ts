import { okAsync, type ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import { visibleOrganizations } from '../../access/visible-organizations.js';
import type { Unavailable } from '../../model/app-error.js';
import type { OrganizationOfUser } from '../../model/organizations/organization.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const listOrganizations =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ caller }: SignedIn, page: PageRequest): ResultAsync<Page<OrganizationOfUser>, Unavailable> => {
    const visible = visibleOrganizations(caller.credential);
    if (visible.kind === 'none') return okAsync({ items: [], nextCursor: undefined });
    const only = visible.kind === 'one' ? visible.only : undefined;
    return ports.unitOfWork.read((queries) => queries.organizations.listOfUser(caller.userId, page, only));
  };
