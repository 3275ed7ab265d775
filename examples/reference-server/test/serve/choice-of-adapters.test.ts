import { newDatabase } from '@svc/test-services/postgres';
import { type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishUpload, uploadPaths } from '../bytes/upload-path.js';
import { createApiClient } from '../client/api-client.js';
import { objectNamed } from '../client/test-object.js';
import { freePort } from '@svc/test-services/free-port';
import { runProcess } from '../server/run-command.js';
import { sqliteFsPlace } from '../server/sqlite-fs-place.js';
import { startServer } from '../server/start-server.js';

describe('the choice of database and storage', () => {
  let folder: string;
  let s3: StandIn;
  let settings: Readonly<Record<string, string>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-choice-'));
    s3 = await startStandIn({ mode: 'strict' });
    settings = {
      STORAGE: 's3',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: await s3.newBucket(),
      S3_PREFIX: 'below/here',
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
  });
  after(async () => {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectStored = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    const server = await startServer({
      place: sqliteFsPlace(folder),
      environment: { DEFAULT_PLAN: 'business', ...environment },
    });
    const api = createApiClient(server.baseUrl, server.adminToken);
    try {
      const repository = await api.createRepository('Chosen');
      for (const path of uploadPaths) {
        const object = objectNamed(path.name, 30_000);
        await finishUpload(path, await path.begin(repository, object), object);
        await repository.expectDownload(object);
      }
    } finally {
      api.close();
      await server.close();
    }
  };

  it('may be SQLite and a bucket', () => expectStored(settings));

  it('may be PostgreSQL and files', async () => {
    const database = await newDatabase();
    await expectStored({ DATABASE_URL: database.url });
    await database.drop();
  });

  it('lets one server alone use the files, also where several could use the database', async () => {
    const database = await newDatabase();
    const server = await startServer({ place: sqliteFsPlace(folder), environment: { DATABASE_URL: database.url } });
    try {
      const { code, stderr } = await server.commandWith({ PORT: String(await freePort()) }, 'serve');
      expect(code).to.equal(1);
      expect(stderr).to.match(/^svc-server: [^\n]*blobs[^\n]*\n$/);
    } finally {
      await server.close();
      await database.drop();
    }
  });

  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['unreachable', { S3_ENDPOINT: 'http://127.0.0.1:9' }],
    ['credentials refused', { S3_SECRET_ACCESS_KEY: 'opaque-secret' }],
    ['credentials refused', { S3_ACCESS_KEY_ID: 'NOBODY' }],
    ['bucket missing', { S3_BUCKET: 'not-there' }],
  ];
  for (const [fault, changed] of wrong) {
    it(`stops the start in one line that shows no secret when the bucket is not as ${Object.keys(changed).join()} says: ${fault}`, async () => {
      const { code, stdout, stderr } = await runProcess(['serve'], folder, {
        PORT: String(await freePort()),
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'warn',
        ...settings,
        ...changed,
      });
      expect(code).to.equal(1);
      expect(stderr).to.match(new RegExp(`^svc-server: S3_BUCKET cannot be used: [^\\n]*: ${fault}\\n$`));
      for (const secret of [s3.secretAccessKey, 'opaque-secret']) expect(stdout + stderr).to.not.contain(secret);
    });
  }
});
