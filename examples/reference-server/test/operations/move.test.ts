import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, objectsAnswer, sessionAnswer } from '../client/wire.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { operatorsMachine, type OperatorsMachine } from './operators-machine.js';
import { recipe, runInTerminal } from './recipe.js';

const push = async (repository: RepositoryClient, name: string): Promise<void> => {
  const object = objectNamed(name, 9000);
  const { session } = read(await repository.open(), 201, sessionAnswer);
  const [entry] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
  expect((await repository.put(entry?.upload_url ?? '', object.bytes)).status).to.equal(200);
  expect((await repository.complete(session.id, object)).status).to.equal(204);
  expect((await repository.finalize(session.id)).status).to.equal(200);
};

describe('the recipes for a server that moves', () => {
  let server: TestServerProcess;
  let database: TestDatabase;
  let operator: OperatorsMachine;
  let settingsOfBucket: Readonly<Record<string, string>>;
  let repository: RepositoryClient;
  const pushed: string[] = [];

  const pushOne = async (name: string): Promise<void> => {
    await push(repository, name);
    pushed.push(name);
  };
  const expectEverything = async (): Promise<void> => {
    for (const name of pushed) await repository.expectDownload(objectNamed(name, 9000));
    const { objects } = read(
      await repository.api.call('GET', `/repositories/${repository.id}/objects?limit=100`),
      200,
      objectsAnswer,
    );
    expect(objects).to.have.length(pushed.length);
  };
  const run = (commands: string | undefined): Promise<string> =>
    runInTerminal((commands ?? '').replaceAll('postgres://svc@db.example.org:5432/svc', database.url), {
      folder: operator.folder,
      env: { ...operator.env, ...settingsOfBucket },
    });

  before(async () => {
    const s3 = await s3ForTests();
    settingsOfBucket = {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: await s3.newBucket(),
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    database = await newDatabase();
    server = await startServerProcess({ environment: { DEFAULT_PLAN: 'business' } });
    operator = operatorsMachine({});
    symlinkSync(server.dataDir, join(operator.folder, 'data'));
    const api = createApiClient(server.baseUrl, server.adminToken);
    const { id, organizationId } = await api.createRepository('Acme');
    repository = createRepositoryClient(api, id, organizationId);
  });
  after(async () => {
    repository.api.close();
    operator.drop();
    await server.close();
    await database.drop();
  });

  it('lead from SQLite to PostgreSQL and back, with everything that was there', async () => {
    const [there, back, ...more] = recipe('### From SQLite to PostgreSQL, and back');
    expect(more).to.deep.equal([]);
    await pushOne('on SQLite');
    await server.stop();
    await run(there);
    await server.start({ DATABASE_URL: database.url });
    await expectEverything();
    await pushOne('on PostgreSQL');
    await server.stop();
    await run(back);
    const [path] = /sqlite:\S+/.exec(back ?? '') ?? [];
    await server.start({ DATABASE_URL: (path ?? '').replace('data/', `${server.dataDir}/`) });
    await expectEverything();
    await pushOne('back on SQLite');
    expect(server.output()).not.to.contain('account differs');
  });

  it('lead from files to a bucket and back, with everything that was there', async () => {
    const database = { DATABASE_URL: `sqlite:${server.dataDir}/back.db` };
    const [first, second, back, ...more] = recipe('### From files to S3, and back');
    expect(more).to.deep.equal([]);
    expect(await run(first)).to.match(new RegExp(`^copied \\d+ files, \\d+ bytes; 0 were there$`, 'm'));
    await pushOne('between the first copy and the second');
    await server.stop();
    expect(await run(second)).to.match(new RegExp(`; ${pushed.length - 1} were there$`, 'm'));
    await server.start({ ...database, ...settingsOfBucket, STORAGE: 's3' });
    await expectEverything();
    await pushOne('in the bucket');
    await server.stop();
    await run(back);
    await server.start(database);
    await expectEverything();
    const blobs = objectNamed('in the bucket', 9000);
    const path = `repositories/${repository.id}/objects/${blobs.oid.slice(0, 2)}/${blobs.oid.slice(2, 4)}/${blobs.oid}`;
    expect(readFileSync(join(server.dataDir, 'blobs', path)).equals(blobs.bytes)).to.equal(true);
    expect(server.output()).not.to.contain('account differs');
  });
});
