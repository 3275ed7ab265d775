import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type StandIn, startStandIn } from '../../src/s3.js';
import { clientOf, expectRefusal, plain } from '../rigs/s3-bench.js';

const start = Date.UTC(2030, 0, 1, 23, 59, 30);
const second = 1000;

describe("the stand-in's clock", () => {
  let now = start;
  let server: StandIn;
  let bucket: string;

  beforeEach(async () => {
    now = start;
    server = await startStandIn({ mode: 'strict', clock: () => now });
    bucket = await server.newBucket();
  });
  afterEach(() => server.stop());

  const signed = (expiresIn: number, signedAt = start): Promise<string> =>
    getSignedUrl(clientOf(server), new PutObjectCommand({ Bucket: bucket, Key: 'k' }), {
      expiresIn,
      signingDate: new Date(signedAt),
    });
  const codeOf = async (href: string): Promise<string> => (await plain(href, { method: 'PUT', body: 'x' })).code;

  it('ends a signed URL to the second, also past midnight', async () => {
    const href = await signed(60);
    now = start + 60 * second - 1;
    expect(await codeOf(href)).to.equal('');
    now += 1;
    expect(await plain(href, { method: 'PUT', body: 'x' })).to.include({ status: 403, code: 'AccessDenied' });
  });

  it('knows no signed URL that lives longer than a week', async () => {
    const href = await signed(7 * 24 * 3600);
    now = start + 7 * 24 * 3600 * second - 1;
    expect(await codeOf(href)).to.equal('');
    now += 1;
    expect(await codeOf(href)).to.equal('AccessDenied');
  });

  it('lets a signed URL begin a quarter of an hour early, for clocks differ', async () => {
    expect(await codeOf(await signed(60, start + 15 * 60 * second))).to.equal('');
    expect(await codeOf(await signed(60, start + 15 * 60 * second + second))).to.equal('AccessDenied');
  });

  it('takes a signed request within a quarter of an hour on either side', async () => {
    const at = (offset: number) =>
      clientOf(server, { systemClockOffset: start + offset - Date.now() }).send(
        new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'x' }),
      );
    for (const offset of [-14 * 60 * second, 0, 14 * 60 * second]) await at(offset);
    for (const offset of [-16 * 60 * second, 16 * 60 * second]) await expectRefusal(at(offset), 403, 'RequestTimeTooSkewed');
  });

  it('dates objects', async () => {
    await plain(await signed(60), { method: 'PUT', body: 'x' });
    const client = clientOf(server, { systemClockOffset: start - Date.now() });
    const { LastModified } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'k' }));
    expect(LastModified?.getTime()).to.equal(start);
  });

  it('judges a key when a request begins: a revoked one opens nothing any more', async () => {
    const key = server.newKey();
    const client = clientOf({ ...server, ...key }, { systemClockOffset: start - Date.now() });
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'x' }));
    const href = await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'k' }), { signingDate: new Date(start) });
    expect((await plain(href)).status).to.equal(200);
    server.revokeKey(key.accessKeyId);
    expect(await plain(href)).to.include({ status: 403, code: 'InvalidAccessKeyId' });
    await expectRefusal(client.send(new GetObjectCommand({ Bucket: bucket, Key: 'k' })), 403, 'InvalidAccessKeyId');
  });
});
