import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import {
  bodyOf,
  brokenBodyOf,
  consume,
  expectBytes,
  expectErr,
  expectMissing,
  expectOk,
  expectSameBytes,
  key,
  listed,
  sampleBytes,
  write,
} from './blobs.js';

const KIB = 1024;
const sizes = [0, 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 5 * KIB * KIB];
const at = key('ns/staging/s/blob');

const sizeCases: readonly Case<BlobStoreHarness>[] = sizes.map((sizeBytes) => ({
  title: `a blob of ${sizeBytes} bytes reads back as it was written`,
  run: async ({ store }) => {
    const bytes = sampleBytes(sizeBytes);
    await write(store, at, bytes);
    await expectBytes(store, at, bytes);
  },
}));

interface BadBody {
  readonly what: string;
  readonly sizeBytes: number;
  readonly body: () => AsyncIterable<Uint8Array>;
  readonly error: object;
}

const badBodies: readonly BadBody[] = [
  {
    what: 'one byte short',
    sizeBytes: 100_001,
    body: () => bodyOf(sampleBytes(100_000)),
    error: { kind: 'blob_size_mismatch', actualBytes: 100_000 },
  },
  { what: 'empty', sizeBytes: 1, body: () => bodyOf(sampleBytes(0)), error: { kind: 'blob_size_mismatch', actualBytes: 0 } },
  {
    what: 'one byte long',
    sizeBytes: 99_999,
    body: () => bodyOf(sampleBytes(100_000)),
    error: { kind: 'blob_size_mismatch', actualBytes: 100_000 },
  },
  {
    what: 'not empty although it should be',
    sizeBytes: 0,
    body: () => bodyOf(sampleBytes(1)),
    error: { kind: 'blob_size_mismatch', actualBytes: 1 },
  },
  {
    what: 'broken before its first byte',
    sizeBytes: 10,
    body: () => brokenBodyOf(sampleBytes(0)),
    error: { kind: 'body_incomplete' },
  },
  {
    what: 'broken half way',
    sizeBytes: 3_000_000,
    body: () => brokenBodyOf(sampleBytes(1_500_000)),
    error: { kind: 'body_incomplete' },
  },
  {
    what: 'broken after its last byte',
    sizeBytes: 1000,
    body: () => brokenBodyOf(sampleBytes(1000)),
    error: { kind: 'body_incomplete' },
  },
];

