import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketLocationCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { type Bench, expectRefusal, plain, type ProtocolCase } from '../rigs/s3-bench.js';
import { signUrl } from '../rigs/sign-url.js';

const fill = async ({ server, bucket }: Bench, names: readonly string[]): Promise<void> => {
  const written = names.map((name) => plain(signUrl(server, 'PUT', `/${bucket}/${name}`), { method: 'PUT', body: name }));
  for (const { status, body } of await Promise.all(written)) expect(status, body.toString()).to.equal(200);
};

/** All pages of a listing: the keys and common prefixes in the order in which they come, and how many came at once. */
const pages = async ({ client, bucket }: Bench, input: Omit<ListObjectsV2CommandInput, 'Bucket'>) => {
  const [keys, prefixes, counts]: [string[], string[], number[]] = [[], [], []];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ ...input, Bucket: bucket, ContinuationToken }));
    keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
    prefixes.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix));
    counts.push(page.KeyCount ?? -1);
    ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
  return { keys, prefixes, counts };
};

const byBytes = (names: readonly string[]): string[] =>
  [...names].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));

export const listCases: readonly ProtocolCase[] = [
  {
    title: 'keys are listed in the order of their bytes, each once, whatever the page',
    run: async (bench) => {
      // The last two are in the other order as JavaScript compares them.
      const names = ['Z', 'a', 'a/', 'a b', 'a0', 'é', 'aa/b', 'a.b', 'a-b', '\u{1d4b3}', '\ufffd'];
      await fill(bench, names);
      expect((await pages(bench, {})).keys).to.deep.equal(byBytes(names));
      const { keys, counts } = await pages(bench, { MaxKeys: 2 });
      expect(keys).to.deep.equal(byBytes(names));
      expect(counts.slice(0, -1).every((count) => count === 2)).to.equal(true);
    },
  },
  {
    title: 'a prefix shows the keys that begin with it and no others',
    run: async (bench) => {
      await fill(bench, ['a', 'a/1', 'a/2', 'a0', 'b/1']);
      expect((await pages(bench, { Prefix: 'a/', MaxKeys: 1 })).keys).to.deep.equal(['a/1', 'a/2']);
      expect((await pages(bench, { Prefix: 'never/' })).keys).to.deep.equal([]);
    },
  },
  {
    title: 'what has a delimiter after the prefix is listed as one',
    run: async (bench) => {
      await fill(bench, ['p/a/1', 'p/a/2', 'p/b', 'p/c/1', 'p/c/2/3', 'p/d', 'q']);
      for (const MaxKeys of [1000, 1, 2]) {
        const { keys, prefixes } = await pages(bench, { Prefix: 'p/', Delimiter: '/', MaxKeys });
        expect(keys).to.deep.equal(['p/b', 'p/d']);
        expect(prefixes).to.deep.equal(['p/a/', 'p/c/']);
      }
    },
  },
  {
    title: 'a listing can begin after a key',
    run: async (bench) => {
      await fill(bench, ['a', 'b', 'c', 'd']);
      expect((await pages(bench, { StartAfter: 'b' })).keys).to.deep.equal(['c', 'd']);
      expect((await pages(bench, { StartAfter: 'bb', MaxKeys: 1 })).keys).to.deep.equal(['c', 'd']);
    },
  },
  {
    title: 'names are encoded when that is asked for',
    run: async (bench) => {
      const name = 'a b/ü&+\u0001';
      await fill(bench, [name]);
      const { client, bucket } = bench;
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: bucket, EncodingType: 'url' }));
      expect(decodeURIComponent(Contents?.[0]?.Key ?? '')).to.equal(name);
    },
  },
  {
    title: 'more than a thousand keys come in pages of a thousand, with their sizes',
    run: async (bench) => {
      const names = Array.from({ length: 1003 }, (_, index) => `n${String(index).padStart(5, '0')}`);
      for (let start = 0; start < names.length; start += 100) await fill(bench, names.slice(start, start + 100));
      const { keys, counts } = await pages(bench, {});
      expect(keys).to.deep.equal(names);
      expect(counts).to.deep.equal([1000, 3]);
      const { Contents } = await bench.client.send(new ListObjectsV2Command({ Bucket: bench.bucket, MaxKeys: 1 }));
      expect(Contents?.[0]?.Size).to.equal(6);
    },
  },
  {
    title: 'a bucket is made, found, and removed once it is empty',
    run: async ({ client, bucket }) => {
      const Bucket = `${bucket}-other`;
      await expectRefusal(client.send(new HeadBucketCommand({ Bucket })), 404);
      await client.send(new CreateBucketCommand({ Bucket }));
      await client.send(new HeadBucketCommand({ Bucket }));
      await client.send(new GetBucketLocationCommand({ Bucket }));
      await client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
      await expectRefusal(client.send(new DeleteBucketCommand({ Bucket })), 409, 'BucketNotEmpty');
      await client.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
      await client.send(new DeleteBucketCommand({ Bucket }));
      await expectRefusal(client.send(new ListObjectsV2Command({ Bucket })), 404, 'NoSuchBucket');
    },
  },
];
