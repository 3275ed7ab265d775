import type { IncomingHttpHeaders } from 'node:http';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { s3ForTests, startStandIn, type Lie, type S3Service } from '@svc/test-services/s3';
import { expect } from 'chai';
import { forSdk } from '../src/credentials.js';
import { probeCapabilities, type S3Probe } from '../src/probe-capabilities.js';
import { refuse, startProxy } from './connector/rigs/meddling-proxy.js';
import { bucketOf } from './rigs/s3-store.js';
import { errorOf, shutOut, unavailable, valueOf } from './rigs/values.js';

const proved: S3Probe = { lengthEnforced: true, checksumEnforced: true, createOnce: true, copyComputesSha256: true };

/** What the server proves; nothing of it may be left in the bucket. */
const probe = async (server: S3Service): Promise<S3Probe> => {
  const bucket = await server.newBucket();
  const options = bucketOf(server, bucket);
  const probed = valueOf(await probeCapabilities(options));
  const { endpoint, region } = server;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: forSdk(options.credentials) });
  expect((await client.send(new ListObjectsV2Command({ Bucket: bucket }))).KeyCount).to.equal(0);
  client.destroy();
  return probed;
};

/** Whether a request is one of those that the server declines. */
type Declines = (headers: IncomingHttpHeaders) => boolean;

describe('probing a bucket', () => {
  it('finds all of it on a strict server', async () => {
    const server = await startStandIn({ mode: 'strict' });
    expect(await probe(server)).to.deep.equal(proved);
    await server.stop();
  });

  it('finds nothing on a server that lies', async () => {
    const server = await startStandIn({ mode: 'lying' });
    expect(await probe(server)).to.deep.equal({
      lengthEnforced: false,
      checksumEnforced: false,
      createOnce: false,
      copyComputesSha256: false,
    });
    await server.stop();
  });

  const facts: readonly (readonly [Lie, Partial<S3Probe>])[] = [
    ['content_length', { lengthEnforced: false }],
    ['checksums', { checksumEnforced: false }],
    ['preconditions', { createOnce: false }],
    ['copy_checksum', { copyComputesSha256: false }],
    ['etag', {}],
    ['stale_listing', {}],
  ];
  for (const [lie, denied] of facts) {
    it(`sees through the lie ${lie} and believes the rest`, async () => {
      const server = await startStandIn({ mode: 'lying', lies: [lie] });
      const bucket = await server.newBucket();
      expect(valueOf(await probeCapabilities(bucketOf(server, bucket)))).to.deep.equal({ ...proved, ...denied });
      await server.stop();
    });
  }

  it('finds at least the lengths enforced on the S3 server of this run', async () => {
    expect((await probe(await s3ForTests())).lengthEnforced).to.equal(true);
  });

  const declined: readonly (readonly [what: string, isIt: Declines, denied: Partial<S3Probe>])[] = [
    [
      'a copy for its SHA-256',
      ({ 'x-amz-checksum-algorithm': algorithm }) => algorithm !== undefined,
      { copyComputesSha256: false },
    ],
    ['a checksum of an upload', ({ 'x-amz-checksum-sha256': sha256 }) => sha256 !== undefined, { checksumEnforced: false }],
    ['a condition', ({ 'if-none-match': condition }) => condition !== undefined, { createOnce: false }],
  ];
  for (const [status, code] of [
    [501, 'NotImplemented'],
    [400, 'InvalidArgument'],
  ] as const) {
    for (const [what, isIt, denied] of declined) {
      it(`believes the rest of a server that answers ${status} when it is asked for ${what}`, async () => {
        const server = await startStandIn({ mode: 'strict' });
        const proxy = await startProxy(
          server.endpoint,
          ({ headers }, response) => isIt(headers) && refuse(response, status, code),
        );
        const probed = await probe({ ...server, endpoint: proxy.endpoint });
        await proxy.close();
        await server.stop();
        expect(probed).to.deep.equal({ ...proved, ...denied });
      });
    }
  }

  it('answers that a server cannot be used which finds any write wrong', async () => {
    const server = await startStandIn({ mode: 'strict' });
    const proxy = await startProxy(
      server.endpoint,
      ({ method }, response) => method === 'PUT' && refuse(response, 400, 'InvalidRequest'),
    );
    const bucket = await server.newBucket();
    const probed = await probeCapabilities(bucketOf({ ...server, endpoint: proxy.endpoint }, bucket));
    await proxy.close();
    await server.stop();
    expect(errorOf(probed)).to.deep.equal(shutOut);
  });

  it('answers unavailable when the server copies nothing', async () => {
    const server = await startStandIn({ mode: 'strict' });
    const proxy = await startProxy(
      server.endpoint,
      ({ headers }, response) => headers['x-amz-copy-source'] !== undefined && refuse(response, 501, 'NotImplemented'),
    );
    const bucket = await server.newBucket();
    const probed = await probeCapabilities(bucketOf({ ...server, endpoint: proxy.endpoint }, bucket));
    await proxy.close();
    await server.stop();
    expect(errorOf(probed)).to.deep.equal(unavailable);
  });

  it('answers unavailable when the server does not answer, and never takes a fault for a refusal', async () => {
    const server = await startStandIn({ mode: 'strict' });
    const options = { ...bucketOf(server, await server.newBucket()), maxAttempts: 1 };
    const impatient = { ...options, timeouts: { answerMs: 500 } };
    for (const kind of ['internal_error', 'slow_down', 'reset', 'hang'] as const) {
      await server.inject({ kind }, { operations: ['PutObject'] });
      expect(errorOf(await probeCapabilities(kind === 'hang' ? impatient : options)), kind).to.deep.equal(unavailable);
      await server.heal();
    }
    await server.stop();
    expect(errorOf(await probeCapabilities(options))).to.deep.equal(unavailable);
  });
});
