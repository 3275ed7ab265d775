import { setImmediate } from 'node:timers/promises';
import {
  type ChunkLocation,
  type ChunkName,
  foldersAbove,
  invariant,
  type RepositoryId,
  type TreeFile,
  type TreePath,
  trusted,
} from '@svc/core/model';
import type { TreeRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashFromBinary, hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { statsToText } from '../transfer-stats.js';
import { isSparse } from './chunk-index-records.js';
import { countRow, countRowOut } from './count-row.js';
import { lastOf } from './last-of.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';
import { pathsPerLookUp, treeFileOf, treeQueries } from './tree-queries.js';
import { verificationClaims } from './verification-claims.js';

const fileColumns = ({ sizeBytes, state, receivers, changedAt }: TreeFile) => ({
  size_bytes: sizeBytes,
  state,
  receivers,
  changed_at: changedAt,
});

/** Chunks that one statement adds: it holds the process for a few milliseconds. */
const chunksPerStatement = 500;
const packsPerStatement = 100;

const chunkValues = (chunk: ChunkLocation) =>
  [chunk.name, chunk.pack, chunk.offset, chunk.storedBytes, chunk.rawBytes, chunk.encoding] as const;

/** Whether any pack of the repository is in quarantine or being deleted: hardly ever. */
const hidesPacks = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<boolean> => {
  const row = await db
    .selectFrom('condemned_files')
    .select('path')
    .where('repository_id', '=', repositoryId)
    .where('pack', 'is not', null)
    .where('state', '!=', 'seen')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const hiddenPacks = ({ db }: SqlSource, repositoryId: RepositoryId) =>
  db
    .selectFrom('condemned_files')
    .select('pack')
    .where('repository_id', '=', repositoryId)
    .where('pack', 'is not', null)
    .where('state', '!=', 'seen')
    .$narrowType<{ pack: Uint8Array }>();

/** Removes those of the chunks that lie in the packs. */
const removeIn = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  chunks: readonly ChunkLocation[],
  packs: ReturnType<typeof hiddenPacks> | readonly Uint8Array[],
): Promise<void> => {
  await inBatches(
    chunks,
    async (batch) =>
      db
        .deleteFrom('chunks')
        .where('repository_id', '=', repositoryId)
        .where(
          'name',
          'in',
          batch.map(({ name }) => hashToBinary(name)),
        )
        .where('pack', 'in', packs)
        .execute(),
    chunksPerStatement,
  );
};

/** Lists the repository among those whose trees are collected, due at once. */
const listTree = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  await db
    .insertInto('tree_collections')
    .values({ repository_id: repositoryId, due_at: 0, attempts: 0, dead_bytes: 0 })
    .onConflict((conflict) => conflict.column('repository_id').doNothing())
    .execute();
};

