import { type ChunkName, type MapName, type RepositoryId, trusted } from '@svc/core/model';
import type { ChunkIndexQueries, ChunkIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashFromBinary, hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { lastOf } from './last-of.js';
import { removeChunks } from './remove-chunks.js';
import type { SqlSource } from './sql-source.js';

/** Names of one look-up: it holds the process for a few milliseconds. */
const namesPerLookUp = 2048;
const hooksPerStatement = 500;
const mapsPerStatement = 500;

const sequenceOf = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<number | undefined> => {
  const row = await db
    .selectFrom('chunk_indexes')
    .select('sequence')
    .where('repository_id', '=', repositoryId)
    .executeTakeFirst();
  return row?.sequence;
};

/** Makes the row of the repository's index unless it is there. */
const ensureIndex = async (source: SqlSource, repositoryId: RepositoryId): Promise<number> => {
  const found = await sequenceOf(source, repositoryId);
  if (found !== undefined) return found;
  const row = await source.db
    .insertInto('chunk_indexes')
    .values({ repository_id: repositoryId, is_sparse: 0 })
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return row.sequence;
};

export const isSparse = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<boolean> => {
  const row = await db
    .selectFrom('chunk_indexes')
    .select('is_sparse')
    .where('repository_id', '=', repositoryId)
    .executeTakeFirst();
  return row?.is_sparse === 1;
};

export const chunkIndexQueries = (source: SqlSource): ChunkIndexQueries => {
  const { db, dialect, lookUps } = source;
  return {
    isSparse: (repositoryId) => isSparse(source, repositoryId),
    findHooks: async (repositoryId, names) => {
      const found = new Map<ChunkName, MapName>();
      await inBatches(
        names,
        async (batch) => {
          const rows = await lookUps.hooksInRepository(db, [repositoryId, dialect.hashesParameter(batch)]);
          for (const { position, map } of rows) {
            const name = batch[position];
            if (name !== undefined) found.set(name, trusted<MapName>(hashFromBinary(map)));
          }
          return [];
        },
        namesPerLookUp,
      );
      return found;
    },
    countChunks: async (repositoryId, after, limit) => {
      let next = db.selectFrom('chunks').select('name').where('repository_id', '=', repositoryId);
      if (after !== undefined) next = next.where('name', '>', hashToBinary(after));
      const row = await db
        .with('first', () => next.orderBy('name').limit(limit))
        .selectFrom('first')
        .select([
          sql<number>`cast(count(*) as bigint)`.as('count'),
          sql<Uint8Array | null>`(${lastOf(sql.table('first'), 'name')})`.as('last'),
        ])
        .executeTakeFirstOrThrow();
      return { count: row.count, last: row.last === null ? undefined : trusted<ChunkName>(hashFromBinary(row.last)) };
    },
  };
};

export const chunkIndexRecords = (source: SqlSource): ChunkIndexRecords => {
  const { db, dialect, lookUps } = source;
  return {
    makeSparse: async (repositoryId) => {
      await db
        .insertInto('chunk_indexes')
        .values({ repository_id: repositoryId, is_sparse: 1 })
        .onConflict((conflict) => conflict.column('repository_id').doUpdateSet({ is_sparse: 1 }))
        .execute();
    },
    addHooks: async (repositoryId, hooks, noted) => {
      const sequence = await ensureIndex(source, repositoryId);
      const add = noted === 'stays' ? lookUps.addHooks : lookUps.replaceHooks;
      await inBatches(
        hooks,
        (batch) => add(db, [sequence, dialect.rowsParameter(batch.map(({ name, map }) => [name, map]))]),
        hooksPerStatement,
      );
    },
    removeHooksOf: async (repositoryId, maps, after, limit) => {
      const sequence = await sequenceOf(source, repositoryId);
      if (sequence === undefined) return undefined;
      let next = db.selectFrom('chunk_hooks').select('prefix').where('index_sequence', '=', sequence);
      if (after !== undefined) next = next.where('prefix', '>', hashToBinary(after));
      const { rows } = await lastOf<Uint8Array>(next.orderBy('prefix').limit(limit), 'prefix').execute(db);
      const until = rows[0]?.last;
      if (until === undefined) return undefined;
      let looked = db.deleteFrom('chunk_hooks').where('index_sequence', '=', sequence).where('prefix', '<=', until);
      if (after !== undefined) looked = looked.where('prefix', '>', hashToBinary(after));
      await inBatches(maps, async (batch) => looked.where('map', 'in', batch.map(hashToBinary)).execute(), mapsPerStatement);
      return hashFromBinary(until);
    },
    removeChunks: (repositoryId, limit) => removeChunks(source, repositoryId, limit),
    ...chunkIndexQueries(source),
  };
};
