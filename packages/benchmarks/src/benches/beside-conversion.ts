import { createNodeCodec } from '@svc/codec-node';
import type { ChunkCodec } from '@svc/core/ports';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHonestClient } from '../attacks/honest-client.js';
import { newTenant } from '../attacks/tenant.js';
import type { Timed } from '../attacks/timed.js';
import { writeModel, writeSecondModel } from '../data/model.js';
import { atMost, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { percentile } from '../measure/percentile.js';
import { versionedFile } from '../peers/git-lfs-versions.js';
import { createApi, createRepositoryPath, numberAt } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_126;
const rounds = Number(process.env['BESIDE_CONVERSION_ROUNDS'] ?? 5);
const versions = 12;
const fileBytes = 16 * 2 ** 20;
const pollMs = 200;
const requests = ['PUT', 'finalize', 'download'];
const warmUpMs = 2000;
const measuredMs = 8000;

const p99 = (times: readonly Timed[], what: string): number =>
  percentile(
    times
      .filter((time) => time.what === what)
      .map(({ ms }) => ms)
      .toSorted((left, right) => left - right),
    0.99,
  );

/** Somebody else's versions of a model, as git-lfs pushes them; how to have them converted, and how many bytes are. */
const pushVersions = async (folder: string, server: Awaited<ReturnType<typeof startSvcServer>>) => {
  const api = createApi(server.baseUrl, server.credential);
  const repository = await createRepositoryPath(api);
  const file = await versionedFile(join(folder, 'home'), { ...server, repositoryId: repository.split('/').at(-1) ?? '' });
  const paths = Array.from({ length: versions }, (_, at) => join(folder, `version-${at}`));
  for (const [at, path] of paths.entries()) {
    const former = paths[at - 1];
    await (former === undefined ? writeModel(path, fileBytes, seed) : writeSecondModel(former, path, seed + at, 0));
    await file.push(path);
  }
  return {
    convert: () => api('PATCH', repository, { deduplicate: 'all' }),
    convertedBytes: async (): Promise<number> =>
      numberAt(await api('GET', `${repository}/storage/summary`), 'storage', 'converted', 'former_bytes'),
  };
};

const playRound = (codec: ChunkCodec) =>
  withTemporaryFolder(async (folder) => {
    const server = await startSvcServer(folder, { environment: { GC_RECLAIM: 'true' } });
    const { convert, convertedBytes } = await pushVersions(folder, server);
    const honest = await createHonestClient(await newTenant(server), codec);
    await honest.work(warmUpMs);
    const alone = await honest.work(measuredMs);
    await convert();
    while ((await convertedBytes()) === 0) await sleep(pollMs);
    const before = await convertedBytes();
    const beside = await honest.work(measuredMs);
    const converted = (await convertedBytes()) - before;
    await server.stop();
    return { alone, beside, converted };
  });

const measure = async (): Promise<Outcome> => {
  const codec = await createNodeCodec();
  const played = [];
  for (let round = 0; round < rounds; round += 1) played.push(await playRound(codec));
  const rows = played.flatMap(({ alone, beside, converted }) =>
    requests.map((what) => {
      const [aloneMs, besideMs] = [p99(alone, what), p99(beside, what)];
      return {
        'p99 of': what,
        'alone, ms': rounded(aloneMs),
        'beside, ms': rounded(besideMs),
        ratio: rounded(besideMs / aloneMs),
        'converted meanwhile, MB': Math.round(converted / 1e6),
      };
    }),
  );
  const medianOf = (what: string): number => median(rows.filter((row) => row['p99 of'] === what).map(({ ratio }) => ratio));
  return {
    rows,
    goals: requests.map((what) => atMost(`p99 of ${what} beside a conversion against alone`, medianOf(what), 1.2)),
  };
};

export const besideConversion: Bench = {
  name: 'beside-conversion',
  about: `p99 of the requests of an honest client's pushes and downloads of 64 KiB while the server converts ${versions} versions of ${Math.round(fileBytes / 1e6)} MB of somebody else, against itself alone`,
  run: measure,
};
