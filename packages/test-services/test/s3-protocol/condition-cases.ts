import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { type Bench, counted, expectRefusal, md5Hex, type ProtocolCase, refusalOf, sha256Base64 } from '../rigs/s3-bench.js';

const key = 'some/key';
const bytes = counted(1000);

const text = async ({ client, bucket }: Bench): Promise<string> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await Body?.transformToString()) ?? '';
};

const create = ({ client, bucket }: Bench, Body: string) =>
  client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, IfNoneMatch: '*' }));

/** Either what S3 does, or what a server does that passes the condition over. */
const refusedIf = async (holds: boolean, attempt: Promise<unknown>, status: number, ...codes: string[]): Promise<void> => {
  if (holds) await expectRefusal(attempt, status, ...codes);
  else await attempt;
};

export const conditionCases: readonly ProtocolCase[] = [
  {
    title: 'a second creation is refused and changes nothing',
    run: async (bench) => {
      await create(bench, 'first');
      await expectRefusal(create(bench, 'second'), 412, 'PreconditionFailed');
      expect(await text(bench)).to.equal('first');
    },
  },
  {
    title: 'of creations at the same time one wins, and its bytes stay',
    run: async (bench) => {
      const attempts = Array.from({ length: 8 }, (_, index) => `writer ${index}`);
      const outcomes = await Promise.allSettled(attempts.map((attempt) => create(bench, attempt)));
      const winners = attempts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(winners).to.deep.equal([await text(bench)]);
    },
  },
  {
    title: 'a write in place of a named version is refused once that is gone',
    run: async (bench) => {
      const { client, bucket } = bench;
      const replace = (Body: string, IfMatch: string | undefined) =>
        client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, IfMatch }));
      const { replacesNamedVersions } = bench.facts;
      await expectRefusal(replace('zero', `"${'0'.repeat(32)}"`), replacesNamedVersions ? 404 : 412);
      const { ETag } = await create(bench, 'first');
      if (replacesNamedVersions) await replace('second', ETag);
      await expectRefusal(replace('third', replacesNamedVersions ? ETag : `"${'0'.repeat(32)}"`), 412, 'PreconditionFailed');
      expect(await text(bench)).to.equal(replacesNamedVersions ? 'second' : 'first');
    },
  },
  {
    title: 'a copy to what is there is refused when it may only create',
    run: async (bench) => {
      const { client, bucket, facts } = bench;
      await create(bench, 'first');
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'source', Body: 'second' }));
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: `${bucket}/source`, IfNoneMatch: '*' });
      await refusedIf(facts.conditionsEverywhere, client.send(copy), 412, 'PreconditionFailed');
    },
  },
  {
    title: 'a body that is not what its MD5 says is refused and leaves nothing',
    run: async (bench) => {
      const { client, bucket } = bench;
      const wrong = Buffer.from(md5Hex(Buffer.from('other')), 'hex').toString('base64');
      const attempt = client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentMD5: wrong }));
      await expectRefusal(attempt, 400, 'BadDigest');
      await expectRefusal(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })), 404);
      const malformed = client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentMD5: 'abc' }));
      await expectRefusal(malformed, 400, 'InvalidDigest');
    },
  },
  ...(['SHA256', 'SHA1', 'CRC32', 'CRC32C'] as const).map((algorithm): ProtocolCase => ({
    title: `a body that is not what its ${algorithm} says is refused and leaves nothing`,
    run: async (bench) => {
      const { client, bucket, facts } = bench;
      // Each the checksum of nothing, so of the right length.
      const wrong = {
        SHA256: { ChecksumSHA256: sha256Base64(Buffer.alloc(0)) },
        SHA1: { ChecksumSHA1: '2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
        CRC32: { ChecksumCRC32: 'AAAAAA==' },
        CRC32C: { ChecksumCRC32C: 'AAAAAA==' },
      }[algorithm];
      const attempt = client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ...wrong }));
      await refusedIf(facts.checksChecksums, attempt, 400, 'BadDigest');
      if (facts.checksChecksums) await expectRefusal(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })), 404);
    },
  })),
  {
    title: 'a checksum comes back with the whole object when it is asked for',
    run: async ({ client, bucket, facts }) => {
      const ChecksumSHA256 = sha256Base64(bytes);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ChecksumSHA256 }));
      const head = (ChecksumMode?: 'ENABLED') => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode }));
      expect((await head('ENABLED')).ChecksumSHA256).to.equal(facts.checksChecksums ? ChecksumSHA256 : undefined);
      expect((await head()).ChecksumSHA256).to.equal(undefined);
    },
  },
  {
    title: 'a body that is not what was signed is refused and leaves nothing',
    run: async ({ client, bucket }) => {
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes });
      command.middlewareStack.add(
        (next) => (args) => {
          const { request } = args;
          const hasHeaders = typeof request === 'object' && request !== null && 'headers' in request;
          if (hasHeaders && typeof request.headers === 'object' && request.headers !== null) {
            Object.assign(request.headers, {
              'x-amz-content-sha256': Buffer.from(sha256Base64(Buffer.from('other')), 'base64').toString('hex'),
            });
          }
          return next(args);
        },
        { step: 'build' },
      );
      const refusal = await refusalOf(client.send(command));
      expect(refusal.status).to.equal(400);
      expect(refusal.code).to.equal('XAmzContentSHA256Mismatch');
      await expectRefusal(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })), 404);
    },
  },
];
