import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createSeededRandom } from '@svc/conformance';
import { attachmentNamed } from '@svc/core';
import { trusted, type ObjectKey } from '@svc/core/model';
import type { SignedRequest, UrlSigner } from '@svc/core/ports';
import { expect } from 'chai';
import type { S3BucketOptions } from '../src/bucket.js';
import { forSdk, type S3Credentials } from '../src/credentials.js';
import { noCapabilities } from '../src/probe-capabilities.js';
import { createS3BlobStore, type S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { errorOf, namespace, oidOf, unavailable, upload, valueOf } from './rigs/values.js';

const now = Date.UTC(2026, 1, 28, 23, 50, 1, 234);
const oid = oidOf(Buffer.from('x'));
const longLived: S3Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const place = { region: 'eu-central-1', bucket: 'some-bucket', credentials: longLived } satisfies S3BucketOptions;

const signerOf = async (options: Partial<S3BlobStoreOptions> = {}): Promise<UrlSigner> =>
  valueOf(await createS3BlobStore({ ...place, now: () => now, ...options }).signer(namespace));

const places: readonly (readonly [string, Partial<S3BucketOptions>])[] = [
  ['at AWS, the bucket in the host', {}],
  ['at AWS in China', { region: 'cn-north-1' }],
  ['by a path', { pathStyle: true, prefix: 'a/b' }],
  ['at an address with a port', { endpoint: 'http://127.0.0.1:9000', prefix: 'a' }],
  ['at another host', { endpoint: 'https://s3.example.com' }],
  ['at another host with a path of its own', { endpoint: 'https://example.com/s3', pathStyle: true }],
  ['with a bucket that fits into no host', { bucket: 'some.bucket' }],
  ['with a prefix that must be encoded', { prefix: "ü/ (it's) a+b*!" }],
  [
    'with temporary credentials',
    { credentials: { ...longLived, sessionToken: 'to/ken+with=signs', expiration: new Date(now + 3_600_000) } },
  ],
];

type Presign = (client: S3Client, how: Parameters<typeof getSignedUrl>[2]) => Promise<string>;

/** What AWS's own presigner makes, without the name of the operation that it adds for AWS's statistics. */
const stock = async (options: S3BucketOptions, presign: Presign, expiresIn: number): Promise<string> => {
  const { endpoint, region, pathStyle = false, credentials, bucket } = options;
  const client = new S3Client({
    region,
    credentials: forSdk(credentials),
    forcePathStyle: pathStyle || bucket.includes('.'),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (typeof request === 'object' && request !== null && 'query' in request) {
        const { query } = request;
        if (typeof query === 'object' && query !== null && 'x-id' in query) delete query['x-id'];
      }
      return next(args);
    },
    { step: 'build' },
  );
  const unhoistableHeaders = new Set(['x-amz-checksum-sha256']);
  return presign(client, { expiresIn, signingDate: new Date(now), unhoistableHeaders });
};

/** The order of a query's parameters means nothing. */
const partsOf = (href: string) => {
  const url = new URL(href);
  return { at: url.origin + url.pathname, query: [...url.searchParams].sort(([left], [right]) => (left < right ? -1 : 1)) };
};

const seed = 20_260_228;

describe(`the URL signer (seed ${seed})`, () => {
  for (const [title, options] of places) {
    it(`signs ${title} as AWS's own presigner does`, async () => {
      const random = createSeededRandom(seed);
      const address = { ...place, ...options };
      const signer = await signerOf({ ...options, capabilities: { ...noCapabilities, checksumEnforced: true } });
      const characters = ['a', 'b', 'X', 'Z', '0', '9', '.', '_', '-'];
      const expectStock = async (signed: SignedRequest, presign: Presign, expiresIn: number) =>
        expect(partsOf(signed.href)).to.deep.equal(partsOf(await stock(address, presign, expiresIn)));

      for (let round = 0; round < 12; round += 1) {
        const name = Array.from({ length: 1 + random.integer(60) }, () => random.pick(characters)).join('');
        const key = trusted<ObjectKey>(`${namespace}/staging/0${name}`);
        const at = { Bucket: address.bucket, Key: options.prefix === undefined ? key : `${options.prefix}/${key}` };
        const sizeBytes = random.integer(2 ** 32);
        const lifetime = 1 + random.integer(3000);
        const expiresAt = Math.floor(now / 1000) * 1000 + lifetime * 1000;
        const saved = { ResponseContentDisposition: 'attachment', ResponseContentType: 'application/octet-stream' };
        const get = new GetObjectCommand({ ...at, ...saved });
        await expectStock(signer.download({ key, expiresAt }), (client, how) => getSignedUrl(client, get, how), lifetime);

        const fileName = `${name} (ü'*).bin`;
        const named = new GetObjectCommand({ ...at, ...saved, ResponseContentDisposition: attachmentNamed(fileName) });
        await expectStock(
          signer.download({ key, fileName, expiresAt }),
          (client, how) => getSignedUrl(client, named, how),
          lifetime,
        );

        const put = new PutObjectCommand({ ...at, ContentLength: sizeBytes });
        const target = { key, sizeBytes, oid, expiresAt };
        await expectStock(signer.upload(target), (client, how) => getSignedUrl(client, put, how), lifetime);

        const ChecksumSHA256 = Buffer.from(oid, 'hex').toString('base64');
        const bound = new PutObjectCommand({ ...at, ContentLength: sizeBytes, ChecksumSHA256 });
        const boundUpload = signer.upload({ ...target, canSendHeaders: true });
        await expectStock(boundUpload, (client, how) => getSignedUrl(client, bound, how), lifetime);

        const part = { key, uploadId: `2~${name}+/=`, partNumber: 1 + random.integer(10_000), sizeBytes, expiresAt };
        const sent = new UploadPartCommand({
          ...at,
          UploadId: part.uploadId,
          PartNumber: part.partNumber,
          ContentLength: sizeBytes,
        });
        const signedPart = signer.part?.(part) ?? expect.fail('parts are signed');
        await expectStock(signedPart, (client, how) => getSignedUrl(client, sent, how), lifetime);
      }
    });
  }

  it('puts the checksum into the header alone, and only for those who can send it to a store that enforces it', async () => {
    const { from } = upload(1);
    const target = { key: from, sizeBytes: 1, oid, expiresAt: now + 900_000 };
    const enforcing = await signerOf({ capabilities: { ...noCapabilities, checksumEnforced: true } });
    const bound = enforcing.upload({ ...target, canSendHeaders: true });
    expect(bound.header).to.deep.equal({ 'x-amz-checksum-sha256': Buffer.from(oid, 'hex').toString('base64') });
    const url = new URL(bound.href);
    expect(url.searchParams.get('X-Amz-SignedHeaders')).to.equal('content-length;host;x-amz-checksum-sha256');
    expect([...url.searchParams.keys()]).to.not.include('x-amz-checksum-sha256');
    for (const unbound of [enforcing.upload(target), (await signerOf()).upload({ ...target, canSendHeaders: true })]) {
      expect(unbound.header).to.deep.equal({});
      expect(new URL(unbound.href).searchParams.get('X-Amz-SignedHeaders')).to.equal('content-length;host');
    }
  });

  it('takes 5 GiB by one PUT and not a byte more', async () => {
    const signer = await signerOf();
    expect(signer.maxSinglePutBytes).to.equal(5 * 2 ** 30);
    const target = { key: upload(1).from, oid, expiresAt: now + 1000 };
    expect(signer.upload({ ...target, sizeBytes: 5 * 2 ** 30 }).href).to.include('content-length');
    expect(() => signer.upload({ ...target, sizeBytes: 5 * 2 ** 30 + 1 })).to.throw('no URL is signed that must fail');
  });

  it('lets no URL outlive the credentials that sign it', async () => {
    const expiration = new Date(now + 100_900);
    const signer = await signerOf({ credentials: { ...longLived, sessionToken: 't', expiration } });
    const { searchParams } = new URL(signer.download({ key: upload(1).to, expiresAt: now + 900_000 }).href);
    expect(Number(searchParams.get('X-Amz-Expires'))).to.equal(101);
  });

  it('gets new credentials when those at hand end before the URLs would, and asks no more often', async () => {
    let asked = 0;
    let clock = now;
    const store = createS3BlobStore({
      ...place,
      now: () => clock,
      credentials: async () => {
        asked += 1;
        // The SDK looks at the clock of the machine.
        return { ...longLived, sessionToken: `t${asked}`, expiration: new Date(Math.max(clock, Date.now()) + 3_600_000) };
      },
    });
    const tokenNow = async (): Promise<string | null> => {
      const { href } = valueOf(await store.signer(namespace)).download({ key: upload(1).to, expiresAt: clock + 900_000 });
      return new URL(href).searchParams.get('X-Amz-Security-Token');
    };
    expect(await tokenNow()).to.equal('t1');
    clock = Math.max(now, Date.now());
    const first = await tokenNow();
    clock += 30 * 60_000;
    expect(await tokenNow()).to.equal(first);
    clock += 11 * 60_000;
    expect(await tokenNow()).to.not.equal(first);
  });

  it('answers unavailable without credentials, or with none that are still good', async () => {
    const refusing = createS3BlobStore({
      ...place,
      credentials: () => Promise.reject(Object.assign(new Error('no'), { name: 'CredentialsProviderError' })),
    });
    expect(errorOf(await refusing.signer(namespace))).to.deep.equal(unavailable);
    const ended = { ...longLived, sessionToken: 't', expiration: new Date(now - 1) };
    const expired = createS3BlobStore({ ...place, now: () => now, credentials: () => Promise.resolve(ended) });
    expect(errorOf(await expired.signer(namespace))).to.deep.equal(unavailable);
  });
});
