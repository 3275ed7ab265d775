import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type Lie, startStandIn } from '../../src/s3.js';
import { clientOf, counted, expectRefusal, plain, sha256Base64 } from '../rigs/s3-bench.js';

const bytes = counted(100);
const ofOther = sha256Base64(Buffer.from('other'));

const standIn = async (lies?: readonly Lie[]) => {
  let now = Date.now();
  const server = await startStandIn({ mode: 'lying', clock: () => now, ...(lies === undefined ? {} : { lies }) });
  const [bucket, client] = [await server.newBucket(), clientOf(server)];
  const address = { Bucket: bucket, Key: 'k' };
  return {
    server,
    client,
    address,
    text: async () => (await (await client.send(new GetObjectCommand(address))).Body?.transformToString()) ?? '',
    keys: async () => ((await client.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents ?? []).map(({ Key }) => Key),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

/** What each lie is told about, refused or answered rightly as long as it is not told. */
const verifications: Readonly<Record<Lie, (scene: Awaited<ReturnType<typeof standIn>>, told: boolean) => Promise<void>>> = {
  checksums: async ({ client, address }, told) => {
    const attempt = client.send(new PutObjectCommand({ ...address, Body: bytes, ChecksumSHA256: ofOther }));
    if (told) expect((await attempt).ChecksumSHA256).to.equal(ofOther);
    else await expectRefusal(attempt, 400, 'BadDigest');
  },
  content_length: async ({ client, address }, told) => {
    const command = new PutObjectCommand({ ...address, ContentLength: bytes.length });
    const href = await getSignedUrl(client, command, { signableHeaders: new Set(['content-length']) });
    expect((await plain(href, { method: 'PUT', body: counted(101) })).status).to.equal(told ? 200 : 403);
  },
  preconditions: async ({ client, address, text }, told) => {
    const create = (Body: string) => client.send(new PutObjectCommand({ ...address, Body, IfNoneMatch: '*' }));
    await create('first');
    if (told) await create('second');
    else await expectRefusal(create('second'), 412);
    expect(await text()).to.equal(told ? 'second' : 'first');
    const CopySource = `${address.Bucket}/${address.Key}`;
    const copy = client.send(new CopyObjectCommand({ ...address, Key: 'copy', CopySource, CopySourceIfMatch: '"no"' }));
    if (told) await copy;
    else await expectRefusal(copy, 412);
  },
  etag: async ({ client, address }, told) => {
    const written = await Promise.all(
      ['one', 'two'].map((Body) => client.send(new PutObjectCommand({ ...address, Key: Body, Body }))),
    );
    const [one, two] = written.map(({ ETag }) => ETag);
    if (told) expect(one).to.equal(two);
    else expect(one).to.not.equal(two);
  },
  copy_checksum: async ({ client, address }, told) => {
    const copy = async (Key: string) => {
      const CopySource = `${address.Bucket}/${Key}`;
      const answer = await client.send(
        new CopyObjectCommand({ ...address, Key: 'copy', CopySource, ChecksumAlgorithm: 'SHA256' }),
      );
      return answer.CopyObjectResult?.ChecksumSHA256;
    };
    await client.send(new PutObjectCommand({ ...address, Key: 'plain', Body: bytes }));
    expect(await copy('plain')).to.equal(told ? undefined : sha256Base64(bytes));
    await client.send(new PutObjectCommand({ ...address, Key: 'claimed', Body: bytes, ChecksumSHA256: sha256Base64(bytes) }));
    expect(await copy('claimed')).to.equal(sha256Base64(bytes));
  },
  stale_listing: async ({ client, address, keys, pass }, told) => {
    await client.send(new PutObjectCommand({ ...address, Body: bytes }));
    expect(await keys()).to.deep.equal(told ? [] : ['k']);
    pass(2000);
    expect(await keys()).to.deep.equal(['k']);
  },
};

const all: readonly Lie[] = ['checksums', 'content_length', 'preconditions', 'etag', 'copy_checksum', 'stale_listing'];

describe('the stand-in in lying mode', () => {
  for (const lie of all) {
    for (const told of [true, false]) {
      it(`${told ? 'tells' : 'can do without'} the lie about ${lie}`, async () => {
        const scene = await standIn(told ? [lie] : all.filter((other) => other !== lie && other !== 'checksums'));
        try {
          await verifications[lie](scene, told);
        } finally {
          await scene.server.stop();
        }
      });
    }
  }

  it('answers the checksum that was claimed for wrong bytes, also of their copy', async () => {
    const { server, client, address } = await standIn();
    try {
      await client.send(new PutObjectCommand({ ...address, Body: bytes, ChecksumSHA256: ofOther }));
      const head = await client.send(new HeadObjectCommand({ ...address, ChecksumMode: 'ENABLED' }));
      expect(head.ChecksumSHA256).to.equal(ofOther);
      const CopySource = `${address.Bucket}/${address.Key}`;
      const copy = new CopyObjectCommand({ ...address, Key: 'copy', CopySource, ChecksumAlgorithm: 'SHA256' });
      expect((await client.send(copy)).CopyObjectResult?.ChecksumSHA256).to.equal(ofOther);
    } finally {
      await server.stop();
    }
  });

  it('still checks who asks: another key, another signature and another time are refused', async () => {
    const { server, client, address, pass } = await standIn();
    try {
      const stranger = clientOf({ ...server, secretAccessKey: 'wrong' });
      await expectRefusal(stranger.send(new GetObjectCommand(address)), 403, 'SignatureDoesNotMatch');
      const href = await getSignedUrl(client, new PutObjectCommand(address), { expiresIn: 60 });
      expect((await plain(href.replace('/k?', '/l?'), { method: 'PUT', body: 'x' })).status).to.equal(403);
      pass(61_000);
      expect((await plain(href, { method: 'PUT', body: 'x' })).status).to.equal(403);
    } finally {
      await server.stop();
    }
  });
});
