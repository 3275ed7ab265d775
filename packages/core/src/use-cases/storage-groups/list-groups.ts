import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { MeasuredGroup } from '../../model/storage-group.js';
import type { Page, PageRequest, StorageGroupId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

type Read = OrganizationGrant<'storage.read'>;

export const listGroups =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ caller, organization }: Read, page: PageRequest): ResultAsync<Page<MeasuredGroup>, Unavailable> =>
    ports.unitOfWork.read(({ groups }) => groups.list(organization.id, caller.userId, page));

export const getGroup =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ caller, organization }: Read, id: StorageGroupId): ResultAsync<MeasuredGroup, NotFound | Unavailable> =>
    ports.unitOfWork
      .read(({ groups }) => groups.find(organization.id, caller.userId, id))
      .andThen((found): Result<MeasuredGroup, NotFound> => (found === undefined ? err(notFound) : ok(found)));
