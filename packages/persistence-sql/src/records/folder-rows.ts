import { foldersOfName, type RepositoryId, splitFolderPath, type StoredObject } from '@svc/core/model';
import type { Insertable } from 'kysely';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

type FolderRow = Insertable<Schema['folders']>;

type CountedObject = Pick<StoredObject, 'name' | 'sizeBytes' | 'physicalBytes'>;

/** One row for each folder in which some of the objects lie. */
const folderRows = (repositoryId: RepositoryId, objects: readonly CountedObject[], sign: 1 | -1): readonly FolderRow[] => {
  const rows = new Map<string, FolderRow>();
  for (const { name, sizeBytes, physicalBytes } of objects) {
    for (const path of name === undefined ? [] : foldersOfName(name)) {
      const known = rows.get(path);
      rows.set(path, {
        repository_id: repositoryId,
        ...splitFolderPath(path),
        objects: (known?.objects ?? 0) + sign,
        logical_bytes: (known?.logical_bytes ?? 0) + sign * sizeBytes,
        physical_bytes: (known?.physical_bytes ?? 0) + sign * physicalBytes,
      });
    }
  }
  return [...rows.values()];
};

/** Adds new objects to the folders that they lie in, or, with -1, takes them out. The writer of objects holds the organization's clock, so rivals do not meet here. */
export const countFolders = async (
  { db }: Pick<SqlSource, 'db'>,
  repositoryId: RepositoryId,
  objects: readonly CountedObject[],
  sign: 1 | -1 = 1,
): Promise<void> => {
  await inBatches(folderRows(repositoryId, objects, sign), (batch) =>
    db
      .insertInto('folders')
      .values([...batch])
      .onConflict((conflict) =>
        conflict.columns(['repository_id', 'parent', 'name']).doUpdateSet((column) => ({
          objects: column('folders.objects', '+', column.ref('excluded.objects')),
          logical_bytes: column('folders.logical_bytes', '+', column.ref('excluded.logical_bytes')),
          physical_bytes: column('folders.physical_bytes', '+', column.ref('excluded.physical_bytes')),
        })),
      )
      .execute(),
  );
};

/** Removes those of the folders that objects lay in which have none any more. A repository may have very many others. */
export const removeEmptyFolders = async (
  { db, dialect }: Pick<SqlSource, 'db' | 'dialect'>,
  repositoryId: RepositoryId,
  gone: readonly CountedObject[],
): Promise<void> => {
  const types = { in_folder: 'text', called: 'text' } as const;
  await inBatches(folderRows(repositoryId, gone, -1), async (batch) => {
    const given = dialect.givenRows(dialect.rowsParameter(batch.map(({ parent, name }) => [parent, name])), types).as('given');
    return db
      .deleteFrom('folders')
      .where('repository_id', '=', repositoryId)
      .where((folder) =>
        folder(
          folder.refTuple('parent', 'name'),
          'in',
          folder.selectFrom(given).select(['in_folder', 'called']).$asTuple('in_folder', 'called'),
        ),
      )
      .where('objects', '=', 0)
      .execute();
  });
};
