import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StandIn } from '@svc/test-services/s3';
import { expect } from 'chai';
import { noCapabilities } from '../src/probe-capabilities.js';
import { createS3BlobStore, type S3BlobStore } from '../src/s3-blob-store.js';
import { refuse, startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bytesAt, errorOf, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const KIB = 1024;
const limits = { smallBytes: 16 * KIB, singleCopyBytes: 64 * KIB, copyPartBytes: 64 * KIB };

/** Whether the server declines a request that asks for a copy. */
type Declines = (headers: IncomingHttpHeaders, isOfPart: boolean) => boolean;

const isConditional: Declines = (headers) => headers['x-amz-copy-source-if-match'] !== undefined;

/** Runs `act` with a store at a server that answers so to copies which it does not make. */
const withDeclining = (
  declines: Declines,
  [status, code]: readonly [number, string],
  act: (store: S3BlobStore) => Promise<void>,
): Promise<void> =>
  withStandIn({ mode: 'strict', minPartBytes: 1 }, {}, async ({ server, options }) => {
    const proxy = await startProxy(server.endpoint, ({ headers, url = '' }, response) => {
      if (headers['x-amz-copy-source'] === undefined || !declines(headers, url.includes('partNumber='))) return false;
      return refuse(response, status, code);
    });
    try {
      await act(createS3BlobStore({ ...options, endpoint: proxy.endpoint, limits }));
    } finally {
      await proxy.close();
    }
  });

const servers: readonly (readonly [what: string, declines: Declines])[] = [
  ['no part under a condition', (headers, isOfPart) => isOfPart && isConditional(headers, isOfPart)],
  ['nothing under a condition', isConditional],
  ['no parts', (_headers, isOfPart) => isOfPart],
  ['no parts and nothing under a condition', (headers, isOfPart) => isOfPart || isConditional(headers, isOfPart)],
];
const answers = [
  [501, 'NotImplemented'],
  [400, 'InvalidArgument'],
] as const;

describe('a promotion at a server that copies', () => {
  for (const [what, declines] of servers) {
    for (const answer of answers) {
      it(`${what}, and answers ${answer[0]}, ends with the right bytes`, () =>
        withDeclining(declines, answer, async (store) => {
          for (const { bytes, wrong, from, to, expected } of [upload(32 * KIB), upload(200 * KIB + 7)]) {
            await writeAll(store, from, wrong);
            expect(errorOf(await store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
            await writeAll(store, from, bytes);
            valueOf(await store.promote(from, to, expected));
            expect((await bytesAt(store, to))?.equals(bytes)).to.equal(true);
            expect(await bytesAt(store, from)).to.equal(undefined);
          }
          const left = valueOf(await store.removeLeftovers({ copiesBefore: Infinity, uploadsBefore: Infinity }));
          expect(left).to.deep.equal({ copies: 0, uploads: 0 });
        }));
    }
  }

  it('nothing is put off, and keeps its source', () =>
    withDeclining(
      () => true,
      [501, 'NotImplemented'],
      async (store) => {
        const { bytes, from, to, expected } = upload(200 * KIB);
        await writeAll(store, from, bytes);
        expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(unavailable);
        expect((await bytesAt(store, from))?.equals(bytes)).to.equal(true);
        expect(await bytesAt(store, to)).to.equal(undefined);
      },
    ));
});

type Outcome = 'done' | 'answer lost' | 'upload gone';

interface LossyScene {
  /** At a server whose answers are lost. */
  readonly store: S3BlobStore;
  /** At the same, in peace. */
  readonly calm: S3BlobStore;
  readonly server: StandIn;
}

/** Runs `act` at a server at which uploads end as `outcomeOf` says of each end that is asked for. */
const withOutcomes = (outcomeOf: (end: number) => Outcome, act: (scene: LossyScene) => Promise<void>): Promise<void> =>
  withStandIn({ mode: 'strict', minPartBytes: 1 }, {}, async ({ server, options, store: calm }) => {
    let ends = 0;
    const proxy = await startProxy(server.endpoint, ({ method, url = '', headers }, response, body) => {
      if (method !== 'POST' || !url.includes('uploadId=')) return false;
      ends += 1;
      const outcome = outcomeOf(ends);
      if (outcome === 'upload gone') return refuse(response, 404, 'NoSuchUpload');
      if (outcome === 'done') return false;
      request(new URL(url, server.endpoint), { method, headers }, (answer) => {
        answer.resume().on('end', () => refuse(response, 500, 'InternalError'));
      }).end(body);
      return true;
    });
    try {
      await act({ store: createS3BlobStore({ ...options, endpoint: proxy.endpoint, limits }), calm, server });
    } finally {
      await proxy.close();
    }
  });

describe('a promotion by parts', () => {
  const { bytes, wrong, from, to, expected } = upload(200 * KIB);

  for (const [copy, lostEnd] of [
    ['first', 1],
    ['second', 2],
  ] as const) {
    it(`copies nothing anew when the answer to the end of the ${copy} copy was lost`, () =>
      withOutcomes(
        (end) => (end === lostEnd ? 'answer lost' : 'done'),
        async ({ store, calm, server }) => {
          await writeAll(calm, from, bytes);
          valueOf(await store.promote(from, to, expected));
          expect(server.requests('CreateMultipartUpload')).to.equal(2);
          expect(server.requests('CompleteMultipartUpload')).to.equal(3);
          expect((await bytesAt(calm, to))?.equals(bytes)).to.equal(true);
        },
      ));

    it(`is put off when the upload of the ${copy} copy is gone`, () =>
      withOutcomes(
        (end) => (end >= lostEnd ? 'upload gone' : 'done'),
        async ({ store, calm }) => {
          await writeAll(calm, from, bytes);
          expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(unavailable);
          expect((await bytesAt(calm, from))?.equals(bytes)).to.equal(true);
          expect(await bytesAt(calm, to)).to.equal(undefined);
        },
      ));
  }

  it('does not take damaged bytes of the length for what it has put in their place', () =>
    withOutcomes(
      (end) => (end === 2 ? 'upload gone' : 'done'),
      async ({ store, calm }) => {
        await writeAll(calm, to, wrong);
        await writeAll(calm, from, bytes);
        const replacing = { ...expected, replaces: true };
        expect(errorOf(await store.promote(from, to, replacing))).to.deep.equal(unavailable);
        valueOf(await store.promote(from, to, replacing));
        expect((await bytesAt(calm, to))?.equals(bytes)).to.equal(true);
      },
    ));
});

describe('a promotion at a server that answers a copy with the SHA-256', () => {
  it('of the parts that its source had, is verified by reading', () =>
    withStandIn({ mode: 'strict' }, {}, async ({ server, options, store: calm }) => {
      const proxy = await startProxy(server.endpoint, ({ method, url = '', headers }, response) => {
        if (headers['x-amz-checksum-algorithm'] === undefined) return false;
        request(new URL(url, server.endpoint), { method, headers }, (answer) => {
          text(answer).then((body) => {
            response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/xml' });
            response.end(body.replace('</ChecksumSHA256>', '-3</ChecksumSHA256>'));
          }, expect.fail);
        }).end();
        return true;
      });
      try {
        const capabilities = { ...noCapabilities, copyComputesSha256: true };
        const store = createS3BlobStore({ ...options, endpoint: proxy.endpoint, limits, capabilities });
        const { bytes, wrong, from, to, expected } = upload(200 * KIB);
        await writeAll(calm, from, wrong);
        expect(errorOf(await store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
        await writeAll(calm, from, bytes);
        valueOf(await store.promote(from, to, expected));
        expect((await bytesAt(calm, to))?.equals(bytes)).to.equal(true);
        expect(server.requests('UploadPartCopy')).to.equal(0);
      } finally {
        await proxy.close();
      }
    }));
});
