import { setTimeout as sleep } from 'node:timers/promises';
import { attachmentNamed } from '@svc/core';
import { objectKey, stagingKey, trusted, type StorageNamespace, type UploadSessionId } from '@svc/core/model';
import type { UrlSigner } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import { forEachConcurrent, seeded } from '../seeded.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import {
  expectBytes,
  expectErr,
  expectMissing,
  expectOk,
  expectSameBytes,
  key,
  oidOf,
  sampleBytes,
  withOtherEnd,
  write,
} from './blobs.js';
import { get, put } from './signed-http.js';

const namespace = trusted<StorageNamespace>('ns');
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001');
const bytes = sampleBytes(1000);
const wrong = sampleBytes(1000, 2);
const oid = oidOf(bytes);
const from = stagingKey(namespace, session, oid);
const to = objectKey(namespace, oid);
const expected = { sizeBytes: bytes.byteLength, oid };

const soon = (): number => Date.now() + 60_000;
const target = () => ({ key: from, sizeBytes: bytes.byteLength, oid, expiresAt: soon() });
const signerOf = async ({ store }: BlobStoreHarness): Promise<UrlSigner> => expectOk(await store.signer(namespace));

const refusals = [400, 403];

/** Alters one value of the query. */
const altered = (href: string, name: string, value: string): string => {
  const url = new URL(href);
  expect(url.searchParams.has(name), `the URL has ${name}`).to.equal(true);
  url.searchParams.set(name, value);
  return url.href;
};

