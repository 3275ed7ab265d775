import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { Member } from '../../model/organizations/member.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const listMembers =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: OrganizationGrant<'members.read'>, page: PageRequest): ResultAsync<Page<Member>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.organizations.listMembers(grant.organization.id, page));