const badBodyCases: readonly Case<BlobStoreHarness>[] = badBodies.flatMap(({ what, sizeBytes, body, error }) => [
  {
    title: `a body that is ${what} leaves nothing behind`,
    run: async ({ store, countOpenHandles }) => {
      const before = await countOpenHandles?.();
      expect(expectErr(await store.write(at, body(), sizeBytes))).to.deep.equal(error);
      await expectMissing(store, at);
      expect(await listed(store, key('ns'))).to.deep.equal([]);
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
  {
    title: `a body that is ${what} leaves the blob that was there`,
    run: async ({ store }) => {
      const old = sampleBytes(5000, 2);
      await write(store, at, old);
      expect(expectErr(await store.write(at, body(), sizeBytes))).to.deep.equal(error);
      await expectBytes(store, at, old);
    },
  },
]);

const oddChunks: readonly { readonly what: string; readonly chunk: object | string }[] = [
  { what: 'numbers of four bytes', chunk: new Float32Array(1) },
  { what: 'views', chunk: new DataView(new ArrayBuffer(4)) },
  { what: 'text', chunk: 'text' },
];

const oddChunkCases: readonly Case<BlobStoreHarness>[] = oddChunks.map(({ what, chunk }) => ({
  title: `a body of ${what} is thrown out with a TypeError, and leaves the blob that was there`,
  run: async ({ store, countOpenHandles }) => {
    const old = sampleBytes(5000, 2);
    await write(store, at, old);
    const before = await countOpenHandles?.();
    const body = async function* (): AsyncGenerator<Uint8Array> {
      // @ts-expect-error A program without types may do so.
      yield await Promise.resolve(chunk);
    };
    const outcome: unknown = await store.write(at, body(), 4).then(undefined, (thrown: unknown) => thrown);
    expect(outcome).to.be.instanceOf(TypeError);
    await expectBytes(store, at, old);
    expect(await listed(store, key('ns'))).to.deep.equal([[at, old.byteLength]]);
    expect(await countOpenHandles?.()).to.equal(before);
  },
}));

const otherCases: readonly Case<BlobStoreHarness>[] = [
  {
    title: 'a body that goes on and on is refused as soon as it is too long, and released',
    run: async ({ store }) => {
      const chunk = sampleBytes(1000);
      let given = 0;
      let released = false;
      const longBody = async function* () {
        try {
          while (given < 10_000) {
            given += 1;
            yield chunk;
          }
        } finally {
          released = true;
        }
      };
      expect(expectErr(await store.write(at, longBody(), 10_000))).to.deep.equal({
        kind: 'blob_size_mismatch',
        actualBytes: 11_000,
      });
      expect(given).to.equal(11);
      expect(released).to.equal(true);
    },
  },
  {
    title: 'memory that a body came in is the sender’s again after the answer',
    run: async ({ store }) => {
      for (const sizeBytes of [5, 200_000]) {
        const bytes = sampleBytes(sizeBytes);
        const sent = Buffer.from(bytes);
        const body = async function* () {
          yield await Promise.resolve(sent);
        };
        expectOk(await store.write(at, body(), sizeBytes));
        sent.fill(0);
        await expectBytes(store, at, bytes);
      }
    },
  },
  {
    title: 'empty chunks in a body change nothing',
    run: async ({ store }) => {
      const bytes = sampleBytes(3);
      const body = async function* () {
        for (const byte of bytes) {
          yield new Uint8Array(0);
          yield Uint8Array.of(byte);
        }
        yield new Uint8Array(0);
      };
      expectOk(await store.write(at, body(), 3));
      await expectBytes(store, at, bytes);
    },
  },
  {
    title: 'a second write replaces the blob, also by a shorter one',
    run: async ({ store }) => {
      await write(store, at, sampleBytes(200_000, 1));
      await write(store, at, sampleBytes(100_000, 2));
      await expectBytes(store, at, sampleBytes(100_000, 2));
      await write(store, at, sampleBytes(100_000, 3));
      await expectBytes(store, at, sampleBytes(100_000, 3));
      expect(await listed(store, key('ns'))).to.deep.equal([[at, 100_000]]);
    },
  },
  {
    title: 'a blob is not there before its last byte has come',
    run: async ({ store }) => {
      const bytes = sampleBytes(2_000_000);
      const body = async function* () {
        for await (const chunk of bodyOf(bytes)) {
          await expectMissing(store, at);
          expect(await listed(store, key('ns'))).to.deep.equal([]);
          yield chunk;
        }
        await expectMissing(store, at);
      };
      expectOk(await store.write(at, body(), bytes.byteLength));
      await expectBytes(store, at, bytes);
    },
  },
  {
    title: 'an old blob stays whole until a new one is whole',
    run: async ({ store }) => {
      const [old, young] = [sampleBytes(300_000, 1), sampleBytes(300_000, 2)];
      await write(store, at, old);
      const body = async function* () {
        for await (const chunk of bodyOf(young)) {
          yield chunk;
          await expectBytes(store, at, old);
        }
      };
      expectOk(await store.write(at, body(), young.byteLength));
      await expectBytes(store, at, young);
    },
  },
  {
    title: 'a blob that is being read stays as it was when it is replaced',
    run: async ({ store }) => {
      const old = sampleBytes(3_000_000, 1);
      await write(store, at, old);
      const reading = expectOk(await store.read(at));
      await write(store, at, sampleBytes(3_000_000, 2));
      expectSameBytes(await consume(reading), old);
    },
  },
  {
    title: 'a blob has one version until other bytes of its length take its place, or none ever',
    run: async ({ store }) => {
      const versions = async (): Promise<ReadonlySet<string | undefined>> => {
        const told = [expectOk(await store.head(at)).version, expectOk(await store.head(at)).version];
        for await (const { version } of store.list(key('ns'))) told.push(version);
        return new Set(told);
      };
      await write(store, at, sampleBytes(1_000, 1));
      const [first, ...others] = await versions();
      await write(store, at, sampleBytes(1_000, 2));
      const [second, ...more] = await versions();
      expect([others, more]).to.deep.equal([[], []]);
      expect(typeof second).to.equal(typeof first);
      if (first !== undefined) expect(second).to.not.equal(first);
    },
  },
  {
    title: 'of many writes to one key at once, one is there whole',
    run: async ({ store }) => {
      const versions = Array.from({ length: 12 }, (_, index) => sampleBytes(70_000 + index, index + 1));
      await Promise.all(versions.map((version) => write(store, at, version)));
      const { sizeBytes } = expectOk(await store.head(at));
      const version = versions[sizeBytes - 70_000];
      expect(version, 'one of the versions').to.not.equal(undefined);
      await expectBytes(store, at, version ?? new Uint8Array());
      expect(await listed(store, key('ns'))).to.deep.equal([[at, sizeBytes]]);
    },
  },
  {
    title: 'many writes to many keys at once all arrive',
    run: async ({ store }) => {
      const blobs = Array.from({ length: 40 }, (_, index) => ({
        at: key(`ns/many/${index % 5}/${index}`),
        bytes: sampleBytes(index * 997, index),
      }));
      await Promise.all(blobs.map(({ at: place, bytes }) => write(store, place, bytes)));
      await Promise.all(blobs.map(({ at: place, bytes }) => expectBytes(store, place, bytes)));
    },
  },
];

/** Storing: whole or not at all, and exactly the bytes that came. */
export const writeCases: readonly Case<BlobStoreHarness>[] = [...sizeCases, ...badBodyCases, ...oddChunkCases, ...otherCases];
