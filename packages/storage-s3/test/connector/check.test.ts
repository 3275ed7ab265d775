import { type BucketAddress, connectionChecks, MINUTE_MS } from '@svc/core/model';
import { type Lie, type S3Service, s3ForTests, type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { createBucketConnector } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { allPassed, egressTo, failedAt, loginTo, loopback } from './rigs/connect.js';
import { onMachineThatIsWrongBy } from '../rigs/wrong-clock.js';
import { testCertificate } from '@svc/test-services/certificate';

const connector = createBucketConnector({ egress: egressTo(loopback) });

describe('checking a bucket of an S3 server', () => {
  let service: S3Service;
  before(async () => {
    service = await s3ForTests();
  });

  it('passes all seven checks and leaves nothing behind', async () => {
    const bucket = await service.newBucket();
    for (const prefix of ['models/team', '']) {
      const health = await connector.check(loginTo(service, bucket, { prefix }));
      expect(health).to.deep.include({ isHealthy: true, checkedAt: 0, checks: allPassed });
      expect(await contentOf(service, bucket)).to.deep.equal([]);
    }
  });

  it('tells wrong keys from a bucket that is not there', async () => {
    const bucket = await service.newBucket();
    const wrongSecret = await connector.check(loginTo(service, bucket, {}, { ...service, secretAccessKey: 'x'.repeat(40) }));
    expect(wrongSecret.checks).to.deep.equal(failedAt('credentials', 'credentials_refused'));
    const unknownKey = await connector.check(loginTo(service, bucket, {}, { ...service, accessKeyId: 'AKIA0123456789ABCDEF' }));
    expect(unknownKey.checks).to.deep.equal(failedAt('credentials', 'credentials_refused'));
    const noBucket = await connector.check(loginTo(service, 'not-there-at-all'));
    expect(noBucket.checks).to.deep.equal(failedAt('credentials', 'bucket_missing'));
  });
});

describe('checking a bucket', () => {
  let standIn: StandIn;
  let bucket: string;
  const check = (change: Partial<BucketAddress> = {}) => connector.check(loginTo(standIn, bucket, change));
  before(async () => {
    standIn = await startStandIn({ mode: 'strict' });
    bucket = await standIn.newBucket();
  });
  after(() => standIn.stop());
  afterEach(() => standIn.heal());

  it('finds out what the server does', async () => {
    expect(await check()).to.deep.equal({
      isHealthy: true,
      checkedAt: 0,
      checks: allPassed,
      capabilities: { checksumEnforced: true, createOnce: true, copyComputesSha256: true },
    });
  });

  it('lets a server do less, or lie about it, and writes down what is so', async () => {
    const expected: readonly (readonly [Lie, object])[] = [
      ['checksums', { checksumEnforced: false }],
      ['preconditions', { createOnce: false }],
      ['copy_checksum', { copyComputesSha256: false }],
      ['etag', { checksumEnforced: true, createOnce: true, copyComputesSha256: true }],
      ['stale_listing', { checksumEnforced: true, createOnce: true, copyComputesSha256: true }],
    ];
    for (const [lie, capabilities] of expected) {
      const liar = await startStandIn({ mode: 'lying', lies: [lie] });
      const name = await liar.newBucket();
      const health = await connector.check(loginTo(liar, name));
      expect(health.checks, lie).to.deep.equal(allPassed);
      expect(health.capabilities, lie).to.deep.include(capabilities);
      await liar.stop();
    }
  });

  it('fails where a signed length binds nothing', async () => {
    const liar = await startStandIn({ mode: 'lying' });
    const name = await liar.newBucket();
    const { checks, isHealthy } = await connector.check(loginTo(liar, name));
    expect(checks).to.deep.equal(failedAt('signed_urls', 'length_not_enforced'));
    expect(isHealthy).to.equal(false);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await contentOf(liar, name)).to.deep.equal([]);
    await liar.stop();
  });

  it('connects to nothing that is not public, by whatever name', async () => {
    const before = standIn.totalRequests();
    const guarded = createBucketConnector({ egress: egressTo([]) });
    const { port } = standIn;
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254', '0x7f.1']) {
      const { checks } = await guarded.check(loginTo(standIn, bucket, { endpoint: `http://${host}:${port}` }));
      expect(checks, host).to.deep.equal(failedAt('address', 'address_forbidden'));
    }
    const lookup = createBucketConnector({
      egress: egressTo([], (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }])),
    });
    for (const pathStyle of [true, false]) {
      const login = loginTo(standIn, bucket, { endpoint: `http://rebinding.test:${port}`, pathStyle });
      expect((await lookup.check(login)).checks).to.deep.equal(failedAt('address', 'address_forbidden'));
    }
    expect(standIn.totalRequests()).to.equal(before);
  });

  it('says when nothing answers at the address', async () => {
    const gone = await startStandIn({ mode: 'strict' });
    await gone.stop();
    expect((await connector.check(loginTo(gone, 'bucket'))).checks).to.deep.equal(failedAt('address', 'unreachable'));
    const nowhere = createBucketConnector({
      egress: egressTo([], (_name, _options, answer) =>
        answer(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []),
      ),
    });
    const login = loginTo(gone, 'bucket', { endpoint: 'https://nowhere.test' });
    expect((await nowhere.check(login)).checks).to.deep.equal(failedAt('address', 'unreachable'));
  });

  it('demands a good certificate unless it is told not to', async () => {
    const secure = await startStandIn({ mode: 'strict', tls: testCertificate });
    const name = await secure.newBucket();
    expect((await connector.check(loginTo(secure, name))).checks).to.deep.equal(failedAt('address', 'tls_invalid'));
    expect((await connector.check(loginTo(secure, name, { tlsVerify: false }))).checks).to.deep.equal(allPassed);
    const plain = loginTo(standIn, bucket, { endpoint: standIn.endpoint.replace('http:', 'https:') });
    expect((await connector.check(plain)).checks).to.deep.equal(failedAt('address', 'tls_invalid'));
    await secure.stop();
  });

  it('fails when the key was revoked, or is for another region', async () => {
    const key = standIn.newKey();
    standIn.revokeKey(key.accessKeyId);
    const { checks } = await connector.check(loginTo(standIn, bucket, {}, key));
    expect(checks).to.deep.equal(failedAt('credentials', 'credentials_refused'));
    expect((await check({ region: 'eu-west-9' })).checks).to.deep.equal(failedAt('credentials', 'credentials_refused'));
  });

  for (const operation of ['ListObjectsV2', 'PutObject', 'GetObject', 'DeleteObject', 'CreateMultipartUpload'] as const) {
    it(`passes at a server that is busy for a moment when it is asked for ${operation}`, async () => {
      for (const kind of ['slow_down', 'internal_error'] as const) {
        const name = await standIn.newBucket();
        await standIn.inject({ kind }, { operations: [operation], times: 1 });
        expect((await connector.check(loginTo(standIn, name))).checks, kind).to.deep.equal(allPassed);
      }
    });
  }

  it('fails at a server that stays busy', async () => {
    await standIn.inject({ kind: 'slow_down' }, { operations: ['PutObject'] });
    expect((await check()).checks).to.deep.equal(failedAt('write', 'unexpected_answer'));
  });

  it('fails where nothing can be copied within the bucket, without which no large object can be verified', async () => {
    await standIn.inject({ kind: 'access_denied' }, { operations: ['CopyObject'] });
    expect((await check()).checks).to.deep.equal(failedAt('write', 'permission_refused'));
    expect(await contentOf(standIn, bucket)).to.deep.equal([]);
  });

  for (const operation of ['CreateMultipartUpload', 'ListParts', 'AbortMultipartUpload'] as const) {
    it(`fails where a policy leaves out ${operation}, without which no large object can be uploaded`, async () => {
      await standIn.inject({ kind: 'access_denied' }, { operations: [operation] });
      expect((await check()).checks).to.deep.equal(failedAt('write', 'permission_refused'));
    });
  }

  it('passes where the clock of this machine alone is wrong', () =>
    onMachineThatIsWrongBy(-20 * MINUTE_MS, async (wall) => {
      const right = await startStandIn({ mode: 'strict', clock: wall });
      const name = await right.newBucket();
      expect((await connector.check(loginTo(right, name))).checks).to.deep.equal(allPassed);
      expect(await contentOf(right, name)).to.deep.equal([]);
      await right.stop();
    }));

  it('does not blame the keys for a server whose clock is wrong and is not told', async () => {
    const wrong = await startStandIn({ mode: 'strict', clock: () => Date.now() - 60 * MINUTE_MS });
    const { checks } = await connector.check(loginTo(wrong, await wrong.newBucket()));
    expect(checks).to.deep.equal(failedAt('credentials', 'unexpected_answer'));
    await wrong.stop();
  });

  it('shows nothing but its own words', async () => {
    const { secretAccessKey } = standIn;
    const healths = [await check(), await check({ bucket: 'not-there-at-all' })];
    const words = new Set(JSON.stringify(healths).match(/[a-zA-Z_0-9]+/g));
    const own = [
      'isHealthy',
      'true',
      'false',
      'checkedAt',
      '0',
      'checks',
      'check',
      'outcome',
      'passed',
      'failed',
      'skipped',
      'fault',
    ];
    const flags = ['capabilities', 'checksumEnforced', 'createOnce', 'copyComputesSha256', 'bucket_missing'];
    expect([...words].filter((word) => ![...own, ...flags, ...connectionChecks].includes(word))).to.deep.equal([]);
    expect(JSON.stringify(healths)).to.not.include(secretAccessKey);
  });
});
