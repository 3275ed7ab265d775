import { objectKey, stagingKey, trusted, type StorageNamespace, type UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import { forEachConcurrent, seeded } from '../seeded.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import {
  bodyOf,
  consume,
  expectBytes,
  expectErr,
  expectMissing,
  expectOk,
  key,
  oidOf,
  sampleBytes,
  withOtherEnd,
  write,
  yieldTicks,
} from './blobs.js';

const namespace = trusted<StorageNamespace>('ns');
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001');

const scene = (sizeBytes: number, seed = 1, owner = namespace) => {
  const bytes = sampleBytes(sizeBytes, seed);
  const oid = oidOf(bytes);
  return {
    bytes,
    from: stagingKey(owner, session, oid),
    to: objectKey(owner, oid),
    expected: { sizeBytes, oid },
    wrong: withOtherEnd(bytes),
  };
};

const defaultRacingRounds = 100;

/** Moving verified bytes: what is at the final key was verified, whatever else goes on. */
export const promoteCases: readonly Case<BlobStoreHarness>[] = [
  ...[0, 1, 65_537, 3_000_000].map((sizeBytes) => ({
    title: `promoting ${sizeBytes} right bytes moves them`,
    run: async ({ store, countOpenHandles }: BlobStoreHarness) => {
      const { bytes, from, to, expected } = scene(sizeBytes);
      const before = await countOpenHandles?.();
      await write(store, from, bytes);
      expectOk(await store.promote(from, to, expected));
      await expectBytes(store, to, bytes);
      await expectMissing(store, from);
      expect(await countOpenHandles?.()).to.equal(before);
    },
  })),
  {
    title: 'promoting what is not there is refused',
    run: async ({ store }) => {
      const { from, to, expected } = scene(10);
      expect(expectErr(await store.promote(from, to, expected))).to.deep.equal({ kind: 'blob_missing' });
      await expectMissing(store, to);
    },
  },
  {
    title: 'promoting bytes of another length is refused and leaves both keys as they were',
    run: async ({ store }) => {
      const { bytes, from, to, expected } = scene(1000);
      for (const actual of [bytes.subarray(0, 999), new Uint8Array([...bytes, 0]), bytes.subarray(0, 0)]) {
        await write(store, from, actual);
        const error = { kind: 'blob_size_mismatch', actualBytes: actual.byteLength };
        expect(expectErr(await store.promote(from, to, expected))).to.deep.equal(error);
        await expectBytes(store, from, actual);
        await expectMissing(store, to);
      }
    },
  },
  {
    title: 'promoting wrong bytes is refused, and right ones can follow',
    run: async ({ store }) => {
      const { bytes, wrong, from, to, expected } = scene(200_000);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await write(store, from, wrong);
        const refused = expectErr(await store.promote(from, to, expected));
        expect(refused).to.include({ kind: 'blob_checksum_mismatch' });
        const { version } = expectOk(await store.head(from));
        if ('version' in refused && refused.version !== undefined) expect(refused.version).to.equal(version);
        await expectBytes(store, from, wrong);
        await expectMissing(store, to);
      }
      await write(store, from, bytes);
      expectOk(await store.promote(from, to, expected));
      await expectBytes(store, to, bytes);
    },
  },
  {
    title: 'promoting again is Ok although the source has gone',
    run: async ({ store }) => {
      const { bytes, from, to, expected } = scene(5000);
      await write(store, from, bytes);
      expectOk(await store.promote(from, to, expected));
      expectOk(await store.promote(from, to, expected));
      await expectBytes(store, to, bytes);
    },
  },
  {
    title: 'a final blob is never written again: a later source is not read, and is gone',
    run: async ({ store }) => {
      const { bytes, wrong, from, to, expected } = scene(5000);
      await write(store, from, bytes);
      expectOk(await store.promote(from, to, expected));
      for (const later of [wrong, sampleBytes(70, 2)]) {
        await write(store, from, later);
        expectOk(await store.promote(from, to, expected));
        await expectBytes(store, to, bytes);
        await expectMissing(store, from);
      }
    },
  },
  {
    title: 'a blob of another length at the destination is not replaced',
    run: async ({ store }) => {
      const { bytes, from, expected } = scene(5000);
      const to = key('ns/kept/blob');
      const other = sampleBytes(4999, 2);
      await write(store, to, other);
      await write(store, from, bytes);
      expect(expectErr(await store.promote(from, to, expected))).to.deep.equal({ kind: 'blob_size_mismatch', actualBytes: 4999 });
      await expectBytes(store, to, other);
      await expectBytes(store, from, bytes);
    },
  },
  {
    title: 'what is known to be damaged at the destination is replaced by verified bytes, and by no others',
    run: async ({ store }) => {
      for (const sizeBytes of [1, 5000, 3_000_000]) {
        const { bytes, wrong, from, to, expected } = scene(sizeBytes, sizeBytes);
        const damages = [wrong, sampleBytes(sizeBytes + 1, 2), sampleBytes(0, 2), undefined];
        // Large bytes take another way in some stores, whatever is the matter with those that they replace.
        for (const damaged of sizeBytes > 5000 ? damages.slice(0, 1) : damages) {
          if (damaged === undefined) expectOk(await store.remove(to));
          else await write(store, to, damaged);
          await write(store, from, wrong);
          expectErr(await store.promote(from, to, { ...expected, replaces: true }));
          if (damaged !== undefined) expect(expectOk(await store.head(to)).sizeBytes).to.equal(damaged.byteLength);
          await write(store, from, bytes);
          expectOk(await store.promote(from, to, { ...expected, replaces: true }));
          await expectBytes(store, to, bytes);
          await expectMissing(store, from);
        }
        expect(expectErr(await store.promote(from, to, { ...expected, replaces: true }))).to.deep.equal({ kind: 'blob_missing' });
        await expectBytes(store, to, bytes);
      }
    },
  },
  {
    title: 'while damaged bytes are replaced a reader finds them or the right ones, and always one of the two',
    run: async ({ store }) => {
      for (const sizeBytes of [5000, 3_000_000]) {
        const { bytes, wrong, from, expected } = scene(sizeBytes, sizeBytes);
        const to = key(`ns/kept/${sizeBytes}`);
        await write(store, to, wrong);
        await write(store, from, bytes);
        let isOver = false;
        const promote = async () => {
          try {
            return await store.promote(from, to, { ...expected, replaces: true });
          } finally {
            isOver = true;
          }
        };
        const [first, last] = [sizeBytes - 1, sizeBytes - 1];
        const ends = [wrong, bytes].map((each) => each[last]);
        const look = async (): Promise<void> => {
          do {
            const [end] = await consume(expectOk(await store.read(to, { first, last })));
            expect(end).to.be.oneOf(ends);
            await yieldTicks(1);
          } while (!isOver);
        };
        const [answer] = await Promise.all([promote(), look()]);
        expectOk(answer);
        await expectBytes(store, to, bytes);
      }
    },
  },
  {
    title: 'what is written to the source after a promotion does not reach the final key',
    run: async ({ store }) => {
      const { bytes, wrong, from, to, expected } = scene(5000);
      await write(store, from, bytes);
      expectOk(await store.promote(from, to, expected));
      await write(store, from, wrong);
      await expectBytes(store, to, bytes);
      await expectBytes(store, from, wrong);
    },
  },
  {
    title: 'many promotions of one blob at once are all Ok',
    run: async ({ store }) => {
      const { bytes, from, to, expected } = scene(300_000);
      await write(store, from, bytes);
      const answers = await Promise.all(Array.from({ length: 16 }, () => store.promote(from, to, expected)));
      for (const answer of answers) expectOk(answer);
      await expectBytes(store, to, bytes);
      await expectMissing(store, from);
    },
  },
  {
    title: 'many promotions to one final key from many sources at once are all Ok',
    run: async ({ store }) => {
      const { bytes, to, expected } = scene(300_000);
      const sources = Array.from({ length: 8 }, (_, index) => key(`ns/staging/${index}/${expected.oid}`));
      await Promise.all(sources.map((from) => write(store, from, bytes)));
      const answers = await Promise.all(sources.map((from) => store.promote(from, to, expected)));
      for (const answer of answers) expectOk(answer);
      await expectBytes(store, to, bytes);
      for (const from of sources) await expectMissing(store, from);
    },
  },
  seeded(
    'in races with a write of wrong bytes to the source, the final bytes are never wrong',
    ({ store, racingRounds = defaultRacingRounds }, random) =>
      forEachConcurrent(racingRounds, random, async (round, lane) => {
        const owner = trusted<StorageNamespace>(`ns-${lane.number}`);
        const sizeBytes = lane.random.pick([500, 500, 500, 500, 200_000]);
        const { bytes, wrong, from, to, expected } = scene(sizeBytes, round, owner);
        await write(store, from, bytes);
        const lateBody = async function* () {
          await yieldTicks(lane.random.integer(8));
          yield* bodyOf(wrong);
        };
        const [promoted, written] = await Promise.all([
          yieldTicks(lane.random.integer(8)).then(() => store.promote(from, to, expected)),
          store.write(from, lateBody(), wrong.byteLength),
        ]);
        expectOk(written);
        if (promoted.isOk()) {
          await expectBytes(store, to, bytes);
        } else {
          expect(promoted.error).to.include({ kind: 'blob_checksum_mismatch' });
          await expectMissing(store, to);
          await expectBytes(store, from, wrong);
        }
      }),
  ),
];
