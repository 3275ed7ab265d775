import { type Damage, type PackName, type RepositoryId, type Stored, treeFileKind } from '@svc/core/model';
import type { DamageQueries, DamageRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { inWindowsOf } from './in-windows-of.js';
import { awaitHeld, forgetInSessions } from './session-objects.js';
import type { SqlSource } from './sql-source.js';
import { nameOfStored, storedOf } from './stored-name.js';

const damageOf = (row: Selectable<Schema['damaged_files']>): Damage => ({
  repositoryId: row.repository_id,
  of: storedOf(row.kind, row.name),
  problem: row.problem,
  foundAt: row.found_at,
});

const findNames = async <Name extends string>(
  { db }: SqlSource,
  repositoryId: RepositoryId,
  kind: Stored['kind'],
  names: readonly Name[],
): Promise<ReadonlySet<Name>> => {
  const rows = await inBatches(names, (batch) =>
    db
      .selectFrom('damaged_files')
      .select('name')
      .where('repository_id', '=', repositoryId)
      .where('kind', '=', kind)
      .where('name', 'in', batch)
      .execute(),
  );
  const found = new Set<string>(rows.map(({ name }) => name));
  return new Set(names.filter((name) => found.has(name)));
};

const listAfter = ({ db }: SqlSource, repositoryId: RepositoryId, after: Stored, limit: number) =>
  db
    .selectFrom('damaged_files')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where((place) => place(place.refTuple('kind', 'name'), '>', place.tuple(after.kind, nameOfStored(after))))
    .orderBy('kind')
    .orderBy('name')
    .limit(limit)
    .execute();

export const damageQueries = (source: SqlSource): DamageQueries => ({
  findObjects: (repositoryId, oids) => findNames(source, repositoryId, 'object', oids),
  findFiles: (repositoryId, paths) => findNames(source, repositoryId, 'file', paths),
  problemOf: async (repositoryId, of) => {
    const row = await source.db
      .selectFrom('damaged_files')
      .select('problem')
      .where('repository_id', '=', repositoryId)
      .where('kind', '=', of.kind)
      .where('name', '=', nameOfStored(of))
      .executeTakeFirst();
    return row?.problem;
  },
  list: async (repositoryId, after, limit) => {
    const rows = await (after === undefined
      ? source.lookUps.damageInRepository(source.db, [repositoryId, limit])
      : listAfter(source, repositoryId, after, limit));
    return rows.map(damageOf);
  },
  sumUp: async (repositoryId) => {
    const { count, first } = await source.db
      .selectFrom('damaged_files')
      .select([sql<number>`cast(count(*) as bigint)`.as('count'), sql<number | null>`min(found_at)`.as('first')])
      .where('repository_id', '=', repositoryId)
      .executeTakeFirstOrThrow();
    return { count, firstAt: first ?? undefined };
  },
});

/** No index says which chunks lie in a pack, and a repository has millions: they are looked through window by window. */
const forgetPack = async (source: SqlSource, repositoryId: RepositoryId, pack: PackName): Promise<void> => {
  const { db } = source;
  const name = hashToBinary(pack);
  const chunks = { table: 'chunks', place: 'name' } as const;
  await inWindowsOf(source, chunks, repositoryId, async (isInWindow) => {
    await db.deleteFrom('chunks').where(isInWindow).where('pack', '=', name).execute();
  });
  await db.deleteFrom('packs').where('repository_id', '=', repositoryId).where('name', '=', name).execute();
};

export const damageRecords = (source: SqlSource): DamageRecords => ({
  note: async ({ repositoryId, of, problem, foundAt }) => {
    const noted = await source.db
      .insertInto('damaged_files')
      .values({ repository_id: repositoryId, kind: of.kind, name: nameOfStored(of), problem, found_at: foundAt })
      .onConflict((conflict) => conflict.columns(['repository_id', 'kind', 'name']).doNothing())
      .returning('name')
      .execute();
    const file = of.kind === 'file' ? treeFileKind(of.path) : undefined;
    if (file?.kind === 'pack') await forgetPack(source, repositoryId, file.name);
    if (of.kind === 'object') {
      await forgetInSessions(source, repositoryId, of.oid, ['COMPLETED']);
      await awaitHeld(source, repositoryId, of.oid);
    }
    return noted.length > 0;
  },
  heal: async (repositoryId, of) => {
    const healed = await source.db
      .deleteFrom('damaged_files')
      .where('repository_id', '=', repositoryId)
      .where('kind', '=', of.kind)
      .where('name', '=', nameOfStored(of))
      .returning('name')
      .execute();
    return healed.length > 0;
  },
  ...damageQueries(source),
});
