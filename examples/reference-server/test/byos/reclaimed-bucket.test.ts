import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createApplication, createOpenConnection, type Oid, routingBlobStore } from '@svc/core';
import { createFixedClock } from '@svc/core/memory';
import { DAY_MS, type ObjectKey, stagingKey, trusted } from '@svc/core/model';
import { nodePorts } from '@svc/node';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openConnector } from '../../src/adapters/open-connector.js';
import { openPostgresS3 } from '../history/open-postgres-s3.js';
import { severalServers } from '../server/stack.js';

const valueOf = <T>(result: Result<T, unknown>): T => {
  if (result.isErr()) throw new Error(`unexpected: ${JSON.stringify(result.error)}`);
  return result.value;
};

const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
const baseUrl = 'https://svc.test';

const openSqliteFs = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-reclaimed-'));
  const { unitOfWork, close } = await openSqliteDatabase({ path: join(folder, 'svc.db') });
  const blobs = await createFsBlobStore({ root: join(folder, 'blobs'), baseUrl, linkKeys });
  return {
    unitOfWork,
    blobs,
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The service with all its real adapters but a clock that is set, and a bucket of its customer on a real server. */
const open = async () => {
  const stack = await (severalServers ? openPostgresS3() : openSqliteFs());
  const s3 = await s3ForTests();
  const bucket = await s3.newBucket();
  const clock = createFixedClock(Date.now());
  const node = await nodePorts({ secretBoxKeys: [{ id: 'box', secret: randomBytes(32) }] });
  const connector = await openConnector(['127.0.0.0/8'], { kind: 'fs', root: '/' }, clock, node.codec, pino({ level: 'silent' }));
  const { unitOfWork } = stack;
  const blobs = routingBlobStore(stack.blobs, createOpenConnection({ unitOfWork, connector, secretBox: node.secretBox }));
  const settings = { baseUrl, linkKeys, defaultPlan: 'business' } as const;
  const application = createApplication({ ...node, unitOfWork, blobs, clock, connector, settings });
  const email = 'owner@svc.test';
  valueOf(await application.operator.addUser({ email }));
  const { secret } = valueOf(await application.operator.createSession({ email, lifetimeMs: 1e12 }));
  const owner = valueOf(await application.authenticate(secret, { address: '192.0.2.1', userAgent: 'test' }));
  const { endpoint, region, accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  const keys = async (): Promise<readonly string[]> => {
    const { Contents: stored = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return stored.map(({ Key: key }) => key ?? '').toSorted();
  };
  const connection = (secretOfBucket: string) => ({
    name: 'Ours',
    address: { provider: 'minio', endpoint, region, bucket, prefix: 'models' } as const,
    access: { authMethod: 'access_keys', accessKeyId, secretAccessKey: secretOfBucket } as const,
  });
  return { stack, s3, bucket, clock, application, owner, client, keys, connection, blobs, secretAccessKey };
};

type Opened = Awaited<ReturnType<typeof open>>;

const organizationWithBucket = async ({ application, owner, connection, secretAccessKey }: Opened, name: string) => {
  const organization = valueOf(await application.organizations.create(application.authorize.signedIn(owner), { name }));
  const granted = async <P extends 'storage.manage' | 'repositories.create' | 'organization.delete'>(permission: P) =>
    valueOf(await application.authorize.organization(owner, organization.id, permission));
  const manage = await granted('storage.manage');
  const connected = valueOf(await application.storageConnections.create(manage, connection(secretAccessKey)));
  expect(connected.health.isHealthy, JSON.stringify(connected.health)).to.equal(true);
  return { organization, manage, connected, granted };
};

const pushedRepository = async (
  { application, owner, blobs }: Opened,
  { connected, granted }: Awaited<ReturnType<typeof organizationWithBucket>>,
  name: string,
) => {
  const given = { name, storageMode: 'byos', storageConnectionId: connected.id } as const;
  const repository = valueOf(await application.repositories.create(await granted('repositories.create'), given));
  const push = valueOf(await application.authorize.repository(owner, repository.id, 'repository.push'));
  const bytes = randomBytes(1000);
  const oid = trusted<Oid>(createHash('sha256').update(bytes).digest('hex'));
  const object = { oid, sizeBytes: bytes.byteLength };
  const { session } = valueOf(await application.uploads.open(push, {}));
  valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [object] }));
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes;
  };
  valueOf(await blobs.write(stagingKey(repository.namespace, session.id, oid), body(), bytes.byteLength));
  valueOf(await application.uploads.complete(push, { sessionId: session.id, ...object }));
  valueOf(await application.uploads.finalize(push, { sessionId: session.id }));
  valueOf(await blobs.write(trusted<ObjectKey>(`${repository.namespace}/cas/notes.txt`), body(), bytes.byteLength));
  return repository;
};

