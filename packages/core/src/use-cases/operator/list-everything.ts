import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { Repository } from '../../model/repository.js';
import type { User } from '../../model/users/user.js';
import type { OrganizationId, Page, PageRequest, Slug } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';

type ListPorts = Pick<Ports, 'unitOfWork'>;

/** Of which organization. */
export interface OfOrganization {
  readonly organization: Slug;
}

export const listUsers =
  ({ unitOfWork }: ListPorts) =>
  (page: PageRequest): ResultAsync<Page<User>, Unavailable> =>
    unitOfWork.read(({ users }) => users.listAll(page));

export const listOrganizations =
  ({ unitOfWork }: ListPorts) =>
  (page: PageRequest): ResultAsync<Page<Organization>, Unavailable> =>
    unitOfWork.read(({ organizations }) => organizations.listAll(page));

const listOf = <T>(
  { unitOfWork }: ListPorts,
  { organization: slug }: OfOrganization,
  list: (queries: Queries, organizationId: OrganizationId) => Promise<Page<T>>,
): ResultAsync<Page<T>, NotFound | Unavailable> =>
  unitOfWork
    .read(async (queries): Promise<Result<Page<T>, NotFound>> => {
      const organization = await queries.organizations.findBySlug(slug);
      return organization === undefined ? err(notFound) : ok(await list(queries, organization.id));
    })
    .andThen((found) => found);

export const listRepositories =
  (ports: ListPorts) =>
  (of: OfOrganization, page: PageRequest): ResultAsync<Page<Repository>, NotFound | Unavailable> =>
    listOf(ports, of, ({ repositories }, id) => repositories.listOfOrganization(id, undefined, page));

export const listTokens =
  (ports: ListPorts) =>
  (of: OfOrganization, page: PageRequest): ResultAsync<Page<ApiToken>, NotFound | Unavailable> =>
    listOf(ports, of, ({ tokens }, id) => tokens.listOfOrganization(id, undefined, page));
