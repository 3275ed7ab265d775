import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type StandIn, startStandIn } from '../../src/s3.js';
import { clientOf, counted, plain, sha256Base64 } from '../rigs/s3-bench.js';

const key = 'some/key';
const bytes = counted(100);
const checksum = { 'x-amz-checksum-sha256': sha256Base64(bytes) };

/** The same text with another letter in it. */
const altered = (text: string, at: number): string => {
  const character = text.charAt(at);
  const other = /[0-8a-yA-Y]/.test(character) ? String.fromCharCode(character.charCodeAt(0) + 1) : 'x';
  return text.slice(0, at) + other + text.slice(at + 1);
};

describe('a signed URL of the stand-in that was tampered with', () => {
  let server: StandIn;
  let bucket: string;
  let put: URL;
  let get: URL;

  before(async () => {
    server = await startStandIn({ mode: 'strict' });
    bucket = await server.newBucket();
    const client = clientOf(server);
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentLength: bytes.length,
      ChecksumSHA256: checksum['x-amz-checksum-sha256'],
    });
    put = new URL(
      await getSignedUrl(client, command, {
        unhoistableHeaders: new Set(Object.keys(checksum)),
        signableHeaders: new Set(['content-length']),
      }),
    );
    const read = new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentDisposition: 'attachment' });
    get = new URL(await getSignedUrl(client, read));
  });
  after(() => server.stop());

  const write = (href: string, headers: Record<string, string> = checksum, body: Buffer = bytes) =>
    plain(href, { method: 'PUT', headers, body });

  it('is good as it was', async () => {
    expect((await write(put.href)).status).to.equal(200);
    expect((await plain(get.href)).body.equals(bytes)).to.equal(true);
  });

  it('is refused with any parameter altered, anywhere', async () => {
    for (const url of [put, get]) {
      for (const [name, value] of url.searchParams) {
        for (const at of [0, Math.floor(value.length / 2), value.length - 1]) {
          const tampered = new URL(url);
          tampered.searchParams.set(name, altered(value, at));
          const { status } = url === put ? await write(tampered.href) : await plain(tampered.href);
          // What cannot be a signature at all is refused as such.
          const expected = /Algorithm|Credential|Expires|Date/.test(name) ? [400, 403] : [403];
          expect(status, `${name} at ${at}`).to.be.oneOf(expected);
        }
      }
    }
  });

  it('is refused with any parameter taken away, added or doubled', async () => {
    for (const [name, value] of put.searchParams) {
      const [without, doubled] = [new URL(put), new URL(put)];
      without.searchParams.delete(name);
      doubled.searchParams.append(name, value);
      expect((await write(without.href)).status, `without ${name}`).to.be.oneOf([400, 403]);
      expect((await write(doubled.href)).status, `twice ${name}`).to.be.oneOf([400, 403]);
    }
    for (const added of [
      'x-amz-acl=public-read',
      'response-content-type=text/html',
      'versionId=null',
      'X-Amz-Content-Sha256=' + 'a'.repeat(64),
    ]) {
      expect((await write(`${put.href}&${added}`)).status, added).to.be.oneOf([400, 403]);
    }
  });

  it('is refused with its lifetime made longer or its scope widened', async () => {
    const alterations: readonly (readonly [string, string])[] = [
      ['X-Amz-Expires', '901'],
      ['X-Amz-Expires', '604800'],
      ['X-Amz-SignedHeaders', 'host'],
      ['X-Amz-SignedHeaders', 'content-length;host'],
      ['X-Amz-Signature', ''],
    ];
    for (const [name, value] of alterations) {
      const tampered = new URL(put);
      tampered.searchParams.set(name, value);
      expect((await write(tampered.href)).status, `${name}=${value}`).to.equal(403);
    }
    for (const value of ['0', '-1', '604801', 'abc', '1e9', '']) {
      const tampered = new URL(put);
      tampered.searchParams.set('X-Amz-Expires', value);
      expect((await write(tampered.href)).status, value).to.equal(400);
    }
  });

  it('is refused with any signed field altered, left out or joined by others', async () => {
    expect((await write(put.href, {})).status).to.equal(403);
    const other = { 'x-amz-checksum-sha256': sha256Base64(Buffer.from('other')) };
    expect((await write(put.href, other)).status).to.equal(403);
    expect((await write(put.href, checksum, counted(101))).status).to.equal(403);
    for (const added of ['x-amz-meta-a', 'x-amz-acl', 'x-amz-storage-class', 'x-amz-copy-source', 'x-amz-security-token']) {
      expect((await write(put.href, { ...checksum, [added]: `${bucket}/${key}` })).status, added).to.equal(403);
    }
    const elsewhere = new URL(put);
    elsewhere.hostname = 'localhost';
    expect((await write(elsewhere.href)).status).to.equal(403);
  });

  it('is refused with another way of saying who sends it', async () => {
    expect((await write(put.href, { ...checksum, authorization: 'AWS4-HMAC-SHA256 Credential=a' })).status).to.equal(400);
    expect((await write(put.href.replace(/\?.*/, ''))).status).to.equal(403);
  });

  it('leaves the object as it was', async () => {
    expect((await plain(get.href)).body.equals(bytes)).to.equal(true);
  });
});
