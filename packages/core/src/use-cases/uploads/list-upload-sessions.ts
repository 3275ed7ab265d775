import type { ResultAsync } from 'neverthrow';
import { alsoHolds } from '../../access/also-holds.js';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';

export const listUploadSessions =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: RepositoryGrant<'repository.push'>): ResultAsync<readonly UploadSession[], Unavailable> =>
    ports.unitOfWork.read(async (queries) => {
      const { organizationId, repositoryId } = grant.repository;
      const open = await queries.uploads.listOpen(organizationId, ports.clock.now());
      const seesAll = await alsoHolds(queries, grant, 'repository.admin');
      return open.filter(
        (session) => session.repositoryId === repositoryId && (seesAll || session.userId === grant.caller.userId),
      );
    });
