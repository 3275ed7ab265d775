import { verifySignedUrl } from '@svc/core';
import { objectKey, stagingKey, trusted, type StorageNamespace, type UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { OwnSignedUrlsHarness } from './blob-store-harness.js';
import { expectBytes, expectErr, expectOk, oidOf, sampleBytes, write } from './blobs.js';

const now = 1_700_000_000_000;
const expiresAt = now + 900_000;
const bytes = sampleBytes(1000);
const oid = oidOf(bytes);
const namespace = trusted<StorageNamespace>('ns');
const from = stagingKey(namespace, trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001'), oid);
const to = objectKey(namespace, oid);

const use = ({ linkKeys, baseUrl }: OwnSignedUrlsHarness, method: 'PUT' | 'GET', href: string, at = now) => {
  const url = new URL(href);
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/storage/`;
  expect(href.startsWith(`${baseUrl}/storage/`), 'the URL begins with the base URL').to.equal(true);
  const query = Object.fromEntries(url.searchParams);
  return verifySignedUrl({ linkKeys, method, key: url.pathname.slice(path.length), query, now: at });
};

const cases: readonly Case<OwnSignedUrlsHarness>[] = [
  {
    title: 'the service serves the signed URLs',
    run: async ({ store }) => {
      expect(store.traits.signedUrls).to.equal('own');
      expect(store.traits.checksumEnforced).to.equal(false);
    },
  },
  {
    title: 'a download URL says the name that the bytes are to be kept under',
    run: async (harness) => {
      const signer = expectOk(await harness.store.signer(namespace));
      const fileName = 'Größe & more.bin';
      const { href } = signer.download({ key: to, fileName, expiresAt });
      expect(expectOk(use(harness, 'GET', href))).to.deep.equal({ key: to, fileName });
    },
  },
  {
    title: 'an upload URL allows its length at its key, and a download URL leads to the blob',
    run: async (harness) => {
      const { store } = harness;
      const signer = expectOk(await store.signer(namespace));
      const upload = signer.upload({ key: from, sizeBytes: bytes.byteLength, oid, expiresAt });
      expect(upload.header, 'what who uploads has to send').to.deep.equal({});
      const claim = expectOk(use(harness, 'PUT', upload.href));
      expect(claim).to.deep.equal({ key: from, sizeBytes: 1000 });
      await write(store, claim.key, bytes);
      expectOk(await store.promote(from, to, { sizeBytes: 1000, oid }));
      const download = signer.download({ key: to, expiresAt });
      const { key } = expectOk(use(harness, 'GET', download.href));
      await expectBytes(store, key, bytes);
    },
  },
  {
    title: 'a signed URL allows nothing from its end on, and nothing to another method',
    run: async (harness) => {
      const signer = expectOk(await harness.store.signer(namespace));
      const upload = signer.upload({ key: from, sizeBytes: 1000, oid, expiresAt }).href;
      const download = signer.download({ key: to, expiresAt }).href;
      const refused = { kind: 'forbidden', reason: 'invalid_signature' };
      expectOk(use(harness, 'PUT', upload, expiresAt - 1));
      expectOk(use(harness, 'GET', download, expiresAt - 1));
      expect(expectErr(use(harness, 'PUT', upload, expiresAt))).to.deep.equal(refused);
      expect(expectErr(use(harness, 'GET', download, expiresAt))).to.deep.equal(refused);
      expect(expectErr(use(harness, 'GET', upload))).to.deep.equal(refused);
      expect(expectErr(use(harness, 'PUT', download))).to.deep.equal(refused);
    },
  },
];

/** For stores whose signed URLs the service serves: what was signed is what is allowed. */
export const ownSignedUrlCases: Readonly<Record<string, readonly Case<OwnSignedUrlsHarness>[]>> = {
  'signed URLs of its own': cases,
};
