import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { blobStoreCases, runCases } from '@svc/conformance';
import type { Oid } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import {
  isObjectKey,
  type ObjectKey,
  objectKey,
  stagingKey,
  type StorageNamespace,
  trusted,
  type UploadSessionId,
} from '@svc/core/model';
import { type S3Service, s3ForTests, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { createBucketConnector, noCapabilities } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { egressTo, loginTo, loopback } from './rigs/connect.js';
import { refuse, startProxy } from './rigs/meddling-proxy.js';

const connector = createBucketConnector({ egress: egressTo(loopback) });

const keyOf = (text: string): ObjectKey => (isObjectKey(text) ? text : expect.fail(`${text} is no key`));
const key = keyOf('connections/a/file');
const bytes = Buffer.from('hello\n');

describe('a customer’s bucket, opened', () => {
  let service: S3Service;
  before(async () => {
    service = await s3ForTests();
  });

  // The whole law is held by the store that is opened; here it is for what lies between: prefix, agents and keys.
  const cases = Object.entries(blobStoreCases).filter(([subject]) => /reading|prefixes/.test(subject));
  runCases(describe, it, Object.fromEntries(cases), async () => {
    const login = loginTo(service, await service.newBucket());
    const { capabilities } = await connector.check(login);
    return { store: connector.open(login, capabilities), listedAtOnce: 10, close: async () => {} };
  });

  it('keeps what belongs to one prefix out of the sight of another', async () => {
    const bucket = await service.newBucket();
    const openAt = (prefix: string) => connector.open(loginTo(service, bucket, { prefix }), noCapabilities);
    const [outer, inner] = [openAt('team'), openAt('team/inner')];
    expect((await outer.write(key, Readable.from([bytes]), bytes.byteLength)).isOk()).to.equal(true);
    expect((await inner.head(key))._unsafeUnwrapErr()).to.deep.equal({ kind: 'blob_missing' });
    expect(await contentOf(service, bucket)).to.deep.equal([`team/${key}`]);
  });

  it('has names of blocks beside an object, where it is opened with what names them', async () => {
    const bucket = await service.newBucket();
    const naming = createBucketConnector({ egress: egressTo(loopback), blockHasher: portableCodec() });
    const store = naming.open(loginTo(service, bucket), noCapabilities);
    const large = Buffer.alloc(100_000, 1);
    const oid = trusted<Oid>(createHash('sha256').update(large).digest('hex'));
    const namespace = trusted<StorageNamespace>('connections/a');
    const from = stagingKey(namespace, trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001'), oid);
    const to = objectKey(namespace, oid);
    expect((await store.write(from, Readable.from([large]), large.byteLength)).isOk()).to.equal(true);
    expect((await store.promote(from, to, { sizeBytes: large.byteLength, oid })).isOk()).to.equal(true);
    expect(await contentOf(service, bucket)).to.deep.equal([`models/team/${to}`, `models/team/${to}.blocks`]);
  });
});

describe('a customer’s bucket that cannot be used', () => {
  const unavailable = { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 };
  const refused = { ...unavailable, retryAfterSeconds: 10, reason: 'storage_refused' };

  it('is unavailable where connecting is forbidden, and nothing connects', async () => {
    const standIn = await startStandIn({ mode: 'strict' });
    const bucket = await standIn.newBucket();
    const before = standIn.totalRequests();
    const store = createBucketConnector({ egress: egressTo([]) }).open(loginTo(standIn, bucket), noCapabilities);
    expect((await store.head(key))._unsafeUnwrapErr()).to.deep.equal(unavailable);
    expect((await store.write(key, Readable.from([bytes]), bytes.byteLength))._unsafeUnwrapErr()).to.deep.equal(unavailable);
    expect(standIn.totalRequests()).to.equal(before);
    await standIn.stop();
  });

  it('refuses the service when its key was revoked', async () => {
    const standIn = await startStandIn({ mode: 'strict' });
    const [bucket, own] = [await standIn.newBucket(), standIn.newKey()];
    const store = connector.open(loginTo(standIn, bucket, {}, own), noCapabilities);
    expect((await store.head(key))._unsafeUnwrapErr()).to.deep.equal({ kind: 'blob_missing' });
    standIn.revokeKey(own.accessKeyId);
    expect((await store.head(key))._unsafeUnwrapErr()).to.deep.equal(refused);
    await standIn.stop();
  });

  // Jobs that serve all customers ask such buckets, and end where anything is thrown.
  for (const [status, code] of [
    [400, 'InvalidRequest'],
    [405, 'MethodNotAllowed'],
    [409, 'InvalidBucketState'],
    [412, 'PreconditionFailed'],
  ] as const) {
    it(`throws nothing at anybody when its server answers ${status} to everything`, async () => {
      const standIn = await startStandIn({ mode: 'strict' });
      const proxy = await startProxy(standIn.endpoint, (_request, response) => refuse(response, status, code));
      const login = loginTo({ ...standIn, endpoint: proxy.endpoint }, await standIn.newBucket());
      const store = connector.open(login, { ...noCapabilities, createOnce: true });
      const small = { sizeBytes: bytes.byteLength, oid: trusted<Oid>(createHash('sha256').update(bytes).digest('hex')) };
      const prefix = keyOf('connections/a');
      const parts = (await store.parts?.(trusted<StorageNamespace>('connections/a')))?._unsafeUnwrap() ?? expect.fail('parts');
      const answers = [
        await store.check(),
        await store.head(key),
        await store.read(key),
        await store.read(key, { first: 0, last: 1 }),
        await store.write(key, Readable.from([bytes]), bytes.byteLength),
        await store.promote(key, keyOf('connections/a/other'), small),
        await store.remove(key),
        await store.deletePrefix(prefix),
        await parts.begin(key),
        await parts.list(key, 'an-upload'),
        await parts.complete(key, 'an-upload', 1),
        await parts.abort(key, 'an-upload'),
      ];
      for (const [at, answer] of answers.entries()) {
        expect(answer._unsafeUnwrapErr(), String(at)).to.include({ kind: 'unavailable', part: 'storage' });
      }
      let thrown: unknown;
      try {
        for await (const _ of store.list(prefix));
      } catch (fault) {
        thrown = fault;
      }
      expect(thrown).to.have.property('name', 'ListBroken');
      await proxy.close();
      await standIn.stop();
    });
  }

  it('refuses the service when its server finds a removal wrong, and lets it list what is there', async () => {
    const standIn = await startStandIn({ mode: 'strict' });
    const proxy = await startProxy(
      standIn.endpoint,
      ({ method, url = '' }, response) =>
        (method === 'DELETE' || url.includes('?delete')) && refuse(response, 400, 'InvalidRequest'),
    );
    const bucket = await standIn.newBucket();
    const store = connector.open(loginTo({ ...standIn, endpoint: proxy.endpoint }, bucket), noCapabilities);
    expect((await store.write(key, Readable.from([bytes]), bytes.byteLength)).isOk()).to.equal(true);
    expect((await store.deletePrefix(keyOf('connections/a')))._unsafeUnwrapErr()).to.deep.equal(refused);
    expect((await store.remove(key))._unsafeUnwrapErr()).to.deep.equal(refused);
    await proxy.close();
    await standIn.stop();
  });

  it('says why, and which bucket it is', async () => {
    const standIn = await startStandIn({ mode: 'strict' });
    const told: unknown[] = [];
    const telling = createBucketConnector({
      egress: egressTo(loopback),
      onUnavailable: (reason, address) => told.push({ ...reason, ...address }),
    });
    const login = loginTo(standIn, 'gone');
    const store = telling.open(login, noCapabilities);
    expect((await store.check())._unsafeUnwrapErr()).to.deep.equal(refused);
    expect(told).to.deep.equal([{ code: 'NoSuchBucket', message: 'the bucket answered 404 (NoSuchBucket)', ...login.address }]);
    await standIn.stop();
  });
});
