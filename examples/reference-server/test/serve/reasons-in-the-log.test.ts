import { type StandIn, startStandIn } from '@svc/test-services/s3';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { sqliteFsPlace } from '../server/sqlite-fs-place.js';
import { startServer, type TestServer } from '../server/start-server.js';

describe('the log of a server on one machine', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-reasons-'));
    server = await startServer({ place: sqliteFsPlace(folder) });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('says why the database does not answer', async () => {
    const holder = new Database(join(server.dataDir, 'svc.db'));
    holder.exec('begin immediate');
    const api = createApiClient(server.baseUrl, server.adminToken, { isPatient: false });
    try {
      const answer = await api.call('POST', '/organizations', { name: 'Acme' });
      expect(answer.status).to.equal(503);
      expect(server.output()).to.match(
        /"level":"warn".*"code":"SQLITE_BUSY","reason":"database is locked","msg":"the database is unavailable"/,
      );
    } finally {
      api.close();
      holder.close();
    }
  });

  it('says why the folder of objects does not answer', async () => {
    const blobs = join(server.dataDir, 'blobs');
    renameSync(blobs, `${blobs}.away`);
    try {
      expect((await fetch(`${server.baseUrl}/readyz`)).status).to.equal(503);
      expect(server.output()).to.match(
        /"level":"warn".*"reason":"the folder of the blobs is not there".*"msg":"the storage is unavailable"/,
      );
    } finally {
      renameSync(`${blobs}.away`, blobs);
    }
  });
});

describe('the log of a server with a bucket', () => {
  let folder: string;
  let s3: StandIn;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-reasons-'));
    s3 = await startStandIn({ mode: 'strict' });
    const environment = {
      STORAGE: 's3',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: await s3.newBucket(),
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    server = await startServer({ place: sqliteFsPlace(folder), environment });
  });
  after(async () => {
    await server.close();
    await s3.stop();
    rmSync(folder, { recursive: true });
  });

  it('says why the bucket refuses', async () => {
    s3.revokeKey(s3.accessKeyId);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).to.equal(503);
    expect(server.output()).to.match(
      /"level":"warn".*"code":"InvalidAccessKeyId","reason":"the bucket answered 403 \(InvalidAccessKeyId\)".*"msg":"the storage is unavailable"/,
    );
  });
});
