import { type CondemnedFile, type RepositoryId, treeFileKind } from '@svc/core/model';
import type { ClaimedCollection, CondemnedQueries, CondemnedRecords, CondemnedSum } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { firstInWindows, inWindowsOf } from './in-windows-of.js';
import type { SqlSource } from './sql-source.js';
import { pathsPerLookUp } from './tree-queries.js';

const fileOf = (row: Selectable<Schema['condemned_files']>): CondemnedFile => ({
  path: row.path,
  sizeBytes: row.size_bytes,
  state: row.state,
  seenAt: row.seen_at,
  quarantinedAt: row.quarantined_at ?? undefined,
  dueAt: row.due_at,
  holder: row.holder ?? undefined,
  removedAt: row.removed_at ?? undefined,
});

const packOf = ({ path }: CondemnedFile): Uint8Array | null => {
  const file = treeFileKind(path);
  return file.kind === 'pack' ? hashToBinary(file.name) : null;
};

const columnsOf = (file: CondemnedFile) => ({
  pack: packOf(file),
  size_bytes: file.sizeBytes,
  state: file.state,
  seen_at: file.seenAt,
  quarantined_at: file.quarantinedAt ?? null,
  due_at: file.dueAt,
  holder: file.holder ?? null,
  removed_at: file.removedAt ?? null,
});

const condemned = { table: 'condemned_files', place: 'path' } as const;

/** There may be very many: they are added up window by window. */
const sumUp = async ({ db }: Pick<SqlSource, 'db'>, repositoryId: RepositoryId): Promise<Omit<CondemnedSum, 'deadBytes'>> => {
  const sum = { files: 0, bytes: 0 };
  let nextDueAt: CondemnedSum['nextDueAt'];
  await inWindowsOf({ db }, condemned, repositoryId, async (isInWindow) => {
    const { files, bytes, next } = await db
      .selectFrom('condemned_files')
      .select(({ fn }) => [
        fn.countAll<number>().as('files'),
        fn.min<number | null>('due_at').as('next'),
        // The sum of bigints is a numeric to PostgreSQL, which no integer is read from.
        sql<number>`cast(coalesce(sum(size_bytes), 0) as bigint)`.as('bytes'),
      ])
      .where(isInWindow)
      .executeTakeFirstOrThrow();
    sum.files += files;
    sum.bytes += bytes;
    if (next !== null) nextDueAt = Math.min(next, nextDueAt ?? next);
  });
  return { ...sum, nextDueAt };
};

export const condemnedQueries = ({ db }: SqlSource): CondemnedQueries => ({
  find: async (repositoryId, paths) => {
    const rows = await inBatches(
      paths,
      (batch) =>
        db
          .selectFrom('condemned_files')
          .selectAll()
          .where('repository_id', '=', repositoryId)
          .where('path', 'in', batch)
          .execute(),
      pathsPerLookUp,
    );
    return new Map(rows.map((row) => [row.path, fileOf(row)]));
  },
  list: async (repositoryId, { state, after, limit }) => {
    const rows = await firstInWindows({ db }, condemned, repositoryId, { after, limit }, (isInWindow, most) => {
      const query = db.selectFrom('condemned_files').selectAll().where(isInWindow).orderBy('path').limit(most);
      return (state === undefined ? query : query.where('state', '=', state)).execute();
    });
    return rows.map(fileOf);
  },
  sum: async (repositoryId) => {
    const sum = await sumUp({ db }, repositoryId);
    const tree = await db
      .selectFrom('tree_collections')
      .select('dead_bytes')
      .where('repository_id', '=', repositoryId)
      .executeTakeFirst();
    return { ...sum, deadBytes: tree?.dead_bytes ?? 0 };
  },
});

export const condemnedRecords = (source: SqlSource): CondemnedRecords => {
  const { db } = source;
  const collections = db.updateTable('tree_collections');
  return {
    put: async (repositoryId, files) => {
      await inBatches(files, async (batch) =>
        db
          .insertInto('condemned_files')
          .values(batch.map((file) => ({ repository_id: repositoryId, path: file.path, ...columnsOf(file) })))
          .onConflict((conflict) =>
            conflict.columns(['repository_id', 'path']).doUpdateSet((given) => ({
              size_bytes: given.ref('excluded.size_bytes'),
              state: given.ref('excluded.state'),
              seen_at: given.ref('excluded.seen_at'),
              quarantined_at: given.ref('excluded.quarantined_at'),
              due_at: given.ref('excluded.due_at'),
              holder: given.ref('excluded.holder'),
              removed_at: given.ref('excluded.removed_at'),
            })),
          )
          .execute(),
      );
    },
    remove: async (repositoryId, paths) => {
      await inBatches(
        paths,
        async (batch) =>
          db.deleteFrom('condemned_files').where('repository_id', '=', repositoryId).where('path', 'in', batch).execute(),
        pathsPerLookUp,
      );
    },
    claimCollection: async (holder, now, until, beyond) => {
      const first = db.selectFrom('tree_collections').selectAll().orderBy('due_at').orderBy('repository_id').limit(1);
      for (;;) {
        const next =
          (await first.where('due_at', '<=', now).executeTakeFirst()) ??
          (beyond === undefined ? undefined : await first.where('due_at', '>', beyond).executeTakeFirst());
        if (next === undefined) return undefined;
        const attempt = next.attempts + 1;
        const claimed = await collections
          .set({ due_at: until, claimed_by: holder, attempts: attempt })
          .where('repository_id', '=', next.repository_id)
          .where('attempts', '=', next.attempts)
          .where('due_at', '=', next.due_at)
          .returning('repository_id')
          .execute();
        // Where transactions see each other's commits somebody may have been quicker; then another one is next.
        if (claimed.length > 0) return { repositoryId: next.repository_id, holder, attempt };
      }
    },
    moveCollection: async ({ repositoryId, holder, attempt }: ClaimedCollection, until) => {
      const held = await collections
        .set({ due_at: until })
        .where('repository_id', '=', repositoryId)
        .where('claimed_by', '=', holder)
        .where('attempts', '=', attempt)
        .returning('repository_id')
        .execute();
      return held.length > 0;
    },
    noteDead: async (repositoryId, bytes) => {
      await collections.set({ dead_bytes: bytes }).where('repository_id', '=', repositoryId).execute();
    },
    ...condemnedQueries(source),
  };
};
