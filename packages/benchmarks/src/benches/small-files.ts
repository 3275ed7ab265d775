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
const fileBytes = 10_000;
const rounds = 5;
/** The defaults of spec 9. */
const rateLimit = { RATE_LIMIT_RPS: '30', RATE_LIMIT_BURST: '60' };
/** Until the credential may burst again. */
const refillMs = 2500;

const writeFiles = async (folder: string, seed: number): Promise<void> => {
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
  round: number,
  times: Times,
): Promise<void> => {
  const home = join(folder, `${client.name} ${round}`);
  await mkdir(home);
  await writeFiles(join(home, 'files'), round);
  const path = await createRepositoryPath(createApi(server.baseUrl, server.credential), `${client.name} ${round}`);
  const prepared = await client.prepare(home, { ...server, repositoryId: path.split('/').at(-1) ?? '' });
  await wait(refillMs);
  times.push.push(await prepared.push());
  await wait(refillMs);
  times.pull.push(await prepared.pull());
};

const measure = async (folder: string): Promise<Outcome> => {
  const server = await startSvcServer(folder, { environment: rateLimit });
  const withTimes = (client: SmallFilesClient): { client: SmallFilesClient; times: Times } => ({
    client,
    times: { push: [], pull: [] },
  });
  const clients = [commandClient, gitLfsClient(false), gitLfsClient(true)].map(withTimes);
  for (let round = 0; round < rounds; round += 1) {
    for (const { client, times } of clients) await measureClient(server, folder, client, round, times);
  }
  await server.stop();
  const rows = clients.map(({ client, times }) => ({
    client: client.name,
    'push, s': rounded(median(times.push)),
    'pull, s': rounded(median(times.pull)),
  }));
  return { rows, goals: [] };
};

export const smallFiles: Bench = {
  name: 'small-files',
  about: `${fileCount} files of ${fileBytes} bytes under the default rate limit: svc push and svc pull, stock git-lfs, git-lfs with the agent`,
  run: () => withTemporaryFolder(measure),
};
