import autocannon from 'autocannon';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atLeast, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { processorSeconds } from '../measure/processor-time.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import { smallObjects, storeObjects } from '../server/store-objects.js';
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

const batch = (operation: string, kind: string): string => {
  const objects = smallObjects(objectCount, kind).map(({ oid, size }) => ({ oid, size }));
  return JSON.stringify({ operation, transfers: ['basic'], ref: { name: 'refs/heads/main' }, objects, hash_algo: 'sha256' });
};

const loads: readonly Load[] = [
  { name: 'download-stored', body: batch('download', 'stored') },
  { name: 'upload-stored', body: batch('upload', 'stored') },
  { name: 'upload-new', body: batch('upload', 'new') },
];

interface Measured {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** How long processors are busy with one request. */
  readonly processorMs: number;
}

const fire = async (pid: number, url: string, credential: string, body: string): Promise<Measured> => {
  const before = processorSeconds(pid);
  const result = await autocannon({
    url,
    method: 'POST',
    connections: clients,
    duration: secondsPerRound,
    body,
    headers: {
      Authorization: `Bearer ${credential}`,
      Accept: 'application/vnd.git-lfs+json',
      'Content-Type': 'application/vnd.git-lfs+json; charset=utf-8',
    },
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals`);
  return {
    requestsPerSecond: result.requests.average,
    p99Ms: result.latency.p99,
    processorMs: ((processorSeconds(pid) - before) * 1000) / result.requests.total,
  };
};

const summary = (of: readonly Measured[]): Measured => ({
  requestsPerSecond: median(of.map(({ requestsPerSecond }) => requestsPerSecond)),
  p99Ms: median(of.map(({ p99Ms }) => p99Ms)),
  processorMs: median(of.map(({ processorMs }) => processorMs)),
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
    const own: Measured[] = [];
    const peer: Measured[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const measured = {
        svc: await fire(svc.pid, `${svc.baseUrl}/api/v1${path}`, svc.credential, body),
        bare: await fire(bare.pid, `${bare.baseUrl}/${name}`, svc.credential, body),
      };
      if (round === 0) continue;
      own.push(measured.svc);
      peer.push(measured.bare);
    }
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
