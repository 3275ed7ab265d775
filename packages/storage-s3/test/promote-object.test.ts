import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { Operation } from '@svc/test-services/s3';
import { expect } from 'chai';
import { openBucket } from '../src/bucket.js';
import { forSdk } from '../src/credentials.js';
import { noCapabilities } from '../src/probe-capabilities.js';
import { probeFolder } from '../src/probe-folder.js';
import { privateFolder } from '../src/promote-object.js';
import type { S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { putObject } from '../src/write-object.js';
import { withStandIn, type StandInScene } from './rigs/stand-in-scene.js';
import { bytesAt, errorOf, namespace, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const MIB = 1024 * 1024;
const asLarge: Partial<S3BlobStoreOptions> = { limits: { smallBytes: 0 } };
/** For a server that never answers. */
const impatient: Partial<S3BlobStoreOptions> = { timeouts: { answerMs: 1000, idleMs: 1000 } };
const strict = { mode: 'strict' } as const;

const copying: readonly Operation[] = ['CopyObject', 'UploadPartCopy', 'CreateMultipartUpload', 'CompleteMultipartUpload'];
const all: readonly Operation[] = ['HeadObject', 'GetObject', 'PutObject', 'DeleteObject', ...copying];

/** How often each operation was asked for. */
const asked = ({ server }: StandInScene): Readonly<Record<string, number>> =>
  Object.fromEntries(all.map((operation) => [operation, server.requests(operation)] as const).filter(([, count]) => count > 0));

/** The full names of everything that lies in the bucket. */
const everything = async ({ options, server, bucket }: StandInScene): Promise<readonly string[]> => {
  const client = new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    forcePathStyle: true,
    credentials: forSdk(options.credentials),
  });
  const { Contents: contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  client.destroy();
  return contents.map(({ Key: name = '' }) => name);
};

describe('promoting in S3', () => {
  it('takes four requests for a small object: one look, one reading, one writing, one removal', () =>
    withStandIn(strict, {}, async (scene) => {
      const { bytes, from, to, expected } = upload(100_000);
      await writeAll(scene.store, from, bytes);
      scene.server.forgetRequests();
      valueOf(await scene.store.promote(from, to, expected));
      expect(asked(scene)).to.deep.equal({ HeadObject: 1, GetObject: 1, PutObject: 1, DeleteObject: 1 });
      expect(await everything(scene)).to.deep.equal([`some/prefix/${to}`]);
    }));

  it('takes three where the server creates once, which keeps what is there', () =>
    withStandIn(strict, { capabilities: { ...noCapabilities, createOnce: true } }, async (scene) => {
      const { bytes, wrong, from, to, expected } = upload(100_000);
      await writeAll(scene.store, from, bytes);
      scene.server.forgetRequests();
      valueOf(await scene.store.promote(from, to, expected));
      expect(asked(scene)).to.deep.equal({ GetObject: 1, PutObject: 1, DeleteObject: 1 });
      await writeAll(scene.store, from, wrong);
      valueOf(await scene.store.promote(from, to, expected));
      expect(await bytesAt(scene.store, from)).to.equal(undefined);
      expect(await bytesAt(scene.store, to)).to.deep.equal(bytes);
    }));

  it('copies a large object out of reach, hashes the copy and copies it to its place', () =>
    withStandIn(strict, asLarge, async (scene) => {
      const { bytes, from, to, expected } = upload(3 * MIB);
      await writeAll(scene.store, from, bytes);
      scene.server.forgetRequests();
      valueOf(await scene.store.promote(from, to, expected));
      expect(asked(scene)).to.deep.equal({ HeadObject: 3, GetObject: 1, CopyObject: 2, DeleteObject: 2 });
      expect(await everything(scene)).to.deep.equal([`some/prefix/${to}`]);
    }));

  it('reads nothing of a large object where a copy answers its SHA-256', () =>
    withStandIn(strict, { ...asLarge, capabilities: { ...noCapabilities, copyComputesSha256: true } }, async (scene) => {
      const { bytes, wrong, from, to, expected } = upload(3 * MIB);
      await writeAll(scene.store, from, wrong);
      scene.server.forgetRequests();
      expect(errorOf(await scene.store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
      expect(asked(scene)).to.deep.equal({ HeadObject: 2, CopyObject: 1, DeleteObject: 1 });
      expect(await bytesAt(scene.store, to)).to.equal(undefined);
      await writeAll(scene.store, from, bytes);
      scene.server.forgetRequests();
      valueOf(await scene.store.promote(from, to, expected));
      expect(asked(scene)).to.deep.equal({ HeadObject: 3, CopyObject: 2, DeleteObject: 2 });
      expect(await bytesAt(scene.store, to)).to.deep.equal(bytes);
    }));

  it('copies in parts what one request cannot copy', () =>
    withStandIn(strict, { limits: { smallBytes: 0, singleCopyBytes: 5 * MIB, copyPartBytes: 5 * MIB } }, async (scene) => {
      const { bytes, wrong, from, to, expected } = upload(22 * MIB + 77);
      await writeAll(scene.store, from, wrong);
      expect(errorOf(await scene.store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
      await writeAll(scene.store, from, bytes);
      scene.server.forgetRequests();
      valueOf(await scene.store.promote(from, to, expected));
      expect(asked(scene)).to.include({ UploadPartCopy: 10, CreateMultipartUpload: 2, CompleteMultipartUpload: 2 });
      expect((await bytesAt(scene.store, to))?.equals(bytes)).to.equal(true);
      expect(await everything(scene)).to.deep.equal([`some/prefix/${to}`]);
    }));

  it('verifies what it has put out of reach, whatever is uploaded while it looks, and whatever the server says', () =>
    withStandIn({ mode: 'lying' }, asLarge, async ({ store, server }) => {
      for (const [pinned, later] of [
        ['wrong', 'bytes'],
        ['bytes', 'wrong'],
      ] as const) {
        const scene = upload(pinned.length * MIB);
        const { from, to, expected } = scene;
        await writeAll(store, from, scene[pinned]);
        server.forgetRequests();
        await server.inject({ kind: 'slow', milliseconds: 400 }, { operations: ['GetObject'], times: 1 });
        const promoting = store.promote(from, to, expected);
        while (server.requests('GetObject') === 0) await sleep(5);
        await writeAll(store, from, scene[later]);
        const promoted = await promoting;
        if (pinned === 'wrong') expect(errorOf(promoted)).to.include({ kind: 'blob_checksum_mismatch' });
        else valueOf(promoted);
        const final = await bytesAt(store, to);
        expect(pinned === 'wrong' ? final === undefined : final?.equals(scene.bytes)).to.equal(true);
      }
    }));

  it('does not let a copy that fails inside a 200 pass for one that has been made', () =>
    withStandIn(strict, { ...asLarge, maxAttempts: 1 }, async ({ store, server }) => {
      const { bytes, from, to, expected } = upload(2 * MIB);
      await writeAll(store, from, bytes);
      for (const times of [1, 2]) {
        await server.inject({ kind: 'error_inside_ok' }, { operations: ['CopyObject'], times });
        for (let attempt = 0; attempt < times; attempt += 1) {
          expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(unavailable);
          expect(await bytesAt(store, to)).to.equal(undefined);
        }
      }
      valueOf(await store.promote(from, to, expected));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
    }));

  it('does not promote when a server reads out the bytes of something else', () =>
    withStandIn(strict, {}, async ({ store, server }) => {
      for (const sizeBytes of [5000, 9 * MIB]) {
        const { bytes, from, to, expected } = upload(sizeBytes);
        await writeAll(store, from, bytes);
        await server.inject({ kind: 'other_bytes' }, { operations: ['GetObject'], times: 1 });
        expect(errorOf(await store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
        expect(errorOf(await store.head(to))).to.deep.equal({ kind: 'blob_missing' });
        valueOf(await store.promote(from, to, expected));
        expect((await bytesAt(store, to))?.equals(bytes)).to.equal(true);
      }
    }));

  for (const [way, options] of [
    ['small', { maxAttempts: 1 }],
    ['large', { maxAttempts: 1, ...asLarge }],
  ] as const) {
    it(`answers unavailable when any request of a ${way} promotion fails, and leaves right bytes or none`, async () => {
      const failing: readonly Operation[] = ['HeadObject', 'GetObject', 'PutObject', 'CopyObject', 'DeleteObject'];
      for (const kind of ['reset', 'hang', 'slow_down', 'internal_error', 'truncated_body'] as const) {
        await withStandIn(strict, { ...options, ...(kind === 'hang' && impatient) }, async ({ store, server }) => {
          let sizeBytes = 2000;
          for (const operation of failing) {
            sizeBytes += 1;
            const { bytes, from, to, expected } = upload(sizeBytes);
            await writeAll(store, from, bytes);
            server.forgetRequests();
            await server.inject({ kind }, { operations: [operation], times: 1 });
            const promoted = await store.promote(from, to, expected);
            const met = server.requests(operation) > 0;
            await server.heal();
            const [staged, final] = [await bytesAt(store, from), await bytesAt(store, to)];
            if (final !== undefined) expect(final.equals(bytes), `${kind} of ${operation}`).to.equal(true);
            expect((final ?? staged)?.equals(bytes), `${kind} of ${operation}`).to.equal(true);
            if (promoted.isErr()) expect(promoted.error, `${kind} of ${operation}`).to.deep.equal(unavailable);
            else if (met && operation !== 'DeleteObject' && kind !== 'truncated_body') expect.fail(`${kind} of ${operation}`);
            valueOf(await store.promote(from, to, expected));
            expect((await bytesAt(store, to))?.equals(bytes), `${kind} of ${operation}`).to.equal(true);
          }
        });
      }
    });
  }

  it('leaves at most private copies, which are seen by nobody and removed when they are old', () =>
    withStandIn(strict, { ...asLarge, maxAttempts: 1 }, async (scene) => {
      const { store, server } = scene;
      const { bytes, from, to, expected } = upload(1000);
      await writeAll(store, from, bytes);
      await server.inject({ kind: 'internal_error' }, { operations: ['DeleteObject'], times: 2 });
      expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(unavailable);
      const bucket = openBucket(scene.options);
      await putObject(bucket, `${privateFolder}/${randomUUID()}`, bytes, bucket.writing);
      await putObject(bucket, `${probeFolder}/${randomUUID()}`, bytes, bucket.writing);
      bucket.close();
      const hidden = (await everything(scene)).filter((name) => name.includes('.promoting'));
      expect(hidden.length).to.equal(2);

      valueOf(await store.promote(from, to, expected));
      const uploadsBefore = 0;
      expect(valueOf(await store.removeLeftovers({ copiesBefore: Date.now() - 86_400_000, uploadsBefore })).copies).to.equal(0);
      expect(valueOf(await store.removeLeftovers({ copiesBefore: Date.now() + 60_000, uploadsBefore })).copies).to.equal(2);
      expect(await everything(scene)).to.deep.equal([`some/prefix/${to}`]);
    }));

  it('gives up multipart uploads that were begun too long ago, and no younger ones', () =>
    withStandIn(strict, {}, async ({ store }) => {
      const parts = valueOf((await store.parts?.(namespace)) ?? expect.fail()) ?? expect.fail('the store has parts');
      const { from } = upload(1);
      const uploadId = valueOf(await parts.begin(from));
      const copiesBefore = 0;
      const young = valueOf(await store.removeLeftovers({ copiesBefore, uploadsBefore: Date.now() - 60_000 }));
      expect(young).to.deep.equal({ copies: 0, uploads: 0 });
      const old = valueOf(await store.removeLeftovers({ copiesBefore, uploadsBefore: Date.now() + 60_000 }));
      expect(old).to.deep.equal({ copies: 0, uploads: 1 });
      expect(errorOf(await parts.list(from, uploadId))).to.deep.equal({ kind: 'blob_missing' });
    }));
});
