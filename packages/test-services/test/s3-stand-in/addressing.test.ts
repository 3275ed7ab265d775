import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type StandIn, startStandIn } from '../../src/s3.js';
import { clientOf, counted, plain } from '../rigs/s3-bench.js';
import { signUrl } from '../rigs/sign-url.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the server asked for the body before it answered. */
  readonly asked: boolean;
}

describe('requests to the stand-in', () => {
  let server: StandIn;
  let bucket: string;

  before(async () => {
    server = await startStandIn({ mode: 'strict' });
    bucket = await server.newBucket();
  });
  after(() => server.stop());

  /** Sends to the server whatever host the URL names; the body only once it is asked for, where `expect` says so. */
  const send = (href: string, method: string, body: Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { pathname, search, host } = new URL(href);
      const options = { host: '127.0.0.1', port: server.port, method, path: pathname + search };
      const length = { 'content-length': body.length };
      const sending = httpRequest({ ...options, headers: { host, ...length, ...headers } });
      let asked = false;
      sending.on('continue', () => {
        asked = true;
        sending.end(body);
      });
      sending.on('error', reject);
      sending.on('response', (answer) => {
        text(answer).then(
          (received) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received, asked }),
          reject,
        );
      });
      if (headers['expect'] === undefined) sending.end(body);
      else sending.flushHeaders();
    });

  it('may name the bucket in the host instead of the path', async () => {
    const client = clientOf(server, { endpoint: `http://localhost:${server.port}`, forcePathStyle: false });
    const address = { Bucket: bucket, Key: 'a/b c' };
    const put = await getSignedUrl(client, new PutObjectCommand(address));
    expect(new URL(put).hostname).to.equal(`${bucket}.localhost`);
    expect((await send(put, 'PUT', Buffer.from('hello'))).status).to.equal(200);
    expect((await plain(signUrl(server, 'GET', `/${bucket}/a/b c`))).body.toString()).to.equal('hello');
    expect((await send(await getSignedUrl(client, new GetObjectCommand(address)), 'GET', Buffer.alloc(0))).body).to.equal(
      'hello',
    );
  });

  it('are asked for their body only when it is wanted', async () => {
    const client = clientOf(server);
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'asked', ContentLength: 10 });
    const href = await getSignedUrl(client, command, { signableHeaders: new Set(['content-length']) });
    expect(await send(href, 'PUT', counted(11), { expect: '100-continue' })).to.include({ status: 403, asked: false });
    expect(await send(href, 'PUT', counted(10), { expect: '100-continue' })).to.include({ status: 200, asked: true });
  });

  it('are refused without their query in the answer, and HEAD without any body', async () => {
    const missing = `/${bucket}/never`;
    const answer = await plain(signUrl(server, 'GET', missing));
    expect(answer.body.toString()).to.include(`<Resource>${missing}</Resource>`).and.not.to.include('X-Amz-');
    const head = await send(signUrl(server, 'HEAD', missing), 'HEAD', Buffer.alloc(0));
    expect([head.status, head.body]).to.deep.equal([404, '']);
  });

  it('for what the stand-in does not do are refused as such', async () => {
    const client = clientOf(server);
    const href = await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'k', VersionId: 'v' }));
    expect(await plain(href)).to.include({ status: 501, code: 'NotImplemented' });
    expect((await plain(signUrl(server, 'PATCH', `/${bucket}/k`), { method: 'PATCH' })).status).to.equal(501);
  });

  it('whose key is too long or no text are refused', async () => {
    const longest = 'k'.repeat(1024);
    const put = (path: string) => plain(signUrl(server, 'PUT', `/${bucket}/${path}`), { method: 'PUT', body: 'x' });
    expect((await put(longest)).status).to.equal(200);
    expect(await put(`${longest}k`)).to.include({ status: 400, code: 'KeyTooLongError' });
    expect(await plain(`${server.endpoint}/${bucket}/%ff%fe`)).to.include({ status: 400, code: 'InvalidURI' });
  });
});
