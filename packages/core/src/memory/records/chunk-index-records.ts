import { invariant } from '../../model/app-error.js';
import type { ChunkName, RepositoryId } from '../../model/values/index.js';
import type { ChunkIndexQueries, ChunkIndexRecords } from '../../ports/records/chunk-index-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

/** The first half of a name. */
const prefixOf = (name: ChunkName): string => name.slice(0, 32);

const chunksOf = (tables: ReadableTables, repositoryId: RepositoryId) =>
  tables.chunks
    .where((row) => row.repositoryId === repositoryId)
    .map(({ chunk }) => chunk.name)
    .toSorted(compareText);

export const chunkIndexQueries = (tables: ReadableTables): ChunkIndexQueries => ({
  isSparse: async (repositoryId) => tables.sparseIndexes.get(repositoryId) !== undefined,
  findHooks: async (repositoryId, names) =>
    new Map(
      names.flatMap((name) => {
        const hook = tables.chunkHooks.get(keyOf(repositoryId, prefixOf(name)));
        return hook === undefined ? [] : [[name, hook.map]];
      }),
    ),
  countChunks: async (repositoryId, after, limit) => {
    const next = chunksOf(tables, repositoryId)
      .filter((name) => after === undefined || name > after)
      .slice(0, limit);
    return { count: next.length, last: next.at(-1) };
  },
});

export const chunkIndexRecords = (tables: DraftTables): ChunkIndexRecords => ({
  makeSparse: async (repositoryId) => {
    invariant(tables.repositories.get(repositoryId) !== undefined, 'an index belongs to a repository');
    tables.sparseIndexes.put(repositoryId, { repositoryId });
  },
  addHooks: async (repositoryId, hooks, noted) => {
    invariant(tables.repositories.get(repositoryId) !== undefined, 'an index belongs to a repository');
    for (const { name, map } of hooks) {
      const prefix = prefixOf(name);
      const key = keyOf(repositoryId, prefix);
      if (noted === 'is replaced' || tables.chunkHooks.get(key) === undefined) {
        tables.chunkHooks.put(key, { repositoryId, prefix, map });
      }
    }
  },
  removeHooksOf: async (repositoryId, maps, after, limit) => {
    const next = tables.chunkHooks
      .where((row) => row.repositoryId === repositoryId && (after === undefined || row.prefix > after))
      .toSorted((left, right) => compareText(left.prefix, right.prefix))
      .slice(0, limit);
    for (const { prefix, map } of next) if (maps.includes(map)) tables.chunkHooks.remove(keyOf(repositoryId, prefix));
    return next.at(-1)?.prefix;
  },
  removeChunks: async (repositoryId, limit) => {
    const next = chunksOf(tables, repositoryId).slice(0, limit);
    for (const name of next) tables.chunks.remove(keyOf(repositoryId, name));
    return next.length === limit;
  },
  ...chunkIndexQueries(tables),
});
