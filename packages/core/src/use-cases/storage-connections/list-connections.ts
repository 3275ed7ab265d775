import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { Page, PageRequest, StorageConnectionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

type Read = OrganizationGrant<'storage.read'>;

export const listConnections =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization }: Read, page: PageRequest): ResultAsync<Page<StorageConnection>, Unavailable> =>
    ports.unitOfWork.read(({ connections }) => connections.list(organization.id, page));

export const getConnection =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization }: Read, id: StorageConnectionId): ResultAsync<StorageConnection, NotFound | Unavailable> =>
    ports.unitOfWork
      .read(({ connections }) => connections.find(organization.id, id))
      .andThen((found): Result<StorageConnection, NotFound> => (found === undefined ? err(notFound) : ok(found)));
