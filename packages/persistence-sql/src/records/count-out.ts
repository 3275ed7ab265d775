import type { RepositoryId, StoredObject } from '@svc/core/model';
import { countInUsage } from './count-in-usage.js';
import { countFolders, removeEmptyFolders } from './folder-rows.js';
import { countArtifacts } from './register-artifacts.js';
import type { SqlSource } from './sql-source.js';

/** Takes objects that are gone out of all that counts objects: the opposite of what adding them has done. */
export const countOut = async (source: SqlSource, repositoryId: RepositoryId, gone: readonly StoredObject[]): Promise<void> => {
  const { db } = source;
  if (gone.length === 0) return;
  const repository = db.selectFrom('repositories').select('organization_id').where('id', '=', repositoryId);
  const { organization_id: organizationId } = await repository.executeTakeFirstOrThrow();
  await countArtifacts(source, organizationId, repositoryId, gone, -1);
  await countFolders(source, repositoryId, gone, -1);
  await db.deleteFrom('artifact_counts').where('repository_id', '=', repositoryId).where('objects', '=', 0).execute();
  await removeEmptyFolders(source, repositoryId, gone);
  await countInUsage(source, repositoryId, gone, -1);
};