const urlCases: readonly Case<BlobStoreHarness>[] = [
  {
    title: 'the store serves the signed URLs',
    run: async ({ store }) => {
      expect(store.traits.signedUrls).to.equal('external');
    },
  },
  {
    title: 'an upload URL takes its bytes with nothing but Content-Length, and a download URL gives them as an attachment',
    run: async (harness) => {
      const signer = await signerOf(harness);
      const upload = signer.upload(target());
      expect(upload.header).to.deep.equal({});
      expect(await put(upload, bytes)).to.equal(200);
      await expectBytes(harness.store, from, bytes);
      expectOk(await harness.store.promote(from, to, expected));
      const download = signer.download({ key: to, expiresAt: soon() });
      expect(download.header).to.deep.equal({});
      const downloaded = await get(download.href);
      expect(downloaded.status).to.equal(200);
      expectSameBytes(downloaded.bytes, bytes);
      expect(downloaded.headers.get('content-disposition')).to.equal('attachment');
      expect(downloaded.headers.get('content-type')).to.equal('application/octet-stream');
    },
  },
  {
    title: 'a download URL with a file name has browsers keep the bytes under it',
    run: async (harness) => {
      await write(harness.store, to, bytes);
      const fileName = `Größe (it's) 100%, "new".bin`;
      const { href } = (await signerOf(harness)).download({ key: to, fileName, expiresAt: soon() });
      const downloaded = await get(href);
      expect(downloaded.status).to.equal(200);
      expect(downloaded.headers.get('content-disposition')).to.equal(attachmentNamed(fileName));
      expectSameBytes(downloaded.bytes, bytes);
    },
  },
  {
    title: 'an upload URL takes an empty blob',
    run: async (harness) => {
      const empty = sampleBytes(0);
      const signer = await signerOf(harness);
      expect(await put(signer.upload({ ...target(), sizeBytes: 0, oid: oidOf(empty) }), empty)).to.equal(200);
      await expectBytes(harness.store, from, empty);
    },
  },
  {
    title: 'an upload URL takes the content type that its user likes, and nothing of it reaches who downloads',
    run: async (harness) => {
      const signer = await signerOf(harness);
      const fields = { 'content-type': 'text/html', 'cache-control': 'max-age=1', 'content-language': 'de' };
      expect(await put(signer.upload(target()), bytes, fields)).to.equal(200);
      expectOk(await harness.store.promote(from, to, expected));
      const { headers } = await get(signer.download({ key: to, expiresAt: soon() }).href);
      expect(headers.get('content-type')).to.equal('application/octet-stream');
      expect(headers.get('cache-control')).to.equal(null);
      expect(headers.get('content-language')).to.equal(null);
    },
  },
  {
    title: 'an upload URL takes no body of another length',
    run: async (harness) => {
      const signer = await signerOf(harness);
      for (const other of [bytes.subarray(0, 999), sampleBytes(1001), sampleBytes(0)]) {
        expect(await put(signer.upload(target()), other)).to.be.oneOf(refusals);
        await expectMissing(harness.store, from);
      }
    },
  },
  {
    title: 'a signed URL is for its key and its method alone, and nothing of it can be altered',
    run: async (harness) => {
      const { store } = harness;
      await write(store, to, bytes);
      const signer = await signerOf(harness);
      const upload = signer.upload(target());
      const download = signer.download({ key: to, expiresAt: soon() });
      const other = { href: upload.href.replace(from, `${from}.other`), header: {} };
      expect(await put(other, bytes)).to.equal(403);
      expect(await put({ href: upload.href.replace(from, to), header: {} }, wrong)).to.equal(403);
      expect(await put(download, wrong)).to.equal(403);
      expect(await put({ href: altered(upload.href, 'X-Amz-Expires', '600000'), header: {} }, bytes)).to.equal(403);
      expect((await get(upload.href)).status).to.equal(403);
      expect((await get(download.href.replace(to, from))).status).to.equal(403);
      expect((await get(altered(download.href, 'response-content-type', 'text/html'))).status).to.equal(403);
      await expectMissing(store, from);
      await expectBytes(store, to, bytes);
    },
  },
  {
    title: 'a signed URL holds until its end and not longer',
    run: async (harness) => {
      await write(harness.store, to, bytes);
      const signer = await signerOf(harness);
      let [expiresAt, upload, download] = [0, signer.upload(target()), signer.download({ key: to, expiresAt: soon() })];
      // On a machine with much to do a short life may be over before it is used: then the next one is longer.
      for (let lifeMs = 2000; expiresAt < Date.now(); lifeMs *= 3) {
        expiresAt = Date.now() + lifeMs;
        upload = signer.upload({ ...target(), expiresAt });
        download = signer.download({ key: to, expiresAt });
        const statuses = [await put(upload, bytes), (await get(download.href)).status];
        if (expiresAt >= Date.now()) expect(statuses).to.deep.equal([200, 200]);
      }
      await sleep(expiresAt - Date.now() + 1500);
      expect(await put(upload, wrong)).to.equal(403);
      expect((await get(download.href)).status).to.equal(403);
      await expectBytes(harness.store, from, bytes);
    },
  },
  {
    title: 'a signed URL that is over when it is signed allows nothing',
    run: async (harness) => {
      await write(harness.store, to, bytes);
      const signer = await signerOf(harness);
      const expiresAt = Date.now() - 5000;
      expect(await put(signer.upload({ ...target(), expiresAt }), bytes)).to.equal(403);
      expect((await get(signer.download({ key: to, expiresAt }).href)).status).to.equal(403);
      await expectMissing(harness.store, from);
    },
  },
  {
    title: 'a download URL gives ranges',
    run: async (harness) => {
      await write(harness.store, to, bytes);
      const { href } = (await signerOf(harness)).download({ key: to, expiresAt: soon() });
      const ranges = [
        ['bytes=0-0', 0, 0],
        ['bytes=10-99', 10, 99],
        ['bytes=990-', 990, 999],
        ['bytes=-5', 995, 999],
      ] as const;
      for (const [range, first, last] of ranges) {
        const part = await get(href, { range });
        expect(part.status, range).to.equal(206);
        expect(part.headers.get('content-range'), range).to.equal(`bytes ${first}-${last}/1000`);
        expectSameBytes(part.bytes, bytes.subarray(first, last + 1));
      }
      expect((await get(href, { range: 'bytes=1000-' })).status).to.equal(416);
    },
  },
  {
    title: 'an upload URL whose header is sent binds the bytes where the store enforces checksums',
    run: async (harness) => {
      const { store } = harness;
      const upload = (await signerOf(harness)).upload({ ...target(), canSendHeaders: true });
      if (store.traits.checksumEnforced) {
        expect(Object.keys(upload.header)).to.not.deep.equal([]);
        expect(await put(upload, wrong)).to.be.oneOf(refusals);
        expect(await put({ href: upload.href, header: {} }, wrong)).to.be.oneOf(refusals);
        await expectMissing(store, from);
      } else {
        expect(upload.header).to.deep.equal({});
      }
      expect(await put(upload, bytes)).to.equal(200);
      await expectBytes(store, from, bytes);
    },
  },
  {
    title: 'wrong bytes by an upload URL are not promoted, and the right ones can follow by the same URL',
    run: async (harness) => {
      const { store } = harness;
      const upload = (await signerOf(harness)).upload(target());
      expect(await put(upload, wrong)).to.equal(200);
      expect(expectErr(await store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
      await expectMissing(store, to);
      expect(await put(upload, bytes)).to.equal(200);
      expectOk(await store.promote(from, to, expected));
      await expectBytes(store, to, bytes);
    },
  },
  {
    title: 'an upload URL that is used again after a promotion changes nothing at the final key',
    run: async (harness) => {
      const { store } = harness;
      const upload = (await signerOf(harness)).upload(target());
      expect(await put(upload, bytes)).to.equal(200);
      expectOk(await store.promote(from, to, expected));
      await put(upload, wrong);
      await expectBytes(store, to, bytes);
      expectOk(await store.promote(from, to, expected));
      await expectBytes(store, to, bytes);
    },
  },
  {
    title: 'no URL is signed for a key outside of the namespace, nor for more than one PUT takes',
    run: async (harness) => {
      const signer = await signerOf(harness);
      expect(() => signer.upload({ ...target(), key: key('other/staging/s/blob') })).to.throw();
      expect(() => signer.download({ key: key('nsx/objects/blob'), expiresAt: soon() })).to.throw();
      if (signer.maxSinglePutBytes === undefined) return;
      const sizeBytes = signer.maxSinglePutBytes;
      expect(signer.upload({ ...target(), sizeBytes }).href).to.include(from);
      expect(() => signer.upload({ ...target(), sizeBytes: sizeBytes + 1 })).to.throw();
    },
  },
];

/** For stores whose server answers the signed URLs itself, over its real HTTP: what was signed is what is allowed. */
export const externalSignedUrlCases: Readonly<Record<string, readonly Case<BlobStoreHarness>[]>> = {
  'signed URLs of the server': urlCases,
};

const defaultRacingRounds = 150;
const [shortestHeadStartMs, longestHeadStartMs] = [8, 3000];

const raceCases: readonly Case<BlobStoreHarness>[] = [
  seeded<BlobStoreHarness>(
    'in races of an upload of wrong bytes with a promotion, the final bytes are never wrong',
    async (harness, random) => {
      const { store, racingRounds = defaultRacingRounds } = harness;
      const outcomes = { right: 0, refused: 0 };
      // How long a promotion takes depends on the store and the machine: a head start that was too short becomes longer, so that both get to win.
      let headStartMs = shortestHeadStartMs;
      await forEachConcurrent(racingRounds, random, async (round, lane) => {
        const owner = trusted<StorageNamespace>(`ns-${lane.number}`);
        const signer = expectOk(await store.signer(owner));
        const right = sampleBytes(lane.random.pick([1, 700, 30_000]), round);
        const bad = withOtherEnd(right);
        const sizeBytes = right.byteLength;
        const target = { key: stagingKey(owner, session, oidOf(right)), sizeBytes, oid: oidOf(right), expiresAt: soon() };
        const final = objectKey(owner, target.oid);
        const upload = signer.upload(target);
        expect(await put(upload, right)).to.equal(200);
        const [promoted] = await Promise.all([
          sleep(lane.random.integer(4)).then(() => store.promote(target.key, final, { sizeBytes, oid: target.oid })),
          sleep(lane.random.integer(headStartMs)).then(async () => {
            // To and fro, so that each look of the store at the source may see something else.
            for (const bytes of lane.random.pick([[bad], [bad, right], [bad, right, bad]])) await put(upload, bytes);
          }),
        ]);
        if (promoted.isOk()) {
          outcomes.right += 1;
          headStartMs = Math.max(shortestHeadStartMs, Math.floor(headStartMs / 2));
          await expectBytes(store, final, right);
        } else {
          outcomes.refused += 1;
          headStartMs = Math.min(longestHeadStartMs, Math.ceil(headStartMs * 1.2));
          expect(promoted.error.kind).to.be.oneOf(['blob_checksum_mismatch', 'unavailable']);
          await expectMissing(store, final);
        }
      });
      expect(outcomes.right, 'races that the right bytes won').to.be.greaterThan(0);
    },
  ),
];

/** What must hold on a server that enforces nothing and tells lies, too. */
export const signedUrlRaceCases: Readonly<Record<string, readonly Case<BlobStoreHarness>[]>> = {
  'races by signed URLs': raceCases,
};
