import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lfsBatchBody } from '../data/lfs-batch-body.js';
import { atLeast, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { fire, alternately, medianRate } from '../measure/fire.js';
import { median } from '../measure/median.js';
import { processorSeconds } from '../measure/processor-time.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import { storeObjects } from '../server/store-objects.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const objectCount = 100;
const clients = 16;
const rounds = 5;
const secondsPerRound = 3;

interface Load {
  readonly name: string;
  readonly body: string;
}

const loads: readonly Load[] = [
  { name: 'download-stored', body: lfsBatchBody('download', objectCount, 'stored') },
  { name: 'upload-stored', body: lfsBatchBody('upload', objectCount, 'stored') },
  { name: 'upload-new', body: lfsBatchBody('upload', objectCount, 'new') },
];

interface Measured {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** How long processors are busy with one request. */
  readonly processorMs: number;
}

const lfs = { Accept: 'application/vnd.git-lfs+json', 'Content-Type': 'application/vnd.git-lfs+json; charset=utf-8' };

const fireAt = async (pid: number, url: string, credential: string, body: string): Promise<Measured> => {
  const before = processorSeconds(pid);
  const fired = await fire([[{ method: 'POST', url, credential, body, headers: lfs }]], clients, secondsPerRound);
  return { ...fired, processorMs: ((processorSeconds(pid) - before) * 1000) / fired.requestCount };
};

const summary = (all: readonly Measured[]): Measured => ({
  ...medianRate(all),
  processorMs: median(all.map(({ processorMs }) => processorMs)),
});

const measure = async (folder: string): Promise<Outcome> => {
  const svc = await startSvcServer(folder);
  const api = createApi(svc.baseUrl, svc.credential);
  const repository = await createRepositoryPath(api);
  await storeObjects(api, repository, objectCount, 'stored');

  const path = `${repository}/lfs/objects/batch`;
  const answers = await Promise.all(
    loads.map(async ({ name, body }) => [name, await api('POST', path, JSON.parse(body))] as const),
  );
  const answersFile = join(folder, 'answers.json');
  await writeFile(answersFile, JSON.stringify(Object.fromEntries(answers)));
  const bare = await startBareServer('bare-koa-server', answersFile);

  const rows = [];
  const goals = [];
  for (const { name, body } of loads) {
    const { own, peer } = await alternately(
      rounds,
      () => fireAt(svc.pid, `${svc.baseUrl}/api/v1${path}`, svc.credential, body),
      () => fireAt(bare.pid, `${bare.baseUrl}/${name}`, svc.credential, body),
    );
    const [svcSummary, bareSummary] = [summary(own), summary(peer)];
    const ratio = svcSummary.requestsPerSecond / bareSummary.requestsPerSecond;
    rows.push({
      batch: name,
      'svc requests/s': Math.round(svcSummary.requestsPerSecond),
      'bare Koa requests/s': Math.round(bareSummary.requestsPerSecond),
      ratio: rounded(ratio),
      'svc CPU ms': rounded(svcSummary.processorMs),
      'bare CPU ms': rounded(bareSummary.processorMs),
      'svc p99 ms': rounded(svcSummary.p99Ms),
      'bare p99 ms': rounded(bareSummary.p99Ms),
    });
    goals.push(atLeast(`${name} against a bare Koa route`, ratio, 0.3));
  }
  await Promise.all([svc.stop(), bare.stop()]);
  return { rows, goals };
};

export const lfsBatch: Bench = {
  name: 'lfs-batch',
  about: `Git LFS batch of ${objectCount} objects, ${clients} clients that keep their connections, median of ${rounds} runs of ${secondsPerRound} s, against a bare Koa route that parses the request and answers the same JSON`,
  run: () => withTemporaryFolder(measure),
};
