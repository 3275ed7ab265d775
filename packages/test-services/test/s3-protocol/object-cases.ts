import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { type Bench, counted, expectRefusal, md5Hex, type ProtocolCase, sha256Base64 } from '../rigs/s3-bench.js';

const key = 'some/key';

const put = ({ client, bucket }: Bench, bytes: Uint8Array, name = key) =>
  client.send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes }));

const get = async ({ client, bucket }: Bench, name = key): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};

export const objectCases: readonly ProtocolCase[] = [
  {
    title: 'an object comes back with its bytes, its MD5 as ETag, its type and its metadata',
    run: async (bench) => {
      const { client, bucket } = bench;
      const bytes = counted(300_000);
      const written = await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: 'model/x', Metadata: { origin: 'here' } }),
      );
      const read = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      expect(written.ETag).to.equal(`"${md5Hex(bytes)}"`);
      expect(read).to.include({ ETag: written.ETag, ContentType: 'model/x', ContentLength: bytes.length });
      expect(read.Metadata).to.deep.equal({ origin: 'here' });
      expect(Buffer.from((await read.Body?.transformToByteArray()) ?? []).equals(bytes)).to.equal(true);
    },
  },
  {
    title: 'an empty object is an object',
    run: async (bench) => {
      await put(bench, Buffer.alloc(0));
      expect(await get(bench)).to.have.length(0);
      const head = await bench.client.send(new HeadObjectCommand({ Bucket: bench.bucket, Key: key }));
      expect(head.ContentLength).to.equal(0);
    },
  },
  {
    title: 'a second write takes the place of the first',
    run: async (bench) => {
      await put(bench, Buffer.from('first'));
      await put(bench, Buffer.from('and second'));
      expect((await get(bench)).toString()).to.equal('and second');
    },
  },
  {
    title: 'what is not there is not found, by its own code',
    run: async ({ client, bucket }) => {
      await expectRefusal(client.send(new GetObjectCommand({ Bucket: bucket, Key: key })), 404, 'NoSuchKey');
      await expectRefusal(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })), 404);
      await expectRefusal(client.send(new GetObjectCommand({ Bucket: `${bucket}-not`, Key: key })), 404, 'NoSuchBucket');
      await expectRefusal(
        client.send(new PutObjectCommand({ Bucket: `${bucket}-not`, Key: key, Body: 'x' })),
        404,
        'NoSuchBucket',
      );
    },
  },
  {
    title: 'a range is the bytes from its first to its last, cut at the end',
    run: async (bench) => {
      const { client, bucket } = bench;
      const bytes = counted(1000);
      await put(bench, bytes);
      const ranges: readonly (readonly [string, number, number])[] = [
        ['bytes=0-0', 0, 1],
        ['bytes=10-19', 10, 20],
        ['bytes=990-', 990, 1000],
        ['bytes=-7', 993, 1000],
        ['bytes=995-5000', 995, 1000],
        ['bytes=-5000', 0, 1000],
      ];
      for (const [range, start, end] of ranges) {
        const part = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }));
        expect(Buffer.from((await part.Body?.transformToByteArray()) ?? []).equals(bytes.subarray(start, end)), range).to.equal(
          true,
        );
        expect(part.ContentRange).to.equal(`bytes ${start}-${end - 1}/1000`);
        expect(part.$metadata.httpStatusCode).to.equal(206);
      }
      await expectRefusal(
        client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=1000-' })),
        416,
        'InvalidRange',
      );
    },
  },
  {
    title: 'a reader gets only the version that it asks for',
    run: async (bench) => {
      const { client, bucket } = bench;
      const { ETag } = await put(bench, Buffer.from('one'));
      const asked = (IfMatch: string | undefined) => client.send(new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch }));
      expect((await asked(ETag)).ContentLength).to.equal(3);
      await expectRefusal(asked(`"${'0'.repeat(32)}"`), 412, 'PreconditionFailed');
      await expectRefusal(client.send(new GetObjectCommand({ Bucket: bucket, Key: key, IfNoneMatch: ETag })), 304);
    },
  },
  {
    title: 'keys of every kind come back as they were',
    run: async (bench) => {
      const names = ["a b/ü+!*'()", 'a//b', '%41', 'q?x=1&y#z', '日本/𝒳', '~-._', 'a&<b>"c"', 'x'.repeat(500)];
      for (const name of names) await put(bench, Buffer.from(name), name);
      for (const name of names) expect((await get(bench, name)).toString()).to.equal(name);
    },
  },
  {
    title: 'deleting what is not there is done',
    run: async (bench) => {
      const { client, bucket } = bench;
      await put(bench, Buffer.from('x'));
      for (const name of [key, key, 'never']) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
      await expectRefusal(get(bench), 404, 'NoSuchKey');
    },
  },
  {
    title: 'many are deleted at once, there or not',
    run: async (bench) => {
      const { client, bucket } = bench;
      const names = ['a&b', 'c', 'd/<e>'];
      for (const name of names) await put(bench, Buffer.from('x'), name);
      const Objects = [...names, 'never'].map((name) => ({ Key: name }));
      const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
      expect(Deleted?.map((object) => object.Key)).to.have.members([...names, 'never']);
      expect(Errors ?? []).to.deep.equal([]);
      for (const name of names) await expectRefusal(get(bench, name), 404, 'NoSuchKey');
    },
  },
  {
    title: 'a copy has the bytes, type and metadata of its source, and outlives it',
    run: async (bench) => {
      const { client, bucket } = bench;
      const bytes = counted(70_000);
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: 'a b', Body: bytes, ContentType: 'model/x', Metadata: { k: 'v' } }),
      );
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: `${bucket}/a%20b` }));
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a b' }));
      expect((await get(bench)).equals(bytes)).to.equal(true);
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      expect([head.ContentType, head.Metadata]).to.deep.equal(['model/x', { k: 'v' }]);
    },
  },
  {
    title: 'a copy of another version than the named one is refused',
    run: async (bench) => {
      const { client, bucket } = bench;
      const { ETag } = await put(bench, Buffer.from('one'), 'source');
      const copy = (CopySourceIfMatch: string | undefined) =>
        client.send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: `${bucket}/source`, CopySourceIfMatch }));
      if (bench.facts.checksCopySource) {
        await expectRefusal(copy(`"${'0'.repeat(32)}"`), 412, 'PreconditionFailed');
        await expectRefusal(get(bench), 404);
      }
      await copy(ETag);
      expect((await get(bench)).toString()).to.equal('one');
    },
  },
  {
    title: 'a copy of nothing is refused',
    run: async ({ client, bucket }) => {
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: `${bucket}/never` });
      await expectRefusal(client.send(copy), 404, 'NoSuchKey');
    },
  },
  {
    title: 'a copy answers the SHA-256 of what it has copied',
    run: async (bench) => {
      const { client, bucket, facts } = bench;
      const bytes = counted(200_000);
      await put(bench, bytes, 'source');
      const copy = new CopyObjectCommand({
        Bucket: bucket,
        Key: key,
        CopySource: `${bucket}/source`,
        ChecksumAlgorithm: 'SHA256',
      });
      const { CopyObjectResult } = await client.send(copy);
      expect(CopyObjectResult?.ChecksumSHA256).to.equal(facts.copyAnswersChecksum ? sha256Base64(bytes) : undefined);
    },
  },
];
