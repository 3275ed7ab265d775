import type { RepositoryId } from '@svc/core/model';
import { sql } from 'kysely';
import { inWindows, rowsPerWindow } from '../in-windows.js';
import type { SqlSource } from './sql-source.js';

/** How many objects the pointers of a repository name that it does not have. There may be very many pointers: they are looked through window by window. */
export const countMissing = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<number> => {
  const pointers = db.selectFrom('git_objects').where('repository_id', '=', repositoryId).where('lfs_oid', 'is not', null);
  const objects = db.selectFrom('objects').select('oid').where('repository_id', '=', repositoryId);
  const findEnd = async (after: Uint8Array | undefined): Promise<Uint8Array | undefined> => {
    const behind = after === undefined ? pointers : pointers.where('lfs_oid', '>', after);
    const end = behind
      .select('lfs_oid')
      .orderBy('lfs_oid')
      .offset(rowsPerWindow - 1)
      .limit(1);
    return (await end.executeTakeFirst())?.lfs_oid ?? undefined;
  };
  let missing = 0;
  await inWindows(undefined, findEnd, async ({ after, upTo }) => {
    let [named, had] = [pointers, objects];
    // Of both, so that PostgreSQL reads no more of the objects than of the pointers.
    for (const [bound, oid] of [
      ['>', after],
      ['<=', upTo],
    ] as const) {
      if (oid === undefined) continue;
      named = named.where('lfs_oid', bound, oid);
      had = had.where('oid', bound, oid);
    }
    const { count } = await named
      .select(({ fn }) => fn.count<number>('lfs_oid').distinct().as('count'))
      .where((pointer) => pointer.not(pointer.exists(had.where('oid', '=', sql.ref<Uint8Array>('git_objects.lfs_oid')))))
      .executeTakeFirstOrThrow();
    missing += count;
    return 'go_on';
  });
  return missing;
};
