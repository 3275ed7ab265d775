import type { ObjectKey } from '@svc/core/model';
import type { BlobReading, BlobStore, ByteSpan } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import { seeded, type SeededRandom } from '../seeded.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import { keepOpenCases } from './keep-open-cases.js';
import { consume, expectErr, expectMissing, expectOk, expectSameBytes, key, sampleBytes, write } from './blobs.js';

const at = key('ns/staging/s/blob');

/** Every edge of a blob, and spans from all over it. */
const spansOf = (sizeBytes: number, random: SeededRandom): readonly ByteSpan[] => {
  const end = sizeBytes - 1;
  const scattered = Array.from({ length: 16 }, () => {
    const [a, b] = [random.integer(sizeBytes), random.integer(sizeBytes)];
    return { first: Math.min(a, b), last: Math.max(a, b) };
  });
  return [
    { first: 0, last: end },
    { first: 0, last: 0 },
    { first: end, last: end },
    { first: Math.floor(end / 2), last: end },
    ...scattered,
  ];
};

const spanCases = [1, 2, 65_537, 3_000_000].map((sizeBytes) =>
  seeded<BlobStoreHarness>(`every span of a blob of ${sizeBytes} bytes is the slice of its bytes`, async (harness, random) => {
    const { store, countOpenHandles } = harness;
    const bytes = sampleBytes(sizeBytes);
    await write(store, at, bytes);
    const before = await countOpenHandles?.();
    for (const { first, last } of spansOf(sizeBytes, random)) {
      const reading = expectOk(await store.read(at, { first, last }));
      expect(reading.sizeBytes, 'the size of the whole blob').to.equal(sizeBytes);
      expectSameBytes(await consume(reading), bytes.subarray(first, last + 1));
      const filling = expectOk(await store.read(at, { first, last }));
      const target = new Uint8Array(new SharedArrayBuffer(last - first + 1));
      if (filling.fill === undefined) await consume(filling);
      else await filling.fill(target).then(() => expectSameBytes(target, bytes.subarray(first, last + 1)));
    }
    expect(await countOpenHandles?.()).to.equal(before);
  }),
);

const openingThrows = async (store: BlobStore, from: ObjectKey, span: ByteSpan): Promise<boolean> => {
  // A store may throw at once, or have its promise do so.
  const open = async () => store.read(from, span);
  return open().then(
    () => false,
    () => true,
  );
};

const leave = async ({ body }: BlobReading): Promise<void> => {
  await body[Symbol.asyncIterator]().return?.();
};

/** Opening: the whole blob or a span, and nothing held after the reader has gone. */
export const readCases: readonly Case<BlobStoreHarness>[] = [
  {
    title: 'a store that works says so',
    run: async ({ store }) => expectOk(await store.check()),
  },
  {
    title: 'nothing is there where nothing was written',
    run: async ({ store }) => {
      await write(store, at, sampleBytes(10));
      for (const missing of ['ns/staging/s/other', 'ns/staging/s', 'ns', 'elsewhere/blob']) {
        await expectMissing(store, key(missing));
        expect(expectErr(await store.read(key(missing)))).to.deep.equal({ kind: 'blob_missing' });
        expect(expectErr(await store.read(key(missing), { first: 0, last: 0 }))).to.deep.equal({ kind: 'blob_missing' });
      }
    },
  },
  ...spanCases,
  {
    title: 'a span that begins before the blob, or ends before it begins, throws',
    run: async ({ store, countOpenHandles }) => {
      await write(store, at, sampleBytes(100));
      const before = await countOpenHandles?.();
      for (const [first, last] of [
        [50, 49],
        [-1, 5],
      ] as const) {
        expect(await openingThrows(store, at, { first, last }), `${first}-${last}`).to.equal(true);
      }
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
  {
    title: 'a span that ends behind the end of the blob is answered with the size that the blob has, and holds nothing',
    run: async ({ store, countOpenHandles }) => {
      const empty = key('ns/empty');
      await write(store, at, sampleBytes(100));
      await write(store, empty, sampleBytes(0));
      const before = await countOpenHandles?.();
      for (const [first, last] of [
        [0, 100],
        [99, 100],
        [100, 100],
        [5_000_000, 6_000_000],
      ] as const) {
        const outside = expectErr(await store.read(at, { first, last }));
        expect(outside, `${first}-${last}`).to.deep.equal({ kind: 'span_outside', sizeBytes: 100 });
      }
      expect(expectErr(await store.read(empty, { first: 0, last: 0 }))).to.deep.equal({ kind: 'span_outside', sizeBytes: 0 });
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
  {
    title:
      'a span of a blob that is replaced by a shorter one meanwhile is that of one of the two, or lies outside of the new one',
    run: async ({ store, countOpenHandles }) => {
      const [long, short] = [sampleBytes(300_000, 1), sampleBytes(1000, 2)];
      const before = await countOpenHandles?.();
      for (let round = 0; round < 4; round += 1) {
        await write(store, at, long);
        const spans = [0, 500, 200_000].map((first) => ({ first, last: first + 400 }));
        const readAll = async () => {
          for (const span of [...spans, ...spans]) {
            const opened = await store.read(at, span);
            if (opened.isErr()) {
              expect(opened.error).to.deep.equal({ kind: 'span_outside', sizeBytes: short.byteLength });
              expect(span.first).to.equal(200_000);
              continue;
            }
            const { sizeBytes } = opened.value;
            const version = [long, short].find(({ byteLength }) => byteLength === sizeBytes);
            expectSameBytes(await consume(opened.value), version?.subarray(span.first, span.last + 1) ?? new Uint8Array());
          }
        };
        await Promise.all([readAll(), write(store, at, short), readAll()]);
      }
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
  {
    title: 'many readers of one blob at once each get all of it',
    run: async ({ store }) => {
      const bytes = sampleBytes(700_000);
      await write(store, at, bytes);
      const readings = await Promise.all(Array.from({ length: 20 }, () => store.read(at)));
      const bodies = await Promise.all(readings.map((reading) => consume(expectOk(reading))));
      for (const body of bodies) expectSameBytes(body, bytes);
    },
  },
  {
    title: 'a reader who has read to the end, left early or never begun holds nothing',
    run: async ({ store, countOpenHandles }) => {
      await write(store, at, sampleBytes(3_000_000));
      const before = await countOpenHandles?.();
      for (let round = 0; round < 5; round += 1) {
        await consume(expectOk(await store.read(at)));
        for await (const chunk of expectOk(await store.read(at)).body) {
          expect(chunk.byteLength).to.be.greaterThan(0);
          break;
        }
        await leave(expectOk(await store.read(at)));
        await leave(expectOk(await store.read(at, { first: 5, last: 2_000_000 })));
      }
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
  ...keepOpenCases,
];
