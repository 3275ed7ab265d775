import type { IncomingMessage, ServerResponse } from 'node:http';
import { CopyObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { BlobStore } from '@svc/core/ports';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { noCapabilities } from '../src/probe-capabilities.js';
import type { S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { startProxy } from './connector/rigs/meddling-proxy.js';
import { makeS3Store } from './rigs/s3-store.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bodyOf, bytesAt, errorOf, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const MIB = 1024 * 1024;
const inParts = upload(12 * MIB, 3);
const atOnce = upload(100_000, 3);

/** By the ways of large objects, and of small ones. */
const large: Partial<S3BlobStoreOptions> = { limits: { smallBytes: 0, partBytes: 5 * MIB } };
const small: Partial<S3BlobStoreOptions> = { limits: { smallBytes: 16 * MIB } };
const byOneRequest = { capabilities: { ...noCapabilities, createOnce: true } };

type Operation = 'PutObject' | 'UploadPart' | 'CompleteMultipartUpload' | 'CopyObject' | 'other';

const operationOf = ({ method, url = '', headers }: IncomingMessage): Operation => {
  if (method === 'POST' && url.includes('uploadId=')) return 'CompleteMultipartUpload';
  if (method !== 'PUT') return 'other';
  if (url.includes('uploadId=')) return 'UploadPart';
  return headers['x-amz-copy-source'] === undefined ? 'PutObject' : 'CopyObject';
};

interface LossyScene {
  readonly store: BlobStore;
  /** The real server, past the proxy. */
  readonly direct: S3Client;
  readonly place: { readonly Bucket: string };
  lose: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;
}

/** A store on the real server, behind a proxy that may say that it has done what it has not. */
const withLossyServer = async (
  options: Partial<S3BlobStoreOptions>,
  act: (scene: LossyScene) => Promise<void>,
): Promise<void> => {
  const service = await s3ForTests();
  const { accessKeyId, secretAccessKey, endpoint, region } = service;
  const scene: { lose: LossyScene['lose'] } = { lose: () => false };
  const proxy = await startProxy(endpoint, (...request) => scene.lose(...request));
  const { store, bucket, close } = await makeS3Store({ ...service, endpoint: proxy.endpoint }, { maxAttempts: 1, ...options });
  const credentials = { accessKeyId, secretAccessKey };
  const direct = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    await act(Object.assign(scene, { store, direct, place: { Bucket: bucket } }));
  } finally {
    direct.destroy();
    await close();
    await proxy.close();
  }
};

const madeUp = '"0123456789abcdef0123456789abcdef"';
const keyIn = ({ url = '' }: IncomingMessage): string =>
  decodeURIComponent(url.split('?')[0]?.split('/').slice(2).join('/') ?? '');

const acknowledge = (operation: Operation, response: ServerResponse, etag: string | undefined): true => {
  const named = etag === undefined ? '' : `<ETag>${etag}</ETag>`;
  const body = {
    CopyObject: `<CopyObjectResult>${named}</CopyObjectResult>`,
    CompleteMultipartUpload: `<CompleteMultipartUploadResult>${named}</CompleteMultipartUploadResult>`,
    PutObject: '',
    UploadPart: '',
    other: '',
  }[operation];
  response.writeHead(200, { 'content-type': 'application/xml', ...(etag === undefined ? {} : { etag }) }).end(body);
  return true;
};

/** What the server keeps of what it says it has stored, and how it names that. */
type Loss = (scene: LossyScene, operation: Operation) => LossyScene['lose'];

const nothing =
  (etag: string | undefined): Loss =>
  (_scene, operation) =>
  (request, response) =>
    operationOf(request) === operation && acknowledge(operation, response, etag);

const changed =
  (change: (body: Buffer) => Buffer): Loss =>
  ({ direct, place }, operation) =>
  (request, response, body) => {
    if (operationOf(request) !== operation) return false;
    const at = { ...place, Key: keyIn(request) };
    void direct
      .send(new PutObjectCommand({ ...at, Body: change(body) }))
      .then(({ ETag: etag }) => acknowledge(operation, response, etag));
    return true;
  };

const losses: Readonly<Record<string, Loss>> = {
  'nothing, under a name that it makes up': nothing(madeUp),
  'nothing, without a name': nothing(undefined),
  'one byte less': changed((body) => body.subarray(1)),
  'nothing of the bytes': changed(() => Buffer.alloc(0)),
  'other bytes': changed((body) => Buffer.from(body).fill(7, 0, 1)),
};

const ways: readonly (readonly [
  string,
  Operation,
  Partial<S3BlobStoreOptions>,
  (store: BlobStore) => Promise<Result<void, unknown>>,
])[] = [
  ['a write', 'PutObject', small, async (store) => store.write(atOnce.to, bodyOf(atOnce.bytes), atOnce.bytes.byteLength)],
  ['a promotion', 'PutObject', small, async (store) => store.promote(atOnce.from, atOnce.to, atOnce.expected)],
  [
    'a promotion that creates',
    'PutObject',
    { ...small, ...byOneRequest },
    async (store) => store.promote(atOnce.from, atOnce.to, atOnce.expected),
  ],
];

describe('the S3 store on a server that loses what it has acknowledged', () => {
  before(s3ForTests);

  for (const [way, operation, options, act] of ways) {
    for (const [kept, loss] of Object.entries(losses)) {
      it(`finds that ${way} has left ${kept}, and does it again`, () =>
        withLossyServer(options, async (scene) => {
          const { store } = scene;
          const { bytes, from, to } = atOnce;
          await writeAll(store, from, bytes);
          scene.lose = loss(scene, operation);
          expect(errorOf(await act(store))).to.deep.equal(unavailable);
          scene.lose = () => false;
          expect(await bytesAt(store, to)).to.equal(undefined);
          expect((await bytesAt(store, from))?.equals(bytes), 'the source is kept').to.equal(true);
          valueOf(await act(store));
          expect((await bytesAt(store, to))?.equals(bytes)).to.equal(true);
        }));
    }
  }

  for (const operation of ['UploadPart', 'CompleteMultipartUpload'] as const) {
    it(`finds that a write in parts was lost when the server keeps nothing of ${operation}`, () =>
      withLossyServer(large, async (scene) => {
        const { store } = scene;
        const { bytes, to } = inParts;
        scene.lose = nothing(madeUp)(scene, operation);
        expect(errorOf(await store.write(to, bodyOf(bytes), bytes.byteLength))).to.deep.equal(unavailable);
        scene.lose = () => false;
        expect(await bytesAt(store, to)).to.equal(undefined);
        valueOf(await store.write(to, bodyOf(bytes), bytes.byteLength));
        expect((await bytesAt(store, to))?.equals(bytes)).to.equal(true);
      }));
  }

  for (const named of [true, false])
    it(`finds that a write in parts was lost when the server has put other bytes together, ${named ? 'and' : 'but does not'} name them`, () =>
      withLossyServer(large, async (scene) => {
        const { store, direct, place } = scene;
        const { bytes, to } = inParts;
        scene.lose = (request, response) => {
          if (operationOf(request) !== 'CompleteMultipartUpload') return false;
          const at = { ...place, Key: keyIn(request) };
          void direct
            .send(new PutObjectCommand({ ...at, Body: bytes.subarray(1) }))
            .then(({ ETag: etag }) => acknowledge('CompleteMultipartUpload', response, named ? etag : ''));
          return true;
        };
        expect(errorOf(await store.write(to, bodyOf(bytes), bytes.byteLength))).to.deep.equal(unavailable);
        scene.lose = () => false;
        if (named) expect(await bytesAt(store, to)).to.equal(undefined);
      }));

  it('keeps what was there before when the server keeps nothing of a write', () =>
    withLossyServer(small, async (scene) => {
      const { store } = scene;
      const { bytes, wrong, to } = atOnce;
      await writeAll(store, to, wrong);
      scene.lose = nothing(madeUp)(scene, 'PutObject');
      expect(errorOf(await store.write(to, bodyOf(bytes), bytes.byteLength))).to.deep.equal(unavailable);
      scene.lose = () => false;
      expect((await bytesAt(store, to))?.equals(wrong)).to.equal(true);
    }));

  for (const [what, makeOther] of [
    ['makes no copy', false],
    ['makes a copy of other bytes', true],
  ] as const) {
    it(`finds that a large promotion was lost when the server ${what}`, () =>
      withLossyServer({ limits: { smallBytes: MIB } }, async (scene) => {
        const { store, direct, place } = scene;
        const { bytes, from, to, expected } = inParts;
        const other = upload(12 * MIB, 6);
        // By this the store knows what the server's ETags are.
        await writeAll(store, other.to, Buffer.from('small'));
        await writeAll(store, from, bytes);
        await writeAll(store, other.from, other.bytes);
        scene.lose = (request, response) => {
          if (operationOf(request) !== 'CopyObject' || !keyIn(request).endsWith(to)) return false;
          const at = { ...place, Key: keyIn(request) };
          const source = `${place.Bucket}/some/prefix/${other.from}`;
          if (!makeOther) return acknowledge('CopyObject', response, madeUp);
          void direct
            .send(new CopyObjectCommand({ ...at, CopySource: source }))
            .then(({ CopyObjectResult: made }) => acknowledge('CopyObject', response, made?.ETag));
          return true;
        };
        expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(unavailable);
        scene.lose = () => false;
        expect(await bytesAt(store, to)).to.equal(undefined);
        valueOf(await store.promote(from, to, expected));
        expect((await bytesAt(store, to))?.equals(bytes)).to.equal(true);
      }));
  }

  it('asks a server nothing more whose answers prove what it has', () =>
    withStandIn({ mode: 'strict' }, large, async ({ store, server }) => {
      await writeAll(store, inParts.to, inParts.bytes);
      expect(server.totalRequests()).to.equal(5);
      expect(server.requests('UploadPart')).to.equal(3);
    }));

  it('asks a server once what it has stored whose ETags say nothing, and then how long it is', () =>
    withStandIn({ mode: 'lying', lies: ['etag'] }, {}, async ({ store, server }) => {
      const asked = async (): Promise<readonly number[]> => {
        server.forgetRequests();
        await writeAll(store, atOnce.to, Buffer.from('hello'));
        return [server.requests('PutObject'), server.requests('GetObject'), server.requests('HeadObject')];
      };
      expect(await asked()).to.deep.equal([1, 1, 0]);
      expect(await asked()).to.deep.equal([1, 0, 1]);
    }));
});
