import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createApplication, portableHasher, type Oid } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createFixedClock, createMemoryBlobStore, createMemoryBuckets, createMemorySecretBox } from '@svc/core/memory';
import { DAY_MS, defaultGcGraceMs, stagingKey, trusted } from '@svc/core/model';
import { openSqliteDatabase, type SqliteDatabase } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { writeMigratedFile } from './rigs/migrated-file.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const random = { uuid: () => randomUUID(), bytes: (count: number) => new Uint8Array(randomBytes(count)) };

const bytes = new TextEncoder().encode('weights');

const hashOf = (): Oid => {
  const hash = portableHasher.sha256();
  hash.update(bytes);
  return trusted<Oid>(hash.digestHex());
};

async function* once(): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

describe('a repository in SQLite that is removed', () => {
  let folder: TemporaryFolder;
  let database: SqliteDatabase;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    const path = join(folder.path, 'svc.db');
    await writeMigratedFile(path);
    database = await openSqliteDatabase({ path });
  });
  afterEach(async () => {
    await database.close();
    await folder.remove();
  });

  it('counts what lay in its quarantine once, also what somebody is just removing', async () => {
    const { unitOfWork } = database;
    const clock = createFixedClock();
    const linkKeys = [{ id: 'k1', secret: random.bytes(32) }];
    const settings = { baseUrl: 'https://svc.test', linkKeys, defaultPlan: 'business', gcReclaim: true } as const;
    const blobs = createMemoryBlobStore(settings);
    const { authenticate, authorize, maintenance, objects, operator, organizations, repositories, uploads } = createApplication({
      unitOfWork,
      blobs,
      clock,
      random,
      hasher: portableHasher,
      codec: portableCodec(),
      identityProvider: undefined,
      connector: createMemoryBuckets(settings),
      secretBox: createMemorySecretBox({ keys: linkKeys, random }),
      settings,
    });
    const email = 'owner@example.test';
    (await operator.addUser({ email }))._unsafeUnwrap();
    const { secret } = (await operator.createSession({ email, lifetimeMs: 1e9 }))._unsafeUnwrap();
    const owner = (await authenticate(secret, { address: '127.0.0.1', userAgent: undefined }))._unsafeUnwrap();
    const { id } = (await organizations.create(authorize.signedIn(owner), { name: 'Acme' }))._unsafeUnwrap();
    const creating = (await authorize.organization(owner, id, 'repositories.create'))._unsafeUnwrap();
    const repository = (await repositories.create(creating, { name: 'Models' }))._unsafeUnwrap();
    const push = (await authorize.repository(owner, repository.id, 'repository.push'))._unsafeUnwrap();
    const admin = (await authorize.repository(owner, repository.id, 'repository.admin'))._unsafeUnwrap();
    const usage = async () => (await unitOfWork.read((queries) => queries.usage.ofOrganization(id)))._unsafeUnwrap();

    const object = { oid: hashOf(), sizeBytes: bytes.byteLength };
    const { session } = (await uploads.open(push, {}))._unsafeUnwrap();
    const sessionId = session.id;
    (await uploads.authorize(push, { sessionId, objects: [object] }))._unsafeUnwrap();
    (await blobs.write(stagingKey(repository.namespace, sessionId, object.oid), once(), bytes.byteLength))._unsafeUnwrap();
    (await uploads.complete(push, { sessionId, ...object }))._unsafeUnwrap();
    (await uploads.finalize(push, { sessionId }))._unsafeUnwrap();
    (await objects.remove(admin, { oid: object.oid, isForced: false }))._unsafeUnwrap();
    clock.advance(defaultGcGraceMs);

    const { remove } = blobs;
    blobs.remove = (key) => remove(key).andTee(() => repositories.remove(admin));
    const { objects: reclaimed } = (await maintenance.reclaimQuarantined())._unsafeUnwrap() ?? {};
    expect(reclaimed, 'it goes with its repository').to.equal(0);
    expect(await usage()).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: bytes.byteLength, byosBytes: 0 });
    clock.advance(DAY_MS);
    expect((await maintenance.reclaimRepositories())._unsafeUnwrap()?.repositories).to.equal(1);
    expect(await usage()).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });
});
