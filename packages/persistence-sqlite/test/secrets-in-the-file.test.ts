import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApplication, portableHasher, type Ports } from '@svc/core';
import type { StorageConnectionId } from '@svc/core/model';
import { portableCodec } from '@svc/core/chunking';
import { createFixedClock, createMemoryBlobStore, createMemoryBuckets, createMemorySecretBox } from '@svc/core/memory';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { makeTemporaryFolder } from './temporary-folder.js';

const random = { uuid: () => randomUUID(), bytes: (count: number) => new Uint8Array(randomBytes(count)) };
const endpoint = 'https://s3.example.test';

/** Ways in which a text could lie in a file. */
const forms = (text: string): readonly Buffer[] => {
  const bytes = Buffer.from(text);
  return [
    bytes,
    Buffer.from(text, 'utf16le'),
    ...(['base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(bytes.toString(form))),
  ];
};

describe('the database file', () => {
  it("holds the secrets of customers' buckets in no column, index, log or freed page in plain", async () => {
    const folder = await makeTemporaryFolder();
    const { unitOfWork, close } = await openSqliteDatabase({ path: join(folder.path, 'svc.db') });
    const settings = {
      baseUrl: 'https://svc.test',
      linkKeys: [{ id: 'k1', secret: random.bytes(32) }],
      defaultPlan: 'business',
    } as const;
    const buckets = createMemoryBuckets(settings);
    const ports: Ports = {
      unitOfWork,
      blobs: createMemoryBlobStore(settings),
      clock: createFixedClock(),
      random,
      hasher: portableHasher,
      codec: portableCodec(),
      identityProvider: undefined,
      connector: buckets,
      secretBox: createMemorySecretBox({ keys: settings.linkKeys, random }),
      settings,
    };
    const { authenticate, authorize, operator, organizations, storageConnections } = createApplication(ports);
    const email = 'owner@example.test';
    (await operator.addUser({ email }))._unsafeUnwrap();
    const session = (await operator.createSession({ email, lifetimeMs: 1e9 }))._unsafeUnwrap();
    const caller = (await authenticate(session.secret, { address: '127.0.0.1', userAgent: undefined }))._unsafeUnwrap();
    const organization = (await organizations.create(authorize.signedIn(caller), { name: 'Acme' }))._unsafeUnwrap();
    const grant = (await authorize.organization(caller, organization.id, 'storage.manage'))._unsafeUnwrap();

    const secrets: string[] = [];
    const given = (): string => {
      const secret = randomBytes(30).toString('base64');
      secrets.push(secret);
      return secret;
    };
    const ids: StorageConnectionId[] = [];
    for (let count = 0; count < 20; count += 1) {
      const bucket = `bucket-${count}`;
      const secretAccessKey = given();
      buckets.add({ endpoint, bucket, accessKeyId: 'AKID', secretAccessKey });
      const access = { authMethod: 'access_keys', accessKeyId: 'AKID', secretAccessKey } as const;
      const command = { name: `Connection ${count}`, address: { provider: 'minio', endpoint, bucket }, access } as const;
      const created = (await storageConnections.create(grant, command))._unsafeUnwrap();
      expect(created.health.isHealthy).to.equal(true);
      ids.push(created.id);
    }
    for (const id of ids) {
      (await storageConnections.update(grant, id, { access: { secretAccessKey: given() } }))._unsafeUnwrap();
      (await storageConnections.test(grant, id))._unsafeUnwrap();
    }
    for (const id of ids.slice(0, 5)) (await storageConnections.remove(grant, id))._unsafeUnwrap();

    const look = async (): Promise<void> => {
      const files = await readdir(folder.path);
      const all = Buffer.concat(await Promise.all(files.map((file) => readFile(join(folder.path, file)))));
      expect(all.includes('Connection 19'), 'what is looked through is the database').to.equal(true);
      for (const secret of secrets) {
        for (const form of forms(secret)) expect(all.includes(form)).to.equal(false);
      }
    };
    await look();
    await close();
    await look();
    await folder.remove();
  });
});
