import { Readable } from 'node:stream';
import { CopyObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type StandIn, startStandIn } from '../../src/s3.js';
import { clientOf, counted, expectRefusal, plain, refusalOf } from '../rigs/s3-bench.js';

const bytes = counted(200_000);

describe('faults of the stand-in', () => {
  let server: StandIn;
  let address: { readonly Bucket: string; readonly Key: string };
  let href: string;

  before(async () => {
    server = await startStandIn({ mode: 'strict' });
    address = { Bucket: await server.newBucket(), Key: 'k' };
    await clientOf(server).send(new PutObjectCommand({ ...address, Body: bytes }));
    href = await getSignedUrl(clientOf(server), new GetObjectCommand(address));
  });
  afterEach(() => server.heal());
  after(() => server.stop());

  const codeOfBreak = async (attempt: Promise<unknown>): Promise<string> => {
    const [outcome] = await Promise.allSettled([attempt]);
    if (outcome.status === 'fulfilled') throw new Error('nothing broke');
    const reason: unknown = outcome.reason;
    const cause = reason instanceof Error ? (reason.cause ?? reason) : reason;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  };
  const expectHealed = async (): Promise<void> => {
    await server.heal();
    expect((await plain(href)).body.equals(bytes)).to.equal(true);
  };

  it('refuse connections, and take them again at the same address', async () => {
    await server.inject({ kind: 'refuse' });
    expect(await codeOfBreak(plain(href))).to.equal('ECONNREFUSED');
    await expectHealed();
  });

  it('reset connections', async () => {
    await server.inject({ kind: 'reset' });
    expect(await codeOfBreak(plain(href))).to.be.oneOf(['ECONNRESET', 'UND_ERR_SOCKET']);
    await expectHealed();
  });

  it('answer late, or never', async () => {
    await server.inject({ kind: 'slow', milliseconds: 200 });
    const started = performance.now();
    expect((await plain(href)).status).to.equal(200);
    expect(performance.now() - started).to.be.greaterThan(190);
    await server.inject({ kind: 'hang' });
    const [outcome] = await Promise.allSettled([plain(href, { signal: AbortSignal.timeout(200) })]);
    expect(outcome.status).to.equal('rejected');
    await expectHealed();
  });

  it('are answers that say so', async () => {
    await server.inject({ kind: 'slow_down' });
    expect(await plain(href)).to.include({ status: 503, code: 'SlowDown' });
    await server.inject({ kind: 'internal_error' });
    expect(await plain(href)).to.include({ status: 500, code: 'InternalError' });
    await server.inject({ kind: 'access_denied' });
    expect(await plain(href)).to.include({ status: 403, code: 'AccessDenied' });
    await expectHealed();
  });

  it('concern some operations only, and so many requests', async () => {
    const client = clientOf(server);
    await server.inject({ kind: 'slow_down' }, { operations: ['PutObject'], times: 2 });
    const put = () => client.send(new PutObjectCommand({ ...address, Key: 'other', Body: 'x' }));
    expect((await plain(href)).status).to.equal(200);
    await expectRefusal(put(), 503, 'SlowDown');
    await expectRefusal(put(), 503, 'SlowDown');
    await put();
  });

  it('hide in an answer of 200', async () => {
    await server.inject({ kind: 'error_inside_ok' });
    const copy = new CopyObjectCommand({ ...address, Key: 'copy', CopySource: `${address.Bucket}/k` });
    expect((await refusalOf(clientOf(server).send(copy))).code).to.equal('InternalError');
  });

  it('lead elsewhere', async () => {
    await server.inject({ kind: 'redirect', origin: 'http://169.254.169.254' });
    const { status, headers } = await plain(href);
    expect(status).to.equal(307);
    expect(headers.get('location')).to.equal(`http://169.254.169.254${href.slice(server.endpoint.length)}`);
  });

  it('are answers that are no XML, or XML that explodes', async () => {
    const list = () => clientOf(server).send(new ListObjectsV2Command({ Bucket: address.Bucket }));
    await server.inject({ kind: 'garbage' });
    const [garbage] = await Promise.allSettled([list()]);
    expect(garbage.status).to.equal('rejected');
    await server.inject({ kind: 'entity_bomb' });
    const { body } = await plain(href);
    expect(body.toString()).to.include('<!DOCTYPE').and.to.include('&e11;');
  });

  it('are listings without end', async () => {
    await server.inject({ kind: 'endless_listing', bytes: 10 * 1024 ** 3 });
    const pieces: AsyncIterable<unknown> = (await fetch(href)).body ?? Readable.from([]);
    let received = 0;
    for await (const piece of pieces) {
      if (piece instanceof Uint8Array) received += piece.length;
      if (received > 20_000_000) break;
    }
    expect(received).to.be.greaterThan(20_000_000);
    await expectHealed();
  });

  it('answer other bytes, as many as there should be', async () => {
    await server.inject({ kind: 'other_bytes' });
    const { status, body } = await plain(href);
    expect([status, body.length]).to.deep.equal([200, bytes.length]);
    expect(body.equals(bytes)).to.equal(false);
    await expectHealed();
  });

  it('cut an answer in the middle', async () => {
    await server.inject({ kind: 'truncated_body' });
    const [outcome] = await Promise.allSettled([plain(href)]);
    expect(outcome.status).to.equal('rejected');
    await expectHealed();
  });

  it('are counted like all requests', async () => {
    server.forgetRequests();
    await server.inject({ kind: 'slow_down' });
    await plain(href);
    await server.heal();
    await plain(href);
    expect([server.requests('GetObject'), server.requests('PutObject'), server.totalRequests()]).to.deep.equal([2, 0, 2]);
  });
});
