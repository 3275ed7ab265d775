import type { Oid } from '@svc/core';
import { type BucketAddress, MINUTE_MS, namespaceOf, objectKey, type RepositoryId, trusted } from '@svc/core/model';
import type { BucketLogin } from '@svc/core/ports';
import { type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { createBucketConnector, noCapabilities } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { addressOf, allPassed, egressTo, failedAt, loopback } from './rigs/connect.js';
import { startProxy } from './rigs/meddling-proxy.js';

const roleArn = 'arn:aws:iam::123456789012:role/buckets/models';
const externalId = 'e5c0ffee';
const dayMs = 24 * 60 * MINUTE_MS;

const namespace = namespaceOf(trusted<RepositoryId>('00000000-0000-4000-8000-000000000001'), undefined);
const oid = trusted<Oid>('ab'.repeat(32));
const key = objectKey(namespace, oid);
const uploaded = { key: objectKey(namespace, trusted<Oid>('cd'.repeat(32))), sizeBytes: 5, oid };

describe('a bucket that is reached by a role', () => {
  let aheadMs = 0;
  let standIn: StandIn;
  let bucket: string;
  before(async () => {
    standIn = await startStandIn({ mode: 'strict', roles: [{ roleArn, externalId }], clock: () => Date.now() + aheadMs });
    bucket = await standIn.newBucket();
  });
  after(() => standIn.stop());
  afterEach(() => {
    aheadMs = 0;
    standIn.forgetRequests();
  });

  const loginAs = (
    access: { readonly roleArn?: string; readonly externalId?: string },
    change: Partial<BucketAddress> = {},
  ): BucketLogin => ({
    address: addressOf(standIn, bucket, change),
    access: { method: 'assume_role', roleArn, externalId, ...access },
  });
  const connectorWith = (now = () => Date.now(), endpoint = standIn.endpoint) =>
    createBucketConnector({ egress: egressTo(loopback), roleBase: { credentials: standIn, endpoint }, clock: { now } });
  const uploadUrl = async (now: () => number, expiresAt: number, change: Partial<BucketAddress> = {}) => {
    const store = connectorWith(now).open(loginAs({}, change), noCapabilities);
    const signer = (await store.signer(namespace))._unsafeUnwrap();
    return new URL(signer.upload({ ...uploaded, expiresAt }).href);
  };

  it('passes all checks and leaves nothing behind', async () => {
    const health = await connectorWith().check(loginAs({}));
    expect(health.checks).to.deep.equal(allPassed);
    expect(standIn.requests('AssumeRole')).to.equal(1);
    expect(await contentOf(standIn, bucket)).to.deep.equal([]);
  });

  it('is not reached by another external id, by an unknown role, or by wrong credentials of the service', async () => {
    const refused = failedAt('credentials', 'credentials_refused');
    for (const access of [{ externalId: 'another' }, { externalId: externalId.toUpperCase() }, { roleArn: `${roleArn}2` }]) {
      expect((await connectorWith().check(loginAs(access))).checks).to.deep.equal(refused);
    }
    const wrong = { accessKeyId: standIn.accessKeyId, secretAccessKey: 'x'.repeat(40) };
    const roleBase = { credentials: wrong, endpoint: standIn.endpoint };
    const connector = createBucketConnector({ egress: egressTo(loopback), roleBase });
    expect((await connector.check(loginAs({}))).checks).to.deep.equal(refused);
  });

  it('is not reached by a service without credentials, which asks nobody', async () => {
    const connector = createBucketConnector({ egress: egressTo(loopback) });
    expect((await connector.check(loginAs({}))).checks).to.deep.equal(failedAt('credentials', 'credentials_refused'));
    const store = connector.open(loginAs({}), noCapabilities);
    expect((await store.head(key))._unsafeUnwrapErr()).to.deep.include({ kind: 'unavailable' });
    expect(standIn.requests('AssumeRole')).to.equal(0);
  });

  it('signs URLs that live as long as they should, and never longer than the session', async () => {
    const now = Date.now();
    const quarter = await uploadUrl(() => now, now + 15 * MINUTE_MS);
    expect(Number(quarter.searchParams.get('X-Amz-Expires'))).to.be.within(899, 901);
    const day = await uploadUrl(Date.now, now + dayMs);
    // The session may be some time old when a busy machine comes to sign.
    expect(Number(day.searchParams.get('X-Amz-Expires'))).to.be.within(3000, 3600);
    const put = () => fetch(day, { method: 'PUT', body: 'hello' });
    aheadMs = 59 * MINUTE_MS;
    expect((await put()).status).to.equal(200);
    aheadMs = 61 * MINUTE_MS;
    expect((await put()).status).to.equal(403);
  });

  it('opens a new session before the old one would end within a URL’s life', async () => {
    let shiftMs = 0;
    const store = connectorWith(() => Date.now() + shiftMs).open(loginAs({}), noCapabilities);
    const sign = async () => (await store.signer(namespace))._unsafeUnwrap().download({ key, expiresAt: Date.now() + MINUTE_MS });
    await sign();
    await sign();
    shiftMs = 39 * MINUTE_MS;
    await sign();
    expect(standIn.requests('AssumeRole')).to.equal(1);
    shiftMs = 41 * MINUTE_MS;
    await sign();
    expect(standIn.requests('AssumeRole')).to.equal(2);
  });

  it('opens one session for many who ask at once', async () => {
    const store = connectorWith().open(loginAs({}), noCapabilities);
    const heads = await Promise.all(Array.from({ length: 50 }, async () => (await store.head(key)).isErr()));
    expect(new Set(heads)).to.deep.equal(new Set([true]));
    expect(standIn.requests('AssumeRole')).to.equal(1);
  });

  it('is unavailable when the customer ends what the session came from', async () => {
    const own = standIn.newKey();
    const roleBase = { credentials: async () => own, endpoint: standIn.endpoint };
    const connector = createBucketConnector({ egress: egressTo(loopback), roleBase });
    const store = connector.open(loginAs({}), noCapabilities);
    expect((await store.head(key))._unsafeUnwrapErr()).to.deep.include({ kind: 'blob_missing' });
    standIn.revokeKey(own.accessKeyId);
    expect((await store.head(key))._unsafeUnwrapErr()).to.deep.include({ kind: 'unavailable' });
  });

  it('gets a session that may do what the store does, below the prefix, and no more', async () => {
    const policies: unknown[] = [];
    const proxy = await startProxy(standIn.endpoint, (_request, _response, body) => {
      const policy = new URLSearchParams(body.toString('latin1')).get('Policy');
      if (policy !== null) policies.push(JSON.parse(policy));
      return false;
    });
    for (const prefix of ['models/team', '']) {
      const { checks } = await connectorWith(Date.now, proxy.endpoint).check(loginAs({}, { endpoint: proxy.endpoint, prefix }));
      expect(checks).to.deep.equal(allPassed);
    }
    await proxy.close();
    const objects = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
    const lists = ['s3:ListBucket', 's3:ListBucketMultipartUploads'];
    const ofKms = {
      Effect: 'Allow',
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Resource: '*',
      Condition: { StringEquals: { 'kms:ViaService': `s3.${standIn.region}.amazonaws.com` } },
    };
    const bucketArn = `arn:aws:s3:::${bucket}`;
    expect(policies).to.deep.equal([
      {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: objects, Resource: `${bucketArn}/models/team/*` },
          { Effect: 'Allow', Action: lists, Resource: bucketArn, Condition: { StringLike: { 's3:prefix': 'models/team/*' } } },
          ofKms,
        ],
      },
      {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: objects, Resource: `${bucketArn}/*` },
          { Effect: 'Allow', Action: lists, Resource: bucketArn },
          ofKms,
        ],
      },
    ]);
  });

  it('asks only the server whose the keys of the service are, whatever server a customer names', async () => {
    const asked = async (change: Partial<BucketAddress>, endpoint?: string): Promise<readonly string[]> => {
      const names = new Set<string>();
      const connector = createBucketConnector({
        egress: egressTo([], (name, _options, answer) => {
          names.add(name);
          answer(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
        }),
        roleBase: { credentials: standIn, endpoint },
      });
      const head = await connector.open(loginAs({}, { region: 'eu-west-1', ...change }), noCapabilities).head(key);
      expect(head._unsafeUnwrapErr()).to.deep.include({ kind: 'unavailable' });
      return [...names];
    };
    const ofAws = 'https://s3.eu-west-1.amazonaws.com';
    expect(await asked({ endpoint: undefined })).to.deep.equal(['sts.eu-west-1.amazonaws.com']);
    expect(await asked({ endpoint: ofAws })).to.deep.equal(['sts.eu-west-1.amazonaws.com']);
    expect(await asked({ endpoint: 'https://s3.amazonaws.com.evil.test' })).to.deep.equal([]);
    expect(await asked({ endpoint: 'https://notamazonaws.com' })).to.deep.equal([]);
    const own = 'https://s3.own.test';
    expect(await asked({ endpoint: own }, own)).to.deep.equal(['s3.own.test']);
    for (const endpoint of [undefined, ofAws, 'http://s3.own.test', 'https://s3.own.test.evil.test']) {
      expect(await asked({ endpoint }, own)).to.deep.equal([]);
    }
  });
});
