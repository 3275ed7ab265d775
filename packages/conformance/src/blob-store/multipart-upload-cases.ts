import { objectKey, stagingKey, trusted, type ObjectKey, type StorageNamespace, type UploadSessionId } from '@svc/core/model';
import type { MultipartUploads, SignedRequest, UrlSigner } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import { expectBytes, expectErr, expectMissing, expectOk, listed, key, oidOf, sampleBytes } from './blobs.js';
import { put } from './signed-http.js';

const namespace = trusted<StorageNamespace>('ns');
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001');
const missing = { kind: 'blob_missing' };

interface Scene {
  readonly parts: MultipartUploads;
  readonly at: ObjectKey;
  readonly bytes: Uint8Array;
  readonly sizeBytes: number;
  readonly uploadId: string;
  /** The bytes of each part: two of the shortest length that there may be, and a rest. */
  readonly pieces: readonly Uint8Array[];
  /** Counted from 0. */
  readonly sendPart: (index: number, bytes?: Uint8Array) => Promise<number>;
}

const partOf = (signer: UrlSigner, at: ObjectKey, uploadId: string, partNumber: number, sizeBytes: number): SignedRequest => {
  const part = signer.part?.({ key: at, uploadId, partNumber, sizeBytes, expiresAt: Date.now() + 60_000 });
  return part ?? expect.fail('a store with parts signs them');
};

const begun = async ({ store }: BlobStoreHarness): Promise<Scene> => {
  const parts = (await store.parts?.(namespace))?.unwrapOr(undefined) ?? expect.fail('the store has parts');
  const signer = expectOk(await store.signer(namespace));
  const { minPartBytes } = parts;
  const bytes = sampleBytes(2 * minPartBytes + 1234);
  const at = stagingKey(namespace, session, oidOf(bytes));
  const uploadId = expectOk(await parts.begin(at));
  const pieces = [0, 1, 2].map((index) => bytes.subarray(index * minPartBytes, (index + 1) * minPartBytes));
  const sendPart: Scene['sendPart'] = async (index, other) => {
    const piece = pieces[index] ?? expect.fail('there is such a part');
    return put(partOf(signer, at, uploadId, index + 1, piece.byteLength), other ?? piece);
  };
  return { parts, at, bytes, sizeBytes: bytes.byteLength, uploadId, pieces, sendPart };
};

