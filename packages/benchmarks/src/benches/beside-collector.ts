import Database from 'better-sqlite3';
import { createNodeCodec } from '@svc/codec-node';
import type { ChunkCodec } from '@svc/core/ports';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pauseMs, smallPushes } from '../attacks/small-pushes.js';
import { newTenant } from '../attacks/tenant.js';
import { writeModel } from '../data/model.js';
import { atMost, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { percentile } from '../measure/percentile.js';
import { svcCommand } from '../peers/svc-command.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer, type SvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_126;
const rounds = Number(process.env['BESIDE_COLLECTOR_ROUNDS'] ?? 5);
const megabytes = Number(process.env['BESIDE_COLLECTOR_MB'] ?? 512);
const fileBytes = Math.ceil(megabytes / 4) * 4 * 2 ** 20;
const pieceBytes = 8 * 2 ** 20;
const pushers = 4;
const warmUpMs = 2000;
const measuredMs = 8000;
const dayAndMore = 25 * 3_600_000;

/** Has the jobs that wait for ten minutes wait for a moment. */
const hurried = fileURLToPath(new URL('../../../../examples/reference-server/test/crash/hurried-collector.mjs', import.meta.url));

/** Every other 8 MiB of a file: when the file itself is removed, half of each pack is dead. */
const writeEveryOther = async (from: string, to: string): Promise<void> => {
  const pieces = async function* (): AsyncIterable<Buffer> {
    let isKept = true;
    for await (const piece of createReadStream(from, { highWaterMark: pieceBytes })) {
      if (isKept) yield piece;
      isKept = !isKept;
    }
  };
  await pipeline(Readable.from(pieces()), createWriteStream(to));
};

/** Somebody has pushed a file and the half of it, and removed the whole one; in which repository. */
const pushAndRemove = async (folder: string, server: SvcServer): Promise<string> => {
  const api = createApi(server.baseUrl, server.credential);
  const repository = await createRepositoryPath(api);
  const [whole, half] = [join(folder, 'whole'), join(folder, 'half')];
  await writeModel(whole, fileBytes, seed);
  await writeEveryOther(whole, half);
  const repositoryId = repository.split('/').at(-1) ?? '';
  const env = { SVC_URL: server.baseUrl, SVC_TOKEN: server.credential, SVC_REPOSITORY: repositoryId };
  // Files of one size are cut alike, those of another otherwise, unless it is said.
  for (const path of [whole, half]) await svcCommand(['push', '--profile', 'fastcdc-64k', path], { env });
  const oid = createHash('sha256')
    .update(await readFile(whole))
    .digest('hex');
  await api('DELETE', `${repository}/objects/${oid}`);
  return repositoryId;
};

/** What was pushed to the repository is more than a day old, what was removed is forgotten, and its tree is due, no other. */
const age = (folder: string, repositoryId: string): void => {
  const database = new Database(join(folder, 'data', 'svc.db'));
  for (const statement of [
    'delete from quarantined_objects where repository_id = ?',
    `update tree_files set changed_at = changed_at - ${dayAndMore} where repository_id = ?`,
    `update packs set verified_at = verified_at - ${dayAndMore} where repository_id = ?`,
    `update tree_collections set due_at = iif(repository_id = ?, 0, ${Number.MAX_SAFE_INTEGER})`,
  ])
    database.prepare(statement).run(repositoryId);
  database.close();
};

/** How many bytes the packs of the repository have, rewritten ones and those that they replace: nothing is deleted so soon. */
const packBytes = (folder: string, repositoryId: string): number => {
  const database = new Database(join(folder, 'data', 'svc.db'), { readonly: true });
  const row = database
    .prepare<[string], { bytes: number | null }>(
      "select sum(size_bytes) as bytes from tree_files where repository_id = ? and path like 'chunks/packs/%'",
    )
    .get(repositoryId);
  database.close();
  return row?.bytes ?? 0;
};

/** The 99th percentile of a push of 64 KiB, of four people who go on pushing. */
const measurePushes = async (
  server: SvcServer,
  codec: ChunkCodec,
): Promise<{ readonly p99Ms: number; readonly count: number }> => {
  const tenant = await newTenant(server);
  const work = async (ms: number): Promise<readonly number[]> => {
    const end = performance.now() + ms;
    const times: number[] = [];
    const pushOn = async (): Promise<void> => {
      const push = smallPushes(tenant, await tenant.newRepository(), codec);
      while (performance.now() < end) {
        times.push((await push()).reduce((sum, each) => sum + each.ms, 0));
        await sleep(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: pushers }, pushOn));
    return times.toSorted((left, right) => left - right);
  };
  await work(warmUpMs);
  const times = await work(measuredMs);
  return { p99Ms: percentile(times, 0.99), count: times.length };
};

const playRound = (codec: ChunkCodec) =>
  withTemporaryFolder(async (folder) => {
    const environment = { GC_RECLAIM: 'true' };
    const server = await startSvcServer(folder, { environment });
    const repositoryId = await pushAndRemove(folder, server);
    await server.stop();
    const quiet = await startSvcServer(folder, { environment });
    const alone = await measurePushes(quiet, codec);
    await quiet.stop();
    age(folder, repositoryId);
    const before = packBytes(folder, repositoryId);
    const busy = await startSvcServer(folder, { environment, nodeOptions: [`--import=${hurried}`] });
    const beside = await measurePushes(busy, codec);
    const rewritten = packBytes(folder, repositoryId) - before;
    await busy.stop();
    return { alone, beside, rewritten };
  });

const measure = async (): Promise<Outcome> => {
  const codec = await createNodeCodec();
  const played = [];
  for (let round = 0; round < rounds; round += 1) played.push(await playRound(codec));
  const rows = played.map(({ alone, beside, rewritten }) => ({
    'alone, p99 ms': rounded(alone.p99Ms),
    'beside, p99 ms': rounded(beside.p99Ms),
    ratio: rounded(beside.p99Ms / alone.p99Ms),
    'pushes alone, beside': `${alone.count}, ${beside.count}`,
    'rewritten meanwhile, MB': Math.round(rewritten / 1e6),
  }));
  return {
    rows,
    goals: [atMost('p99 of a push beside the collector against alone', median(rows.map(({ ratio }) => ratio)), 1.2)],
  };
};

export const besideCollector: Bench = {
  name: 'beside-collector',
  about: `p99 of a push of 64 KiB, four at once, while the collector rewrites the packs of ${Math.round(fileBytes / 1e6)} MB of which half is dead, against itself alone`,
  run: measure,
};
