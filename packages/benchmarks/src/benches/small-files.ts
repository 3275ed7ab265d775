import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../data/random.js';
import { type Bench, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { commandClient, gitLfsClient, type SmallFilesClient } from '../peers/small-files-clients.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer, type SvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const fileCount = 300;
/** The second ones are larger than what a push sends whole. */
const sets = [
  { fileBytes: 10_000, rounds: 5 },
  { fileBytes: 450_000, rounds: 3 },
];
/** The defaults of spec 9. */
const rateLimit = { RATE_LIMIT_RPS: '30', RATE_LIMIT_BURST: '60' };
/** Until the credential may burst again. */
const refillMs = 2500;

const writeFiles = async (folder: string, fileBytes: number, seed: number): Promise<void> => {
  const random = seededRandom(seed);
  await mkdir(folder);
  for (let at = 0; at < fileCount; at += 1) {
    await writeFile(
      join(folder, `${at}.bin`),
      Uint32Array.from({ length: fileBytes / 4 }, () => random.next()),
    );
  }
};

interface Times {
  readonly push: number[];
  readonly pull: number[];
}

const measureClient = async (
  server: SvcServer,
  folder: string,
  client: SmallFilesClient,
  { fileBytes, round, times }: { readonly fileBytes: number; readonly round: number; readonly times: Times },
): Promise<void> => {
  const name = `${client.name} ${fileBytes} ${round}`;
  const home = join(folder, name);
  await mkdir(home);
  await writeFiles(join(home, 'files'), fileBytes, round);
  const path = await createRepositoryPath(createApi(server.baseUrl, server.credential), name);
  const prepared = await client.prepare(home, { ...server, repositoryId: path.split('/').at(-1) ?? '' });
  await wait(refillMs);
  times.push.push(await prepared.push());
  await wait(refillMs);
  times.pull.push(await prepared.pull());
};

const measureSet = async (server: SvcServer, folder: string, { fileBytes, rounds }: (typeof sets)[number]) => {
  const withTimes = (client: SmallFilesClient): { client: SmallFilesClient; times: Times } => ({
    client,
    times: { push: [], pull: [] },
  });
  const clients = [commandClient, gitLfsClient(false), gitLfsClient(true)].map(withTimes);
  for (let round = 0; round < rounds; round += 1) {
    for (const { client, times } of clients) await measureClient(server, folder, client, { fileBytes, round, times });
  }
  return clients.map(({ client, times }) => ({
    client: client.name,
    'bytes of each': fileBytes,
    'push, s': rounded(median(times.push)),
    'pull, s': rounded(median(times.pull)),
  }));
};

const measure = async (folder: string): Promise<Outcome> => {
  const server = await startSvcServer(folder, { environment: rateLimit });
  const rows: Outcome['rows'][number][] = [];
  for (const set of sets) rows.push(...(await measureSet(server, folder, set)));
  await server.stop();
  return { rows, goals: [] };
};

export const smallFiles: Bench = {
  name: 'small-files',
  about: `${fileCount} files of ${sets.map(({ fileBytes }) => fileBytes).join(' or ')} bytes under the default rate limit: svc push and svc pull, stock git-lfs, git-lfs with the agent`,
  run: () => withTemporaryFolder(measure),
};
