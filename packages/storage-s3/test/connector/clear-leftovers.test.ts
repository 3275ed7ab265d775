import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DAY_MS } from '@svc/core/model';
import { type StandIn, startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { type BucketConnectorOptions, createBucketConnector } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { onMachineThatIsWrongBy } from '../rigs/wrong-clock.js';
import { egressTo, loginTo, loopback } from './rigs/connect.js';
import { refuse, startProxy } from './rigs/meddling-proxy.js';

const id = '00000000-0000-4000-8000-000000000001';
const otherId = '00000000-0000-4000-8000-000000000002';
const namespace = `connections/${id}/repositories/${id}`;
const object = `${namespace}/objects/ab/cd/abcd`;
const copies = [`.promoting/${id}`, `.probe/${id}`, `.probe/${id}-b`];
const uploads = [`.promoting/${otherId}`, `${namespace}/staging/${id}/abcd`];
/** A connection may have no prefix, and the customer other programs. */
const ofCustomer = {
  objects: ['backups/1', '.promotingX', '.promoting/notes.txt', '.probe/heartbeat.json'],
  uploads: ['backups/2', 'connectionsX/1', 'connections/exports/1', `connections/exports/${id}`, '.promoting/notes.txt'],
};

/** Fills it as long ago as the server's clock is behind. Each client would mend its own by the first answer. */
const fill = async (
  { endpoint, region, ...credentials }: StandIn,
  bucket: string,
  prefix: string,
  agoMs: number,
): Promise<void> => {
  const sending = async (send: (client: S3Client) => Promise<unknown>): Promise<void> => {
    const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials, systemClockOffset: -agoMs });
    await send(client);
    client.destroy();
  };
  for (const key of [object, ...copies, ...ofCustomer.objects]) {
    await sending((client) => client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + key, Body: 'x' })));
  }
  for (const key of [...uploads, ...ofCustomer.uploads]) {
    await sending((client) => client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: prefix + key })));
  }
};

describe('removing what crashes have left in a customer’s bucket', () => {
  let standIn: StandIn;
  /** Of the bucket's clock, by which it dates what it has. */
  let aheadMs = 0;
  before(async () => {
    standIn = await startStandIn({ mode: 'strict', clock: () => Date.now() + aheadMs });
  });
  after(() => standIn.stop());
  afterEach(async () => {
    aheadMs = 0;
    await standIn.heal();
  });

  const clear = async (
    bucket: string,
    prefix: string,
    options: Partial<BucketConnectorOptions> = {},
    endpoint = standIn.endpoint,
  ) => {
    const connector = createBucketConnector({ egress: egressTo(loopback), clock: Date, ...options });
    await connector.removeLeftovers?.(loginTo(standIn, bucket, { prefix, endpoint }));
  };

  for (const [title, prefix] of [
    ['below a prefix', 'models/team'],
    ['without a prefix', ''],
  ] as const) {
    it(`takes what is old and the service’s, ${title}, and nothing else`, async () => {
      const start = prefix === '' ? '' : `${prefix}/`;
      const leftAfter = async (agoMs: number): Promise<readonly string[]> => {
        const bucket = await standIn.newBucket();
        aheadMs = -agoMs;
        await fill(standIn, bucket, start, agoMs);
        aheadMs = 0;
        await clear(bucket, prefix);
        return [...(await contentOf(standIn, bucket))].sort();
      };
      const named = (keys: readonly string[]) => keys.map((key) => start + key).sort();
      const all = [object, ...copies, ...uploads, ...ofCustomer.objects, ...ofCustomer.uploads];
      expect(await leftAfter(DAY_MS - 60_000)).to.deep.equal(named(all));
      expect(await leftAfter(2 * DAY_MS)).to.deep.equal(named(all.filter((key) => !copies.includes(key))));
      expect(await leftAfter(9 * DAY_MS)).to.deep.equal(named([object, ...ofCustomer.objects, ...ofCustomer.uploads]));
    });
  }

  it('goes by the bucket’s clock where the machine’s is two days ahead', () =>
    onMachineThatIsWrongBy(2 * DAY_MS, async (wall) => {
      const server = await startStandIn({ mode: 'strict', clock: wall });
      const bucket = await server.newBucket();
      await fill(server, bucket, '', 2 * DAY_MS);
      const connector = createBucketConnector({ egress: egressTo(loopback), clock: Date });
      await connector.removeLeftovers?.(loginTo(server, bucket));
      expect(await contentOf(server, bucket)).to.include(`.promoting/${id}`);
      await server.stop();
    }));

  it('is told of and given up where the bucket does not take it', async () => {
    const bucket = await standIn.newBucket();
    await standIn.inject({ kind: 'internal_error' }, { operations: ['ListMultipartUploads'] });
    const told: string[] = [];
    await clear(bucket, '', { onUnavailable: ({ code }, address) => told.push(`${code} ${address.bucket}`) });
    expect(told).to.deep.equal([`InternalError ${bucket}`]);
  });

  it('ends where a server is silent', async () => {
    const bucket = await standIn.newBucket();
    await standIn.inject({ kind: 'hang' }, { operations: ['ListMultipartUploads'] });
    standIn.forgetRequests();
    const options = { deadlines: { leftoversMs: 1000 }, timeouts: { answerMs: 3_600_000 } };
    await clear(bucket, '', options);
    expect(standIn.requests('ListMultipartUploads')).to.equal(1);
  });

  it('does not fail where a server knows no list of uploads', async () => {
    const bucket = await standIn.newBucket();
    const proxy = await startProxy(standIn.endpoint, ({ url = '' }, response) =>
      /[?&]uploads/.test(url) ? refuse(response, 405, 'MethodNotAllowed') : false,
    );
    await clear(bucket, '', {}, proxy.endpoint);
    expect(proxy.seen.filter((request) => request.includes('uploads'))).to.have.length(1);
    await proxy.close();
  });
});
