import { type StandIn, startStandIn } from '@svc/test-services/s3';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, sessionAnswer } from '../client/wire.js';
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

const environmentOf = async (s3: StandIn) => ({
  STORAGE: 's3',
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: await s3.newBucket(),
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

describe('the log of a server with a bucket', () => {
  let folder: string;
  let s3: StandIn;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-reasons-'));
    s3 = await startStandIn({ mode: 'strict' });
    const environment = await environmentOf(s3);
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

describe('a server whose clock is wrong, with a bucket', () => {
  it('signs URLs by the time of the bucket, and says once how far that is ahead', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-reasons-'));
    const wall = Date.now;
    const s3 = await startStandIn({ mode: 'strict', clock: wall });
    const environment = await environmentOf(s3);
    Date.now = () => wall() - 20 * 60_000;
    try {
      const server = await startServer({ place: sqliteFsPlace(folder), environment });
      const api = createApiClient(server.baseUrl, server.adminToken);
      const repository = await api.createRepository('skewed');
      const object = objectNamed('at another time', 1000);
      const { session } = read(await repository.open(), 201, sessionAnswer);
      const [entry] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
      expectStatus(await repository.put(entry?.upload_url ?? '', object.bytes), 200);
      expect((await fetch(`${server.baseUrl}/readyz`)).status).to.equal(200);
      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.includes('the clocks of service and bucket differ'));
      expect(lines).to.have.lengthOf(1);
      expect(Number(/"aheadSeconds":(\d+)/.exec(lines[0] ?? '')?.[1])).to.be.within(1198, 1202);
      expect(server.output()).to.match(/"lengthEnforced":true.*"msg":"bucket proved"/);
      api.close();
      await server.close();
    } finally {
      Date.now = wall;
      await s3.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
