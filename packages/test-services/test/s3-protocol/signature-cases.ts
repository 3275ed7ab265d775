import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type Bench, clientOf, counted, expectRefusal, plain, type ProtocolCase, sha256Base64 } from '../rigs/s3-bench.js';

const key = 'some/key';
const bytes = counted(5000);

const signedPut = ({ client, bucket }: Bench, sizeBytes: number): Promise<string> =>
  getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key, ContentLength: sizeBytes }), {
    signableHeaders: new Set(['content-length']),
  });

const expectNothing = ({ client, bucket }: Bench): Promise<void> =>
  expectRefusal(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })), 404);

/** The SDK says of a body that it cannot send again that it cannot. */
const silent = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Sends the head and half of what it declares, then hangs up. */
const breakOff = (href: string, body: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const sending = httpRequest(href, { method: 'PUT', headers: { 'content-length': body.length } });
    sending.on('error', () => undefined);
    sending.on('close', resolve);
    sending.write(body.subarray(0, body.length / 2), () => setTimeout(() => sending.destroy(), 100));
  });

export const signatureCases: readonly ProtocolCase[] = [
  {
    title: 'a signed URL writes and another reads, without any header',
    run: async (bench) => {
      const { client, bucket } = bench;
      expect((await plain(await signedPut(bench, bytes.length), { method: 'PUT', body: bytes })).status).to.equal(200);
      const { status, body } = await plain(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key })));
      expect(status).to.equal(200);
      expect(body.equals(bytes)).to.equal(true);
    },
  },
  {
    title: 'a signed length is the only one',
    run: async (bench) => {
      const href = await signedPut(bench, bytes.length);
      for (const sizeBytes of [0, bytes.length - 1, bytes.length + 1, 2_000_000]) {
        expect((await plain(href, { method: 'PUT', body: counted(sizeBytes) })).status, String(sizeBytes)).to.equal(403);
      }
      await expectNothing(bench);
    },
  },
  {
    title: 'a signed URL is for its method, its bucket and its key',
    run: async (bench) => {
      const href = await signedPut(bench, bytes.length);
      expect((await plain(href)).status).to.equal(403);
      expect((await plain(href, { method: 'DELETE' })).status).to.equal(403);
      expect((await plain(href.replace(key, `${key}2`), { method: 'PUT', body: bytes })).status).to.equal(403);
      const other = await bench.server.newBucket();
      expect((await plain(href.replace(bench.bucket, other), { method: 'PUT', body: bytes })).status).to.equal(403);
      expect((await plain(href, { method: 'HEAD' })).status).to.equal(403);
      await expectNothing(bench);
    },
  },
  {
    title: 'a signed checksum has to be sent as it was signed, and to be right',
    run: async (bench) => {
      const { client, bucket, facts } = bench;
      const name = 'x-amz-checksum-sha256';
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ChecksumSHA256: sha256Base64(bytes) });
      const href = await getSignedUrl(client, command, { unhoistableHeaders: new Set([name]) });
      const send = (body: Uint8Array, value?: string) =>
        plain(href, { method: 'PUT', body: Buffer.from(body), ...(value === undefined ? {} : { headers: { [name]: value } }) });
      const other = counted(bytes.length, 2);
      expect((await send(bytes)).status).to.equal(403);
      expect((await send(other, sha256Base64(other))).status).to.equal(403);
      const wrong = await send(other, sha256Base64(bytes));
      expect([wrong.status, wrong.code]).to.deep.equal(facts.checksChecksums ? [400, 'BadDigest'] : [200, '']);
      expect((await send(bytes, sha256Base64(bytes))).status).to.equal(200);
    },
  },
  {
    title: 'a field that could change what is done has to be signed',
    run: async (bench) => {
      const href = await signedPut(bench, bytes.length);
      const answer = await plain(href, { method: 'PUT', body: bytes, headers: { 'x-amz-meta-added': 'later' } });
      expect(answer.status).to.equal(bench.facts.refusesUnsignedFields ? 403 : 200);
      const type = await plain(href, { method: 'PUT', body: bytes, headers: { 'content-type': 'text/plain' } });
      expect(type.status).to.equal(200);
    },
  },
  {
    title: 'a signed URL says what the reader is told of the object',
    run: async (bench) => {
      const { client, bucket } = bench;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: 'attachment; filename="a b.bin"',
        ResponseContentType: 'application/x-thing',
        ResponseCacheControl: 'no-store',
      });
      const { headers } = await plain(await getSignedUrl(client, command));
      expect(headers.get('content-disposition')).to.equal('attachment; filename="a b.bin"');
      expect(headers.get('content-type')).to.equal('application/x-thing');
      expect(headers.get('cache-control')).to.equal('no-store');
    },
  },
  {
    title: 'a signed URL is worth nothing after its time',
    run: async (bench) => {
      const { client, bucket } = bench;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
      const before = new Date(Date.now() - 60_000);
      const signed = (expiresIn: number) =>
        getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn, signingDate: before });
      expect((await plain(await signed(120))).status).to.equal(200);
      const late = await plain(await signed(30));
      expect([late.status, late.code]).to.deep.equal([403, 'AccessDenied']);
    },
  },
  {
    title: 'a request without a signature, with another secret or with an unknown key is refused',
    run: async ({ server, bucket }) => {
      expect((await plain(`${server.endpoint}/${bucket}/${key}`)).status).to.equal(403);
      const { accessKeyId, secretAccessKey } = server;
      const as = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
        clientOf(server, { credentials }).send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      await expectRefusal(as({ accessKeyId, secretAccessKey: `${secretAccessKey}x` }), 403, 'SignatureDoesNotMatch');
      await expectRefusal(as({ accessKeyId: 'UNKNOWN', secretAccessKey }), 403, 'InvalidAccessKeyId');
    },
  },
  {
    title: 'a signature for another region is refused',
    run: async ({ server, bucket, facts }) => {
      const attempt = clientOf(server, { region: 'eu-west-3' }).send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'x' }),
      );
      if (facts.checksRegion) await expectRefusal(attempt, 400, 'AuthorizationHeaderMalformed');
      else await attempt;
    },
  },
  {
    title: "a clock that is far from the server's is refused",
    run: async ({ server, bucket }) => {
      const attempt = (systemClockOffset: number) =>
        clientOf(server, { systemClockOffset }).send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'x' }));
      await attempt(10 * 60_000);
      await expectRefusal(attempt(-20 * 60_000), 403, 'RequestTimeTooSkewed');
    },
  },
  {
    title: 'a body of undeclared length is refused',
    run: async (bench) => {
      const { client, bucket } = bench;
      const href = await getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key }));
      const body = Readable.toWeb(Readable.from([bytes]));
      const answer = await plain(href, { method: 'PUT', body, duplex: 'half' });
      expect(answer.status).to.equal(411);
      await expectNothing(bench);
    },
  },
  {
    title: 'a body that breaks off leaves nothing',
    run: async (bench) => {
      await breakOff(await signedPut(bench, bytes.length), bytes);
      await expectNothing(bench);
    },
  },
  {
    title: 'a body whose checksum comes after it is taken, and keeps it',
    run: async ({ server, bucket, facts }) => {
      const client = clientOf(server, { requestChecksumCalculation: 'WHEN_SUPPORTED', logger: silent });
      const Body = Readable.from([bytes.subarray(0, 1234), bytes.subarray(1234)]);
      const attempt = client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: bytes.length }));
      if (!facts.takesTrailers) {
        await expectRefusal(attempt, 411);
        return;
      }
      await attempt;
      const read = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }));
      expect(read.ChecksumCRC32).to.match(/^[A-Za-z0-9+/]{6}==$/);
      expect(read.ContentEncoding).to.equal(undefined);
      expect(Buffer.from((await read.Body?.transformToByteArray()) ?? []).equals(bytes)).to.equal(true);
    },
  },
];
