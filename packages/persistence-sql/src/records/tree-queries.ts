import {
  type ChunkLocation,
  type ChunkName,
  type PackName,
  type RepositoryId,
  type TransferEvent,
  type TreeFile,
  type TreePath,
  trusted,
} from '@svc/core/model';
import type { FrozenManifestOf, PendingVerification, TreeQueries } from '@svc/core/ports';
import type { Selectable } from 'kysely';
import { hashFromBinary, hashToBinary, oidFromBinary } from '../codec.js';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { inBatches } from '../in-batches.js';
import { pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { statsFromText } from '../transfer-stats.js';
import { firstInWindows } from './in-windows-of.js';
import type { SqlSource } from './sql-source.js';

/** Names of one look-up of chunks: it holds the process for a few milliseconds. */
const namesPerLookUp = 2048;

/** Of a row that is known to have one. */
export const manifestOf = (row: Pick<Selectable<Schema['objects']>, 'oid' | 'manifest_sha256'>): FrozenManifestOf[] =>
  row.manifest_sha256 === null ? [] : [{ oid: oidFromBinary(row.oid), manifestSha256: hashFromBinary(row.manifest_sha256) }];

const objects = { table: 'objects', place: 'oid' } as const;

/** Paths of one look-up. */
export const pathsPerLookUp = 500;

/** Those of the packs that are in quarantine or being deleted: hardly ever one. */
const hiddenPacks = async (
  db: SqlSource['db'],
  repositoryId: RepositoryId,
  packs: ReadonlySet<PackName>,
): Promise<ReadonlySet<PackName>> => {
  const rows = await inBatches(
    [...packs],
    (batch) =>
      db
        .selectFrom('condemned_files')
        .select('pack')
        .where('repository_id', '=', repositoryId)
        .where('pack', 'in', batch.map(hashToBinary))
        .where('state', '!=', 'seen')
        .execute(),
    pathsPerLookUp,
  );
  return new Set(rows.flatMap(({ pack }) => (pack === null ? [] : trusted<PackName>(hashFromBinary(pack)))));
};

export const treeFileOf = (row: Selectable<Schema['tree_files']>): TreeFile => ({
  path: row.path,
  sizeBytes: row.size_bytes,
  state: row.state,
  receivers: row.receivers,
  changedAt: row.changed_at,
});

const locationOf = (name: ChunkName, row: Omit<Selectable<Schema['chunks']>, 'repository_id' | 'name'>): ChunkLocation => ({
  name,
  pack: trusted<PackName>(hashFromBinary(row.pack)),
  offset: row.chunk_offset,
  storedBytes: row.stored_bytes,
  rawBytes: row.raw_bytes,
  encoding: row.encoding,
});

const eventOf = ({ id, kind, stats, at }: Selectable<Schema['transfer_events']>): TransferEvent => ({
  id,
  kind,
  stats: statsFromText(stats),
  at,
});

export const verificationOf = (row: Selectable<Schema['pending_verifications']>): PendingVerification => ({
  repositoryId: row.repository_id,
  oid: oidFromBinary(row.oid),
  sizeBytes: row.size_bytes,
  name: row.name ?? undefined,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
});

export const treeQueries = ({ db, dialect, lookUps }: SqlSource): TreeQueries => ({
  findFile: async (repositoryId, path) => {
    const row = await db
      .selectFrom('tree_files')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where('path', '=', path)
      .executeTakeFirst();
    return row && treeFileOf(row);
  },
  findFiles: async (repositoryId, paths) => {
    const rows = await inBatches(
      paths,
      (batch) =>
        db.selectFrom('tree_files').selectAll().where('repository_id', '=', repositoryId).where('path', 'in', batch).execute(),
      pathsPerLookUp,
    );
    return new Map(rows.map((row) => [row.path, treeFileOf(row)]));
  },
  listBelow: async (repositoryId, folder, after, limit) => {
    const rows = await db
      .selectFrom('tree_files')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where('path', '>', after ?? trusted<TreePath>(`${folder}/`))
      // The character after `/`.
      .where('path', '<', trusted<TreePath>(`${folder}0`))
      .orderBy('path')
      .limit(limit)
      .execute();
    return rows.map(treeFileOf);
  },
  findChunks: async (repositoryId, names) => {
    const found = new Map<ChunkName, ChunkLocation>();
    await inBatches(
      names,
      async (batch) => {
        const rows = await lookUps.chunksInRepository(db, [repositoryId, dialect.hashesParameter(batch)]);
        for (const row of rows) {
          const name = batch[row.position];
          if (name !== undefined) found.set(name, locationOf(name, row));
        }
        return [];
      },
      namesPerLookUp,
    );
    const hidden = await hiddenPacks(db, repositoryId, new Set([...found.values()].map(({ pack }) => pack)));
    for (const [name, { pack }] of hidden.size > 0 ? found : []) if (hidden.has(pack)) found.delete(name);
    return found;
  },
  findVerifiedPacks: async (repositoryId, packs) => {
    const rows = await db
      .selectFrom(dialect.hashRows(dialect.hashesParameter(packs)).as('wanted'))
      .crossJoin('packs')
      .select('wanted.position')
      .where('packs.repository_id', '=', repositoryId)
      .whereRef('packs.name', '=', 'wanted.hash')
      .execute();
    return new Set(rows.flatMap(({ position }) => packs[position] ?? []));
  },
  findManifest: async (repositoryId, oid) => {
    const row = await db
      .selectFrom('objects')
      .select('manifest_sha256')
      .where('repository_id', '=', repositoryId)
      .where('oid', '=', hashToBinary(oid))
      .executeTakeFirst();
    const pinned = row?.manifest_sha256 ?? undefined;
    return pinned && hashFromBinary(pinned);
  },
  listManifests: async (repositoryId, after, limit) => {
    const place = { after: after && hashToBinary(after), limit };
    // Most objects may lie whole, without one.
    const rows = await firstInWindows({ db }, objects, repositoryId, place, (isInWindow, most) =>
      db
        .selectFrom('objects')
        .select(['oid', 'manifest_sha256'])
        .where(isInWindow)
        .where('manifest_sha256', 'is not', null)
        .orderBy('oid')
        .limit(most)
        .execute(),
    );
    return rows.flatMap(manifestOf);
  },
  listPendingVerifications: async (repositoryId, after, limit) => {
    let query = db.selectFrom('pending_verifications').selectAll().where('repository_id', '=', repositoryId);
    if (after !== undefined) query = query.where('oid', '>', hashToBinary(after));
    return (await query.orderBy('oid').limit(limit).execute()).map(verificationOf);
  },
  listTransfers: async (repositoryId, kind, page) => {
    let query = db.selectFrom('transfer_events').selectAll().where('repository_id', '=', repositoryId);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query.where('at', '<=', value).where((column) => column.or([column('at', '<', value), column('id', '>', tie)]));
    }
    const rows = await query
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, eventOf, ({ at, id }) => descendingKey(at, id));
  },
  findPendingVerification: async (repositoryId, oid) => {
    const row = await db
      .selectFrom('pending_verifications')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where('oid', '=', hashToBinary(oid))
      .executeTakeFirst();
    return row && verificationOf(row);
  },
});
