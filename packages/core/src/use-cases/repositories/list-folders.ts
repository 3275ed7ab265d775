import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { type Folder, normalFolderPath } from '../../model/artifacts/folder.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { ObjectTotals } from '../../ports/records/storage-queries.js';

export interface ListedFolders {
  readonly folder: Folder;
  /** What lies in no folder since nobody has named it; told of the outermost alone. */
  readonly unnamed: ObjectTotals | undefined;
  readonly folders: Page<Folder>;
}

export const listFolders =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    command: { readonly path: string; readonly page: PageRequest },
  ): ResultAsync<ListedFolders, NotFound | Unavailable> => {
    const path = normalFolderPath(command.path);
    const isOutermost = path === '';
    return unitOfWork
      .read(async ({ storage }) => {
        const found = await storage.folder(repositoryId, path);
        if (found === undefined && !isOutermost) return undefined;
        const folder = found ?? { path, objectCount: 0, logicalBytes: 0, physicalBytes: 0 };
        const types = isOutermost ? await storage.totals(repositoryId) : [];
        const left = (bytesOf: (totals: ObjectTotals) => number): number =>
          types.reduce((sum, type) => sum + bytesOf(type), -bytesOf(folder));
        const unnamed = {
          objectCount: left(({ objectCount }) => objectCount),
          logicalBytes: left(({ logicalBytes }) => logicalBytes),
          physicalBytes: left(({ physicalBytes }) => physicalBytes),
        };
        const folders = await storage.listFolders(repositoryId, path, command.page);
        return { folder, unnamed: isOutermost ? unnamed : undefined, folders };
      })
      .andThen((listed) => (listed === undefined ? err(notFound) : ok(listed)));
  };
