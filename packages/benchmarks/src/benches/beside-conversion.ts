import { createNodeCodec } from '@svc/codec-node';
import type { ChunkCodec } from '@svc/core/ports';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHonestClient } from '../attacks/honest-client.js';
import { newTenant } from '../attacks/tenant.js';
import type { Timed } from '../attacks/timed.js';
import { writeModel, writeSecondModel } from '../data/model.js';
import { atMost, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { percentile } from '../measure/percentile.js';
import { versionedFile } from '../peers/git-lfs-versions.js';
import { createApi, createRepositoryPath, numberAt } from '../server/api.js';
import { startSvcServer, type SvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_126;
const rounds = Number(process.env['BESIDE_CONVERSION_ROUNDS'] ?? 5);
const versions = 14;
const fileBytes = 16 * 2 ** 20;
const pollMs = 200;
const requests = ['PUT', 'finalize', 'download'];
const warmUpMs = 2000;
/** What the machine does besides changes from minute to minute, so that both are measured in turns, each for so long and as often in a round. */
const sliceMs = 1000;
const slices = 9;

const p99 = (times: readonly Timed[], what: string): number =>
  percentile(
    times
      .filter((time) => time.what === what)
      .map(({ ms }) => ms)
      .toSorted((left, right) => left - right),
    0.99,
  );

interface Round {
  readonly alone: readonly Timed[];
  readonly beside: readonly Timed[];
  readonly converted: number;
}

const environment = { GC_RECLAIM: 'true' };

/** Somebody else's versions of a model, as git-lfs pushes them; in which repository. */
const pushVersions = async (folder: string, server: SvcServer): Promise<string> => {
  const repository = await createRepositoryPath(createApi(server.baseUrl, server.credential));
  const file = await versionedFile(join(folder, 'home'), { ...server, repositoryId: repository.split('/').at(-1) ?? '' });
  const paths = Array.from({ length: versions }, (_, at) => join(folder, `version-${at}`));
  for (const [at, path] of paths.entries()) {
    const former = paths[at - 1];
    await (former === undefined ? writeModel(path, fileBytes, seed) : writeSecondModel(former, path, seed + at, 0));
    await file.push(path);
  }
  return repository;
};

/** A server that stands still but while it is measured, and what an honest client's requests took there. */
const startMeasured = async (folder: string, credential: string, codec: ChunkCodec) => {
  const server = await startSvcServer(folder, { environment, credential });
  const honest = await createHonestClient(await newTenant(server), codec);
  await honest.work(warmUpMs);
  const times: Timed[] = [];
  return {
    server,
    times,
    standStill: () => process.kill(server.pid, 'SIGSTOP'),
    measure: async (): Promise<void> => {
      process.kill(server.pid, 'SIGCONT');
      times.push(...(await honest.work(sliceMs)));
      process.kill(server.pid, 'SIGSTOP');
    },
    stop: async (): Promise<void> => {
      process.kill(server.pid, 'SIGCONT');
      await server.stop();
    },
  };
};

/** Begins the conversions; resolves when the first of them is done to how many bytes are. */
const beginConversions = async ({ baseUrl, credential }: SvcServer, repository: string): Promise<() => Promise<number>> => {
  const api = createApi(baseUrl, credential);
  const convertedBytes = async (): Promise<number> =>
    numberAt(await api('GET', `${repository}/storage/summary`), 'storage', 'converted', 'former_bytes');
  await api('PATCH', repository, { deduplicate: 'all' });
  while ((await convertedBytes()) === 0) await sleep(pollMs);
  return convertedBytes;
};

/** Two servers on the same data, of which one converts. */
const playRound = (codec: ChunkCodec) =>
  withTemporaryFolder(async (folder) => {
    const [here, there] = [join(folder, 'here'), join(folder, 'there')];
    await mkdir(here);
    const first = await startSvcServer(here, { environment });
    const repository = await pushVersions(folder, first);
    await first.stop();
    await cp(here, there, { recursive: true });
    const alone = await startMeasured(here, first.credential, codec);
    alone.standStill();
    const beside = await startMeasured(there, first.credential, codec);
    const convertedBytes = await beginConversions(beside.server, repository);
    const before = await convertedBytes();
    for (let slice = 0; slice < slices; slice += 1) {
      await beside.measure();
      await alone.measure();
    }
    process.kill(beside.server.pid, 'SIGCONT');
    const after = await convertedBytes();
    if (after >= versions * fileBytes) throw new Error('all of it was converted before the measurement ended');
    await Promise.all([alone.stop(), beside.stop()]);
    return { alone: alone.times, beside: beside.times, converted: after - before };
  });

/** What is compared: the 99th percentile of each kind of request, of which a round has too few. */
const rowsOf = (round: string, { alone, beside, converted }: Round) =>
  requests.map((what) => {
    const [aloneMs, besideMs] = [p99(alone, what), p99(beside, what)];
    return {
      round,
      'p99 of': what,
      'alone, ms': rounded(aloneMs),
      'beside, ms': rounded(besideMs),
      ratio: rounded(besideMs / aloneMs),
      'requests alone, beside': [alone, beside].map((times) => times.filter((time) => time.what === what).length).join(', '),
      'converted meanwhile, MB': Math.round(converted / 1e6),
    };
  });

const together = (played: readonly Round[]): Round => ({
  alone: played.flatMap(({ alone }) => alone),
  beside: played.flatMap(({ beside }) => beside),
  converted: played.reduce((sum, { converted }) => sum + converted, 0),
});

const measure = async (): Promise<Outcome> => {
  const codec = await createNodeCodec();
  const played: Round[] = [];
  for (let round = 0; round < rounds; round += 1) played.push(await playRound(codec));
  const all = rowsOf('all', together(played));
  return {
    rows: [...played.flatMap((round, at) => rowsOf(String(at + 1), round)), ...all],
    goals: all.map((row) => atMost(`p99 of ${row['p99 of']} beside a conversion against alone`, row.ratio, 1.2)),
  };
};

export const besideConversion: Bench = {
  name: 'beside-conversion',
  about: `p99 of the requests of an honest client's pushes and downloads of 64 KiB while the server converts ${versions} versions of ${Math.round(fileBytes / 1e6)} MB of somebody else, against itself alone`,
  run: measure,
};
