import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import type { Unavailable } from '../../../model/app-error.js';
import type { TransferEvent, TransferKind } from '../../../model/chunk-tree/transfer-event.js';
import type { Page, PageRequest } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';

export const listTransfers =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly kind?: TransferKind | undefined; readonly page: PageRequest },
  ): ResultAsync<Page<TransferEvent>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.tree.listTransfers(grant.repository.repositoryId, command.kind, command.page));
