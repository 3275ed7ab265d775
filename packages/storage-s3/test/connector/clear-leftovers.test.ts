import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DAY_MS } from '@svc/core/model';
import { type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { type BucketConnectorOptions, createBucketConnector } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { egressTo, loginTo, loopback } from './rigs/connect.js';
import { refuse, startProxy } from './rigs/meddling-proxy.js';

const object = 'connections/c/repositories/r/objects/ab/cd/abcd';
const copies = ['.promoting/1', '.probe/1'];
const uploads = ['.promoting/2', 'connections/c/repositories/r/staging/s/abcd'];
/** A connection may have no prefix, and the customer other programs. */
const ofCustomer = { objects: ['backups/1', '.promotingX'], uploads: ['backups/2', 'connectionsX/1'] };

const fill = async ({ endpoint, region, ...credentials }: StandIn, bucket: string, prefix: string): Promise<void> => {
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  for (const key of [object, ...copies, ...ofCustomer.objects]) {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + key, Body: 'x' }));
  }
  for (const key of [...uploads, ...ofCustomer.uploads]) {
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: prefix + key }));
  }
  client.destroy();
};

describe('removing what crashes have left in a customer’s bucket', () => {
  let standIn: StandIn;
  before(async () => {
    standIn = await startStandIn({ mode: 'strict' });
  });
  after(() => standIn.stop());
  afterEach(() => standIn.heal());

  const clear = async (
    bucket: string,
    prefix: string,
    aheadMs: number,
    options: Partial<BucketConnectorOptions> = {},
    endpoint = standIn.endpoint,
  ) => {
    const clock = { now: () => Date.now() + aheadMs };
    const connector = createBucketConnector({ egress: egressTo(loopback), clock, ...options });
    await connector.removeLeftovers?.(loginTo(standIn, bucket, { prefix, endpoint }));
  };

  for (const [title, prefix] of [
    ['below a prefix', 'models/team'],
    ['without a prefix', ''],
  ] as const) {
    it(`takes what is old and the service’s, ${title}, and nothing else`, async () => {
      const bucket = await standIn.newBucket();
      const start = prefix === '' ? '' : `${prefix}/`;
      await fill(standIn, bucket, start);
      const all = [object, ...copies, ...uploads, ...ofCustomer.objects, ...ofCustomer.uploads];
      const present = async () => [...(await contentOf(standIn, bucket))].sort();
      const named = (keys: readonly string[]) => keys.map((key) => start + key).sort();
      await clear(bucket, prefix, DAY_MS - 60_000);
      expect(await present()).to.deep.equal(named(all));
      await clear(bucket, prefix, 2 * DAY_MS);
      expect(await present()).to.deep.equal(named(all.filter((key) => !copies.includes(key))));
      await clear(bucket, prefix, 9 * DAY_MS);
      expect(await present()).to.deep.equal(named([object, ...ofCustomer.objects, ...ofCustomer.uploads]));
    });
  }

  it('is told of and given up where the bucket does not take it', async () => {
    const bucket = await standIn.newBucket();
    await standIn.inject({ kind: 'internal_error' }, { operations: ['ListMultipartUploads'] });
    const told: string[] = [];
    await clear(bucket, '', 0, { onUnavailable: ({ code }, address) => told.push(`${code} ${address.bucket}`) });
    expect(told).to.deep.equal([`InternalError ${bucket}`]);
  });

  it('ends where a server is silent', async () => {
    const bucket = await standIn.newBucket();
    await standIn.inject({ kind: 'hang' }, { operations: ['ListMultipartUploads'] });
    standIn.forgetRequests();
    const options = { deadlines: { leftoversMs: 1000 }, timeouts: { answerMs: 3_600_000 } };
    await clear(bucket, '', 0, options);
    expect(standIn.requests('ListMultipartUploads')).to.equal(1);
  });

  it('does not fail where a server knows no list of uploads', async () => {
    const bucket = await standIn.newBucket();
    const proxy = await startProxy(standIn.endpoint, ({ url = '' }, response) =>
      /[?&]uploads/.test(url) ? refuse(response, 405, 'MethodNotAllowed') : false,
    );
    await clear(bucket, '', 0, {}, proxy.endpoint);
    expect(proxy.seen.filter((request) => request.includes('uploads'))).to.have.length(1);
    await proxy.close();
  });
});
