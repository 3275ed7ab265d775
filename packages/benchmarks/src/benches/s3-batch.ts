import { newDatabase } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lfsBatchBody } from '../data/lfs-batch-body.js';
import { type Bench, type Outcome, rounded, type Row } from '../measure/bench.js';
import { fire, alternately, medianRate } from '../measure/fire.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import { newBucketEnvironment } from '../server/s3-environment.js';
import { completeObjects } from '../server/store-objects.js';
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
      ['download', lfsBatchBody('download', count, 'stored')],
      ['upload-new', lfsBatchBody('upload', count, 'new')],
    ] as const;
    const answers: Record<string, unknown> = {};
    for (const [load, body] of bodies) answers[load] = await api('POST', path, JSON.parse(body));
    const file = join(folder, `answers-${count}.json`);
    await writeFile(file, JSON.stringify(answers));
    const bare = await startBareServer('bare-koa-server', file);
    for (const [load, body] of bodies) {
      const shot = { method: 'POST', credential: svc.credential, body } as const;
      const fireAt = (url: string) => fire([[{ ...shot, url }]], clients, secondsPerRound);
      const { own, peer } = await alternately(
        rounds,
        () => fireAt(`${svc.baseUrl}/api/v1${path}`),
        () => fireAt(`${bare.baseUrl}/${load}`),
      );
      const [ownSummary, peerSummary] = [medianRate(own), medianRate(peer)];
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
  const { name, environment } = await newBucketEnvironment();
  rows.push(
    ...(await measureStack(join(folder, 'sqlite'), { name: `SQLite + ${name}`, environment: { ...keys, ...environment } })),
  );
  const database = await newDatabase();
  const second = await newBucketEnvironment();
  const postgres = { ...keys, ...second.environment, DATABASE_URL: database.url };
  rows.push(...(await measureStack(join(folder, 'postgres'), { name: `PostgreSQL + ${name}`, environment: postgres })));
  await database.drop();
  return { rows, goals: [] };
};

export const s3Batch: Bench = {
  name: 's3-batch',
  about: `Git LFS batches of ${objectCounts.join(' and ')} objects with presigned S3 URLs, and finalize of as many, ${clients} clients, median of ${rounds} runs of ${secondsPerRound} s, beside a bare Koa route that answers the same JSON`,
  run: () => withTemporaryFolder(measure),
};