const cases: readonly Case<BlobStoreHarness>[] = [
  {
    title: 'the bounds of parts leave room for 1 TiB',
    run: async (harness) => {
      const { parts } = await begun(harness);
      expect(parts.minPartBytes).to.be.greaterThan(0).and.at.most(parts.maxPartBytes);
      expect(parts.maxPartBytes * parts.maxParts).to.be.at.least(2 ** 40);
    },
  },
  {
    title: 'parts that are sent in any order and at the same time are put together in their order, and nothing is there before',
    run: async (harness) => {
      const { store } = harness;
      const { parts, at, bytes, sizeBytes, uploadId, pieces, sendPart } = await begun(harness);
      expect(expectOk(await parts.list(at, uploadId))).to.deep.equal([]);
      expect(await sendPart(2)).to.equal(200);
      expect(await Promise.all([sendPart(1), sendPart(0)])).to.deep.equal([200, 200]);
      const stored = pieces.map(({ byteLength }, index) => ({ partNumber: index + 1, sizeBytes: byteLength }));
      expect(expectOk(await parts.list(at, uploadId))).to.deep.equal(stored);
      await expectMissing(store, at);
      expect(await listed(store, key('ns'))).to.deep.equal([]);
      expectOk(await parts.complete(at, uploadId, sizeBytes));
      await expectBytes(store, at, bytes);
      expect(await listed(store, key('ns'))).to.deep.equal([[at, sizeBytes]]);
    },
  },
  {
    title: 'what came in parts is promoted like anything else',
    run: async (harness) => {
      const { store } = harness;
      const { parts, at, bytes, sizeBytes, uploadId, sendPart } = await begun(harness);
      for (const index of [0, 1, 2]) expect(await sendPart(index)).to.equal(200);
      expectOk(await parts.complete(at, uploadId, sizeBytes));
      const oid = oidOf(bytes);
      const wrong = await store.promote(at, objectKey(namespace, oid), { sizeBytes, oid: oidOf(sampleBytes(1)) });
      expect(expectErr(wrong)).to.include({ kind: 'blob_checksum_mismatch' });
      expectOk(await store.promote(at, objectKey(namespace, oid), { sizeBytes, oid }));
      await expectBytes(store, objectKey(namespace, oid), bytes);
      await expectMissing(store, at);
    },
  },
  {
    title: 'a part that is sent again takes the place of the first one',
    run: async (harness) => {
      const { parts, at, bytes, sizeBytes, uploadId, pieces, sendPart } = await begun(harness);
      const wrong = sampleBytes(pieces[1]?.byteLength ?? 0, 2);
      expect(await sendPart(1, wrong)).to.equal(200);
      for (const index of [0, 1, 2]) expect(await sendPart(index)).to.equal(200);
      expectOk(await parts.complete(at, uploadId, sizeBytes));
      await expectBytes(harness.store, at, bytes);
    },
  },
  {
    title: 'parts that are lacking are told by their size, and can still be sent',
    run: async (harness) => {
      const { parts, at, bytes, sizeBytes, uploadId, pieces, sendPart } = await begun(harness);
      expect(expectErr(await parts.complete(at, uploadId, sizeBytes))).to.deep.equal({
        kind: 'blob_size_mismatch',
        actualBytes: 0,
      });
      expect(await sendPart(0)).to.equal(200);
      expect(await sendPart(2)).to.equal(200);
      const actualBytes = sizeBytes - (pieces[1]?.byteLength ?? 0);
      expect(expectErr(await parts.complete(at, uploadId, sizeBytes))).to.deep.equal({ kind: 'blob_size_mismatch', actualBytes });
      await expectMissing(harness.store, at);
      expect(await sendPart(1)).to.equal(200);
      const less = await parts.complete(at, uploadId, sizeBytes - 1);
      expect(expectErr(less)).to.deep.equal({ kind: 'blob_size_mismatch', actualBytes: sizeBytes });
      expectOk(await parts.complete(at, uploadId, sizeBytes));
      await expectBytes(harness.store, at, bytes);
    },
  },
  {
    title: 'the URL of a part takes its length alone, and no other part',
    run: async (harness) => {
      const { parts, at, uploadId, pieces } = await begun(harness);
      const signer = expectOk(await harness.store.signer(namespace));
      const piece = pieces[2] ?? expect.fail('there is a third part');
      const third = partOf(signer, at, uploadId, 3, piece.byteLength);
      expect(await put(third, sampleBytes(piece.byteLength + 1))).to.be.oneOf([400, 403]);
      const second = { href: third.href.replace('partNumber=3', 'partNumber=2'), header: {} };
      expect(await put(second, piece)).to.equal(403);
      expect(expectOk(await parts.list(at, uploadId))).to.deep.equal([]);
    },
  },
  {
    title: 'an upload that is finished is known no more, and its blob stays',
    run: async (harness) => {
      const { parts, at, bytes, sizeBytes, uploadId, sendPart } = await begun(harness);
      for (const index of [0, 1, 2]) expect(await sendPart(index)).to.equal(200);
      expectOk(await parts.complete(at, uploadId, sizeBytes));
      expect(expectErr(await parts.complete(at, uploadId, sizeBytes))).to.deep.equal(missing);
      expect(expectErr(await parts.list(at, uploadId))).to.deep.equal(missing);
      expectOk(await parts.abort(at, uploadId));
      expect(await sendPart(0)).to.equal(404);
      await expectBytes(harness.store, at, bytes);
    },
  },
  {
    title: 'an upload that is aborted leaves nothing, and aborting again is Ok',
    run: async (harness) => {
      const { parts, at, sizeBytes, uploadId, sendPart } = await begun(harness);
      expect(await sendPart(0)).to.equal(200);
      expectOk(await parts.abort(at, uploadId));
      expectOk(await parts.abort(at, uploadId));
      expect(expectErr(await parts.list(at, uploadId))).to.deep.equal(missing);
      expect(expectErr(await parts.complete(at, uploadId, sizeBytes))).to.deep.equal(missing);
      expect(await sendPart(1)).to.equal(404);
      await expectMissing(harness.store, at);
      expect(await listed(harness.store, key('ns'))).to.deep.equal([]);
    },
  },
  {
    title: 'two uploads to one key know nothing of each other, and the one that is finished last is there',
    run: async (harness) => {
      const first = await begun(harness);
      const second = await begun(harness);
      expect(second.uploadId).to.not.equal(first.uploadId);
      for (const index of [0, 1, 2]) expect(await first.sendPart(index)).to.equal(200);
      expect(expectOk(await second.parts.list(second.at, second.uploadId))).to.deep.equal([]);
      for (const index of [0, 1, 2]) expect(await second.sendPart(index)).to.equal(200);
      expectOk(await first.parts.complete(first.at, first.uploadId, first.sizeBytes));
      expectOk(await second.parts.complete(second.at, second.uploadId, second.sizeBytes));
      await expectBytes(harness.store, second.at, second.bytes);
    },
  },
];

/** Multipart uploads, each by a signed URL over the server's real HTTP. */
export const multipartUploadCases: Readonly<Record<string, readonly Case<BlobStoreHarness>[]>> = { 'multipart uploads': cases };
