import Database from 'better-sqlite3';
import { newDatabase } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeModel, writeSecondModel } from '../data/model.js';
import { postgresRows, type SparseRows, sqliteRows } from '../data/sparse-rows.js';
import { makeUpSparseTree, namesFrom, type SparseTree } from '../data/sparse-tree.js';
import { writeSourceTar } from '../data/source-tar.js';
import { atLeast, below, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { percentile } from '../measure/percentile.js';
import { processorSeconds } from '../measure/processor-time.js';
import { svc } from '../peers/svc.js';
import { createApi, createRepositoryPath, numberAt } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_126;
const chunks = Number(process.env['SPARSE_CHUNKS'] ?? 100_000_000);
const lookUps = Number(process.env['SPARSE_LOOK_UPS'] ?? 500);
const namesPerLookUp = 1000;
/** By which rows of a full table are measured. */
const fullChunks = 1_000_000;
const versions = 10;
const versionBytes = 12 * 4 * 2 ** 20;

interface Timed {
  readonly sorted: readonly number[];
  /** Of the server alone, for one look-up. */
  readonly cpuMs: number;
  readonly foundShare: number;
}

type LookUp = (names: readonly string[]) => Promise<number>;

const time = async (pid: number, lookUp: LookUp, asked: Iterable<readonly string[]>): Promise<Timed> => {
  const cpuBefore = processorSeconds(pid);
  const times: number[] = [];
  let [found, all] = [0, 0];
  for (const names of asked) {
    const begun = performance.now();
    found += await lookUp(names);
    times.push(performance.now() - begun);
    all += names.length;
  }
  const cpuMs = (1000 * (processorSeconds(pid) - cpuBefore)) / times.length;
  return { sorted: times.sort((left, right) => left - right), cpuMs, foundShare: found / all };
};

/** At another place of the file each time: what is read was not met before. */
function* atRandom(folder: string, tree: SparseTree): Generator<string[]> {
  for (let at = 0; at < lookUps; at += 1) {
    const map = Math.floor((tree.maps.length - 12) * ((at * 0.618_034) % 1));
    yield namesFrom(folder, tree, map, (at * 37) % 200, namesPerLookUp);
  }
}

/** Through the file, as one push goes. */
function* inOrder(folder: string, tree: SparseTree): Generator<string[]> {
  const names = namesFrom(folder, tree, 0, 100, lookUps * namesPerLookUp);
  for (let at = 0; at + namesPerLookUp <= names.length; at += namesPerLookUp) yield names.slice(at, at + namesPerLookUp);
}

/** Of rows of their own, at random. */
function* ofRows(names: Buffer): Generator<string[]> {
  for (let at = 0; at < lookUps; at += 1) {
    yield Array.from({ length: namesPerLookUp }, (_, name) => {
      const row = (at * 7919 + name * 104_729) % fullChunks;
      return names.toString('hex', 32 * row, 32 * row + 32);
    });
  }
}

function* unknown(): Generator<string[]> {
  for (let at = 0; at < lookUps; at += 1) {
    const text = randomBytes(32 * namesPerLookUp).toString('hex');
    yield Array.from({ length: namesPerLookUp }, (_, name) => text.slice(64 * name, 64 * name + 64));
  }
}

interface Stack {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly openRows: (folder: string) => Promise<SparseRows>;
}

const measureStack = async (folder: string, maps: string, tree: SparseTree, stack: Stack): Promise<Outcome> => {
  await mkdir(folder, { recursive: true });
  const server = await startSvcServer(folder, { environment: stack.environment });
  const api = createApi(server.baseUrl, server.credential);
  const repository = await createRepositoryPath(api);
  const full = await createRepositoryPath(api, 'Full');
  const idOf = (path: string): string => path.split('/').at(-1) ?? '';
  const rows = await stack.openRows(folder);
  const hookBytes = await rows.add(idOf(repository), tree);
  const names = randomBytes(32 * fullChunks);
  const chunkBytes = await rows.addChunks(idOf(full), names);
  await rows.close();
  const served = join(folder, 'data', 'blobs', 'repositories', idOf(repository), 'cas', 'chunks', 'maps');
  await mkdir(dirname(served), { recursive: true });
  await rename(maps, served);
  const lookUpIn =
    (path: string): LookUp =>
    async (asked) =>
      numberAt(await api('POST', `${path}/lfs/objects/chunks`, { chunks: asked }), 'chunks', 'length');
  const [sparse, rowwise] = [lookUpIn(repository), lookUpIn(full)];
  const { pid } = server;
  const timed = [
    ['sparse, at a random place', await time(pid, sparse, atRandom(served, tree))],
    ['sparse, in the order of a file', await time(pid, sparse, inOrder(served, tree))],
    ['sparse, unknown names', await time(pid, sparse, unknown())],
    ['full table, known names', await time(pid, rowwise, ofRows(names))],
    ['full table, unknown names', await time(pid, rowwise, unknown())],
  ] as const;
  await rename(served, maps);
  await server.stop();
  const slope = hookBytes / tree.chunks;
  return {
    rows: [
      ...timed.map(([kind, { sorted, cpuMs, foundShare }]) => ({
        stack: stack.name,
        what: `1,000 names: ${kind}`,
        'p50 ms': rounded(percentile(sorted, 0.5)),
        'p95 ms': rounded(percentile(sorted, 0.95)),
        'server CPU ms': rounded(cpuMs),
        found: rounded(foundShare),
      })),
      {
        stack: stack.name,
        what: `${tree.chunks} chunks: ${tree.mapNumbers.length} hooks`,
        MB: rounded(hookBytes / 1e6),
        'bytes a chunk': rounded(slope),
        'bytes a row': rounded(hookBytes / tree.mapNumbers.length),
        'GB at 10^9 chunks': rounded(slope),
      },
      {
        stack: stack.name,
        what: `full table of ${fullChunks} chunks`,
        MB: rounded(chunkBytes / 1e6),
        'bytes a chunk': rounded(chunkBytes / fullChunks),
        'GB at 10^9 chunks': rounded(chunkBytes / fullChunks),
      },
    ],
    goals: timed
      .slice(0, 3)
      .map(([kind, { sorted }]) => below(`${stack.name}: p95 of 1,000 names, ${kind}, ms`, percentile(sorted, 0.95), 50)),
  };
};

type WriteVersion = (path: string, former: string | undefined, version: number) => Promise<void>;

const kinds: Readonly<Record<string, WriteVersion>> = {
  model: async (path, former, version) =>
    former === undefined ? writeModel(path, versionBytes, seed) : writeSecondModel(former, path, seed + version, 0),
  tar: (path, _former, version) => writeSourceTar(path, { sizeBytes: versionBytes, seed, version: version + 1 }),
};

/** What each version has added when all are pushed, in bytes. */
const pushAll = (paths: readonly string[], isSparse: boolean): Promise<readonly number[]> =>
  withTemporaryFolder(async (folder) => {
    const peer = await svc(folder);
    await peer.create();
    if (isSparse) {
      const database = new Database(join(folder, 'data', 'svc.db'));
      database.exec('insert into chunk_indexes (repository_id, is_sparse) select id, 1 from repositories');
      database.close();
    }
    const stored = [0];
    for (const [at, path] of paths.entries()) {
      await peer.store(`v${at}`, path);
      stored.push(await peer.storedBytes());
    }
    await peer.stop();
    return stored.slice(1).map((bytes, at) => bytes - (stored[at] ?? 0));
  });

const measureVersions = (kind: string, write: WriteVersion): Promise<Outcome> =>
  withTemporaryFolder(async (folder) => {
    const paths = Array.from({ length: versions }, (_, at) => join(folder, `version-${at}`));
    for (const [at, path] of paths.entries()) await write(path, paths[at - 1], at);
    const [full, sparse] = [await pushAll(paths, false), await pushAll(paths, true)];
    const [first = 0] = full;
    const savedOf = (added: readonly number[]): number => added.slice(1).reduce((sum, bytes) => sum + first - bytes, 0);
    const added = (bytes: readonly number[]): number => rounded(bytes.slice(1).reduce((sum, one) => sum + one, 0) / 1e6);
    const share = savedOf(sparse) / savedOf(full);
    return {
      rows: [
        { what: `${kind}: full table`, 'v1 MB': rounded(first / 1e6), 'v2 to v10 MB': added(full) },
        {
          what: `${kind}: sparse index`,
          'v1 MB': rounded((sparse[0] ?? 0) / 1e6),
          'v2 to v10 MB': added(sparse),
          found: rounded(share),
        },
      ],
      goals: [atLeast(`${kind}: saved by the sparse index against the full table`, share, 0.97)],
    };
  });

const measure = (folder: string): Promise<Outcome> => measureAll(folder, join(folder, 'maps'));

const measureAll = async (folder: string, maps: string): Promise<Outcome> => {
  const outcomes: Outcome[] = [];
  for (const [kind, write] of Object.entries(kinds)) outcomes.push(await measureVersions(kind, write));
  const tree = await makeUpSparseTree(maps, chunks);
  const sqlite = { name: 'SQLite', environment: {}, openRows: (at: string) => Promise.resolve(sqliteRows(at)) };
  outcomes.push(await measureStack(join(folder, 'sqlite'), maps, tree, sqlite));
  const database = await newDatabase();
  const environment = { DATABASE_URL: database.url };
  const postgres = { name: 'PostgreSQL', environment, openRows: () => postgresRows(database.url) };
  outcomes.push(await measureStack(join(folder, 'postgres'), maps, tree, postgres));
  await database.drop();
  return { rows: outcomes.flatMap(({ rows }) => rows), goals: outcomes.flatMap(({ goals }) => goals) };
};

export const sparseIndex: Bench = {
  name: 'sparse-index',
  about: `${chunks} made-up chunks that are found by hooks: what these take, and look-ups of ${namesPerLookUp} names over HTTP; and what svc push of ${versions} versions saves with a sparse index against a full table`,
  run: () => withTemporaryFolder(measure),
};
