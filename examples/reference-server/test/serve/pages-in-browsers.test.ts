import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { z } from 'zod';
import { type ByteServer, startByteServer } from '../bytes/byte-server.js';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, downloadsAnswer, sessionAnswer } from '../client/wire.js';
import { signedUrls } from '../server/stack.js';

const app = 'https://app.example.org';

const operations = new URL('../../../../docs/operations.md', import.meta.url);
const rules = z.object({
  CORSRules: z.array(
    z.object({
      AllowedOrigins: z.array(z.string()),
      AllowedMethods: z.array(z.string()),
      AllowedHeaders: z.array(z.string()),
      ExposeHeaders: z.array(z.string()),
      MaxAgeSeconds: z.int(),
    }),
  ),
});

/** What the guide for operators has them set on the bucket. */
const configureBucket = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  const [, text = ''] = /```json\n(\{\n {2}"CORSRules"[^`]*)```/.exec(await readFile(operations, 'utf8')) ?? [];
  const setting = (name: string): string => settings[`S3_${name}`] ?? expect.fail(`there is an S3_${name}`);
  const client = new S3Client({
    endpoint: setting('ENDPOINT'),
    region: setting('REGION'),
    credentials: { accessKeyId: setting('ACCESS_KEY_ID'), secretAccessKey: setting('SECRET_ACCESS_KEY') },
    forcePathStyle: true,
  });
  const CORSConfiguration = rules.parse(JSON.parse(text));
  await client.send(new PutBucketCorsCommand({ Bucket: setting('BUCKET'), CORSConfiguration }));
  client.destroy();
};

/** Asks as a browser does before it sends what a page of `origin` wants to send; whether it may. */
const mayAsk = async (origin: string, url: string, method: string, header: string): Promise<boolean> => {
  const { ok, headers } = await fetch(url, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': header },
  });
  const allows = (name: string, value: string): boolean =>
    (headers.get(name) ?? '').toLowerCase().split(/, */).includes(value.toLowerCase());
  return (
    ok &&
    headers.get('access-control-allow-origin') === origin &&
    allows('access-control-allow-methods', method) &&
    allows('access-control-allow-headers', header)
  );
};

describe('a page in a browser', () => {
  let server: ByteServer;
  const closings: (() => Promise<void>)[] = [];
  let repository: RepositoryClient;
  before(async () => {
    server = await startByteServer({ CORS_ORIGINS: `http://localhost:5173,${app}` });
    closings.push(server.close);
    repository = await server.newRepository();
    if (signedUrls === 'external') await configureBucket(server.server.place.settings);
  });
  after(async () => {
    for (const close of closings) await close();
  });

  it('of an origin that is listed brings an object there and back, by the URLs that it is given', async () => {
    const api = `${server.server.baseUrl}/api/v1/repositories/${repository.id}/uploads`;
    expect(await mayAsk(app, api, 'POST', 'authorization')).to.equal(true);
    const object = objectNamed('from a page', 5000);
    const session = read(await repository.open(), 201, sessionAnswer).session.id;
    const authorized = read(await repository.authorize(session, [object]), 200, authorizeAnswer);
    const [{ upload_url: uploadUrl = expect.fail('an object that is new has a URL') } = expect.fail('one object is answered')] =
      authorized.objects;
    expect(await mayAsk(app, uploadUrl, 'PUT', 'content-type')).to.equal(true);
    const put = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { Origin: app, 'Content-Type': 'application/octet-stream' },
      body: object.bytes,
    });
    expect([put.status, put.headers.get('access-control-allow-origin')]).to.deep.equal([200, app]);
    expectStatus(await repository.complete(session, object), 204);
    expectStatus(await repository.finalize(session), 200);

    const downloads = await repository.api.call('POST', `/repositories/${repository.id}/downloads/authorize`, {
      objects: [{ oid: object.oid }],
    });
    const [entry = expect.fail('one object is answered')] = read(downloads, 200, downloadsAnswer).objects;
    const downloadUrl = entry.download_url ?? expect.fail('the object has a URL');
    expect(await mayAsk(app, downloadUrl, 'GET', 'range')).to.equal(true);
    const got = await fetch(downloadUrl, { headers: { Origin: app, Range: 'bytes=0-99' } });
    expect([got.status, got.headers.get('access-control-allow-origin')]).to.deep.equal([206, app]);
    expect((got.headers.get('access-control-expose-headers') ?? '').toLowerCase()).to.include('content-range');
    expect(Buffer.from(await got.arrayBuffer()).equals(object.bytes.subarray(0, 100))).to.equal(true);
  });

  it('of another origin may not even ask', async () => {
    const api = `${server.server.baseUrl}/api/v1/repositories/${repository.id}/uploads`;
    expect(await mayAsk('https://evil.example.org', api, 'POST', 'authorization')).to.equal(false);
  });
});