/** The files of a chunk tree, and what is known of the bytes in them. */
export const treeRecords = (source: SqlSource): TreeRecords => {
  const { db, dialect, lookUps } = source;
  return {
    ...verificationClaims(source),
    putFile: async (repositoryId, file) => {
      await db
        .insertInto('tree_files')
        .values({ repository_id: repositoryId, path: file.path, ...fileColumns(file) })
        .onConflict((conflict) => conflict.columns(['repository_id', 'path']).doUpdateSet(fileColumns(file)))
        .execute();
    },
    isObstructed: async (repositoryId, path) => {
      const ofRepository = db.selectFrom('tree_files').select('path').where('repository_id', '=', repositoryId).limit(1);
      const below = await ofRepository
        .where('path', '>', trusted<TreePath>(`${path}/`))
        // The character after `/`.
        .where('path', '<', trusted<TreePath>(`${path}0`))
        .executeTakeFirst();
      const folders = foldersAbove(path);
      if (below !== undefined || folders.length === 0) return below !== undefined;
      return (await ofRepository.where('path', 'in', folders).executeTakeFirst()) !== undefined;
    },
    countFile: async (repositoryId, max) => {
      const count = await countRow(source, repositoryId, 'tree_file_count', max);
      if (count === 1) await listTree(source, repositoryId);
      return count !== undefined;
    },
    removeFile: async (repositoryId, path, state, isCounted = true) => {
      const removed = await db
        .deleteFrom('tree_files')
        .where('repository_id', '=', repositoryId)
        .where('path', '=', path)
        .where('state', '=', state)
        .returning('path')
        .execute();
      if (isCounted && removed.length > 0) await countRowOut(source, repositoryId, 'tree_file_count');
      return removed.length > 0;
    },
    listStaleFiles: async (before, limit) => {
      const rows = await db
        .selectFrom('tree_files')
        .selectAll()
        // A literal, since the index is one of these files alone and a parameter could have any value.
        .where('state', '=', sql.lit('receiving'))
        .where('changed_at', '<', before)
        .where('repository_id', 'not in', removedRepositories(db))
        .orderBy('changed_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...treeFileOf(row), repositoryId: row.repository_id }));
    },
    addPack: async (repositoryId, pack, chunks, at, inPlaceOf = []) => {
      await db
        .insertInto('packs')
        .values({ repository_id: repositoryId, name: hashToBinary(pack), verified_at: at })
        .onConflict((conflict) => conflict.columns(['repository_id', 'name']).doNothing())
        .execute();
      // Dozens of packs are added in one transaction, and between two of them everything else has its turn, too.
      await setImmediate();
      if (await isSparse(source, repositoryId)) return;
      if (await hidesPacks(source, repositoryId)) await removeIn(source, repositoryId, chunks, hiddenPacks(source, repositoryId));
      for (let at = 0; at < inPlaceOf.length; at += packsPerStatement) {
        const former = inPlaceOf.slice(at, at + packsPerStatement).map(hashToBinary);
        await removeIn(source, repositoryId, chunks, former);
      }
      await inBatches(
        chunks,
        (batch) => lookUps.addChunks(db, [repositoryId, dialect.rowsParameter(batch.map(chunkValues))]),
        chunksPerStatement,
      );
    },
    removePacks: async (repositoryId, packs) => {
      await inBatches(
        packs,
        async (batch) =>
          db.deleteFrom('packs').where('repository_id', '=', repositoryId).where('name', 'in', batch.map(hashToBinary)).execute(),
        pathsPerLookUp,
      );
    },
    removeChunksOf: async (repositoryId, packs, after, limit) => {
      let next = db.selectFrom('chunks').select('name').where('repository_id', '=', repositoryId);
      if (after !== undefined) next = next.where('name', '>', hashToBinary(after));
      const { rows } = await lastOf<Uint8Array>(next.orderBy('name').limit(limit), 'name').execute(db);
      const until = rows[0]?.last;
      if (until === undefined) return undefined;
      let looked = db.deleteFrom('chunks').where('repository_id', '=', repositoryId).where('name', '<=', until);
      if (after !== undefined) looked = looked.where('name', '>', hashToBinary(after));
      await inBatches(packs, async (batch) => looked.where('pack', 'in', batch.map(hashToBinary)).execute(), pathsPerLookUp);
      return trusted<ChunkName>(hashFromBinary(until));
    },
    setManifest: async (repositoryId, oid, manifestSha256, chunkCount) => {
      const rows = await db
        .updateTable('objects')
        .set((expression) => ({
          manifest_sha256: expression.fn.coalesce('manifest_sha256', expression.val(hashToBinary(manifestSha256))),
          chunk_count: sql<number | null>`case when manifest_sha256 is null then ${chunkCount} else chunk_count end`,
        }))
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hashToBinary(oid))
        .returning('oid')
        .execute();
      invariant(rows.length > 0, 'a manifest is frozen for an object that is registered');
    },
    replaceManifest: async (repositoryId, oid, former, latter) => {
      const replaced = [];
      for (const table of ['objects', 'quarantined_objects'] as const) {
        const rows = await db
          .updateTable(table)
          .set({ manifest_sha256: hashToBinary(latter) })
          .where('repository_id', '=', repositoryId)
          .where('oid', '=', hashToBinary(oid))
          .where('manifest_sha256', '=', hashToBinary(former))
          .returning('oid')
          .execute();
        replaced.push(...rows);
      }
      return replaced.length > 0;
    },
    addTransfer: async (repositoryId, { id, kind, stats, at }) => {
      await db
        .insertInto('transfer_events')
        .values({ repository_id: repositoryId, id, kind, stats: statsToText(stats), at })
        .execute();
    },
    addPendingVerification: async ({ repositoryId, oid, sizeBytes, name, requestedBy, requestedAt }) => {
      const repository = db.selectFrom('repositories').select('organization_id').where('id', '=', repositoryId);
      await db
        .insertInto('pending_verifications')
        .values({
          repository_id: repositoryId,
          oid: hashToBinary(oid),
          size_bytes: sizeBytes,
          name: name ?? null,
          requested_by: requestedBy,
          requested_at: requestedAt,
          organization_id: repository,
          due_at: requestedAt,
          claimed_by: null,
          attempts: 0,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['repository_id', 'oid'])
            .doUpdateSet((row) => ({ name: row.ref('excluded.name') }))
            .where('pending_verifications.name', 'is', null)
            .where('excluded.name', 'is not', null),
        )
        .execute();
    },
    removePendingVerification: async (repositoryId, oid) => {
      await db
        .deleteFrom('pending_verifications')
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hashToBinary(oid))
        .execute();
    },
    ...treeQueries(source),
  };
};
