import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { prefixBytes, type SparseTree } from './sparse-tree.js';


/** Puts rows behind a server's back, and says what they take. */
export interface SparseRows {
  /** Makes the index of the repository sparse, with the hooks and packs of the tree; answers how many bytes the hooks take. */
  add(repositoryId: string, tree: SparseTree): Promise<number>;
  /** Adds rows of chunks with these names, one after the other, to the repository, and answers how many bytes they take. */
  addChunks(repositoryId: string, names: Buffer): Promise<number>;
  close(): Promise<void>;
}

const nameBytes = 32;
const rowsAtOnce = 50_000;
const longAgo = 1_700_000_000_000;

const mapsOf = ({ maps, mapNumbers }: SparseTree, from: number, to: number): Buffer =>
  Buffer.from([...mapNumbers.subarray(from, to)].map((number) => maps[number]).join(''), 'hex');

const sliceOf = (bytes: Buffer, width: number, at: number): Buffer => bytes.subarray(at * width, (at + 1) * width);

export const sqliteRows = (folder: string): SparseRows => {
  const database = new Database(join(folder, 'data', 'svc.db'));
  const sizeOf = (table: string): number =>
    database.prepare<[string], number>('select sum(pgsize) from dbstat where name = ?').pluck().get(table) ?? 0;
  const inTransactions = (count: number, add: (at: number) => void): void => {
    for (let from = 0; from < count; from += rowsAtOnce) {
      database.exec('begin immediate');
      for (let at = from; at < Math.min(count, from + rowsAtOnce); at += 1) add(at);
      database.exec('commit');
    }
  };
  return {
    add: async (repositoryId, tree) => {
      const { lastInsertRowid: sequence } = database
        .prepare('insert into chunk_indexes (repository_id, is_sparse) values (?, 1)')
        .run(repositoryId);
      const addHook = database.prepare('insert into chunk_hooks (index_sequence, prefix, map) values (?, ?, ?)');
      const maps = tree.maps.map((map) => Buffer.from(map, 'hex'));
      inTransactions(tree.mapNumbers.length, (at) =>
        addHook.run(sequence, sliceOf(tree.prefixes, prefixBytes, at), maps[tree.mapNumbers[at] ?? 0]),
      );
      const addPack = database.prepare('insert into packs (repository_id, name, verified_at) values (?, ?, ?)');
      inTransactions(tree.packs.length / nameBytes, (at) =>
        addPack.run(repositoryId, sliceOf(tree.packs, nameBytes, at), longAgo),
      );
      return Promise.resolve(sizeOf('chunk_hooks'));
    },
    addChunks: async (repositoryId, names) => {
      const add = database.prepare('insert into chunks values (?, ?, ?, ?, 100000, 131072, 1)');
      const pack = randomBytes(nameBytes);
      inTransactions(names.length / nameBytes, (at) => add.run(repositoryId, sliceOf(names, nameBytes, at), pack, at));
      return Promise.resolve(sizeOf('chunks'));
    },
    close: async () => Promise.resolve(void database.close()),
  };
};

const part = (bytes: string, width: number): string => `substring(${bytes}::bytea from at * ${width} + 1 for ${width})`;

export const postgresRows = async (url: string): Promise<SparseRows> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sizeOf = async (table: string): Promise<number> => {
    await client.query(`vacuum analyze ${table}`);
    const { rows } = await client.query<{ bytes: string }>('select pg_total_relation_size($1::regclass) as bytes', [table]);
    return Number(rows[0]?.bytes);
  };
  const inBatches = async (count: number, add: (from: number, to: number) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < count; from += rowsAtOnce) await add(from, Math.min(count, from + rowsAtOnce));
  };
  return {
    add: async (repositoryId, tree) => {
      const made = await client.query<{ sequence: string }>(
        'insert into chunk_indexes (repository_id, is_sparse) values ($1, 1) returning sequence',
        [repositoryId],
      );
      const sequence = made.rows[0]?.sequence;
      await inBatches(tree.mapNumbers.length, (from, to) =>
        client.query(
          `insert into chunk_hooks select $1, ${part('$2', prefixBytes)}, ${part('$3', nameBytes)} from generate_series(0, $4::int - 1) as at`,
          [sequence, tree.prefixes.subarray(from * prefixBytes, to * prefixBytes), mapsOf(tree, from, to), to - from],
        ),
      );
      await inBatches(tree.packs.length / nameBytes, (from, to) =>
        client.query(
          `insert into packs select $1, ${part('$2', nameBytes)}, ${longAgo} from generate_series(0, $3::int - 1) as at`,
          [repositoryId, tree.packs.subarray(from * nameBytes, to * nameBytes), to - from],
        ),
      );
      await client.query('vacuum analyze packs');
      return sizeOf('chunk_hooks');
    },
    addChunks: async (repositoryId, names) => {
      await inBatches(names.length / nameBytes, (from, to) =>
        client.query(
          `insert into chunks select $1, ${part('$2', nameBytes)}, $3::bytea, at, 100000, 131072, 1 from generate_series(0, $4::int - 1) as at`,
          [repositoryId, names.subarray(from * nameBytes, to * nameBytes), randomBytes(nameBytes), to - from],
        ),
      );
      return sizeOf('chunks');
    },
    close: () => client.end(),
  };
};
