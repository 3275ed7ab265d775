import { newDatabase } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, type Outcome, rounded, type Row } from '../measure/bench.js';
import { fire, type Fired } from '../measure/fire.js';
import { median } from '../measure/median.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import { newBucketEnvironment } from '../server/s3-environment.js';
import { completeObjects, smallObjects } from '../server/store-objects.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const objectCounts = [100, 1000];
const clients = 16;
const rounds = 5;
const secondsPerRound = 3;

interface Stack {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

const batch = (operation: string, count: number, kind: string): string => {
  const objects = smallObjects(count, kind).map(({ oid, size }) => ({ oid, size }));
  return JSON.stringify({ operation, transfers: ['basic'], objects, hash_algo: 'sha256' });
};

const summary = (of: readonly Fired[]): Fired => ({
  requestsPerSecond: median(of.map(({ requestsPerSecond }) => requestsPerSecond)),
  p99Ms: median(of.map(({ p99Ms }) => p99Ms)),
});

/** Finalizes a session of so many objects, and answers batches of them, on one stack. */
const measureStack = async (folder: string, { name, environment }: Stack): Promise<readonly Row[]> => {
  await mkdir(folder, { recursive: true });
  const svc = await startSvcServer(folder, { environment });
  const api = createApi(svc.baseUrl, svc.credential);
  const rows: Row[] = [];
  for (const count of objectCounts) {
    const repository = await createRepositoryPath(api, `of ${count}`);
    const session = await completeObjects(api, repository, count, 'stored');
    const begun = performance.now();
    await api('POST', `${session}/finalize`);
    const finalizeMs = performance.now() - begun;

    const path = `${repository}/lfs/objects/batch`;
    const bodies = [
      ['download', batch('download', count, 'stored')],
      ['upload-new', batch('upload', count, 'new')],
    ] as const;
    const answers: Record<string, unknown> = {};
    for (const [load, body] of bodies) answers[load] = await api('POST', path, JSON.parse(body));
    const file = join(folder, `answers-${count}.json`);
    await writeFile(file, JSON.stringify(answers));
    const bare = await startBareServer('bare-koa-server', file);
    for (const [load, body] of bodies) {
      const own: Fired[] = [];
      const peer: Fired[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const { credential } = svc;
        const shot = { method: 'POST', credential, body } as const;
        const measured = {
          own: await fire([{ ...shot, url: `${svc.baseUrl}/api/v1${path}` }], clients, secondsPerRound),
          peer: await fire([{ ...shot, url: `${bare.baseUrl}/${load}` }], clients, secondsPerRound),
        };
        if (round === 0) continue;
        own.push(measured.own);
        peer.push(measured.peer);
      }
      const [ownSummary, peerSummary] = [summary(own), summary(peer)];
      rows.push({
        stack: name,
        batch: `${load} of ${count}`,
        'svc requests/s': rounded(ownSummary.requestsPerSecond),
        'bare Koa requests/s': rounded(peerSummary.requestsPerSecond),
        ratio: rounded(ownSummary.requestsPerSecond / peerSummary.requestsPerSecond),
        'svc p99 ms': rounded(ownSummary.p99Ms),
        'finalize ms': rounded(finalizeMs),
      });
    }
    await bare.stop();
  }
  await svc.stop();
  return rows;
};

const measure = async (folder: string): Promise<Outcome> => {
  const keys = { ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}` };
  const rows = [...(await measureStack(join(folder, 'fs'), { name: 'SQLite + filesystem', environment: keys }))];
  const { kind, environment } = await newBucketEnvironment();
  rows.push(
    ...(await measureStack(join(folder, 'sqlite'), { name: `SQLite + S3 (${kind})`, environment: { ...keys, ...environment } })),
  );
  const database = await newDatabase();
  const second = await newBucketEnvironment();
  const postgres = { ...keys, ...second.environment, DATABASE_URL: database.url };
  rows.push(...(await measureStack(join(folder, 'postgres'), { name: `PostgreSQL + S3 (${kind})`, environment: postgres })));
  await database.drop();
  return { rows, goals: [] };
};

export const s3Batch: Bench = {
  name: 's3-batch',
  about: `Git LFS batches of ${objectCounts.join(' and ')} objects with presigned S3 URLs, and finalize of as many, ${clients} clients, median of ${rounds} runs of ${secondsPerRound} s, beside a bare Koa route that answers the same JSON`,
  run: () => withTemporaryFolder(measure),
};