describe('a real bucket of a customer', () => {
  before(s3ForTests);
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    opened.client.destroy();
    await opened.stack.close();
  });

  it('loses what a deleted repository and a deleted organization had there, and nothing else', async () => {
    const { application, owner, clock, client, bucket, keys } = opened;
    const [ours, theirs] = [await organizationWithBucket(opened, 'Ours'), await organizationWithBucket(opened, 'Theirs')];
    const repositories = [await pushedRepository(opened, ours, 'first'), await pushedRepository(opened, ours, 'second')] as const;
    const kept = await pushedRepository(opened, theirs, 'kept');
    for (const key of ['readme.txt', 'models/readme.txt', `models/connections/${ours.connected.id}/readme.txt`]) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'of the customer' }));
    }
    const all = await keys();
    const of = (id: string) => all.filter((key) => key.includes(id));
    expect(repositories.map(({ id }) => of(id).length)).to.deep.equal([2, 2]);

    const admin = valueOf(await application.authorize.repository(owner, repositories[0].id, 'repository.admin'));
    valueOf(await application.repositories.remove(admin));
    clock.advance(DAY_MS);
    expect(valueOf(await application.maintenance.reclaimRepositories())).to.include({ repositories: 1 });
    const without = all.filter((key) => !of(repositories[0].id).includes(key));
    expect(await keys()).to.deep.equal(without);

    valueOf(await application.organizations.remove(await ours.granted('organization.delete')));
    clock.advance(DAY_MS);
    expect(valueOf(await application.maintenance.reclaimRepositories())).to.include({ repositories: 1 });
    expect(await keys()).to.deep.equal(without.filter((key) => !of(repositories[1].id).includes(key)));
    expect((await keys()).filter((key) => key.includes(kept.id))).to.have.length(2);
    clock.advance(DAY_MS);
    valueOf(await application.maintenance.reclaimRepositories());
    const found = await opened.stack.unitOfWork.read(({ connections }) => connections.findForRouting(ours.connected.id));
    expect(valueOf(found), 'the login is gone').to.equal(undefined);
  });

  it('is told to, and asked again, while the login is wrong, and loses the bytes once it is right', async () => {
    const { application, owner, clock, keys, connection, secretAccessKey } = opened;
    const ours = await organizationWithBucket(opened, 'Ours');
    const repository = await pushedRepository(opened, ours, 'first');
    const login = async (secret: string): Promise<void> => {
      const { access } = connection(secret);
      valueOf(await application.storageConnections.update(ours.manage, ours.connected.id, { access }));
    };
    await login('wrong'.repeat(8));
    valueOf(
      await application.repositories.remove(
        valueOf(await application.authorize.repository(owner, repository.id, 'repository.admin')),
      ),
    );
    for (let day = 0; day < 3; day += 1) {
      clock.advance(DAY_MS);
      const reclaimed = valueOf(await application.maintenance.reclaimRepositories());
      expect(reclaimed).to.deep.equal({ repositories: 0, failing: [ours.connected.id], abandoned: [] });
    }
    expect(await keys()).to.have.length(2);
    await login(secretAccessKey);
    expect(valueOf(await application.maintenance.reclaimRepositories())).to.include({ repositories: 1 });
    expect(await keys()).to.deep.equal([]);
  });
});
