import { BlobCorrupted, createBlockNamer, type Oid, verifyingBlobStore } from '@svc/core';
import {
  blockNamesKey,
  namespaceOf,
  objectKey,
  type ObjectKey,
  type RepositoryId,
  stagingKey,
  trusted,
  type UploadSessionId,
} from '@svc/core/model';
import type { BlobReading, BlobStore, ByteSpan } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import { seeded, type SeededRandom } from '../seeded.js';
import type { BlockNamesHarness } from './blob-store-harness.js';
import {
  consume,
  expectBytes,
  expectErr,
  expectMissing,
  expectOk,
  expectSameBytes,
  listed,
  oidOf,
  sampleBytes,
  withOtherEnd,
  write,
} from './blobs.js';

const blockBytes = 65_536;
const namespace = namespaceOf(trusted<RepositoryId>('00000000-0000-4000-8000-000000000001'), undefined);
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000002');
const everything = trusted<ObjectKey>('repositories');

const sceneOf = (bytes: Uint8Array) => {
  const oid = oidOf(bytes);
  const to = objectKey(namespace, oid);
  const names = blockNamesKey(to);
  if (names === undefined) throw new Error('invariant: names may lie beside a final blob');
  return { bytes, oid, from: stagingKey(namespace, session, oid), to, names, expected: { sizeBytes: bytes.byteLength, oid } };
};
type Scene = ReturnType<typeof sceneOf>;

const promoted = async (store: BlobStore, bytes: Uint8Array): Promise<Scene> => {
  const scene = sceneOf(bytes);
  await write(store, scene.from, bytes);
  expectOk(await store.promote(scene.from, scene.to, scene.expected));
  return scene;
};

const bytesAt = async (store: BlobStore, at: ObjectKey): Promise<Uint8Array> => consume(expectOk(await store.read(at)));

const namesOf = ({ blockHasher }: BlockNamesHarness, bytes: Uint8Array, oid: Oid): Uint8Array => {
  const groups: Uint8Array[] = [];
  const namer = createBlockNamer(blockHasher, { oid, sizeBytes: bytes.byteLength }, (group) => groups.push(group));
  namer.update(bytes);
  namer.end();
  return new Uint8Array(Buffer.concat(groups));
};

const flipped = (bytes: Uint8Array, at: number, bit = 1): Uint8Array => {
  const other = Uint8Array.from(bytes);
  other[at] = (other[at] ?? 0) ^ bit;
  return other;
};

interface Drained {
  readonly given: Uint8Array;
  readonly fault: unknown;
}

const drain = async ({ body }: BlobReading): Promise<Drained> => {
  const pieces: Uint8Array[] = [];
  let fault: unknown;
  try {
    for await (const piece of body) pieces.push(piece);
  } catch (thrown) {
    fault = thrown;
  }
  return { given: new Uint8Array(Buffer.concat(pieces)), fault };
};

const randomSpan = (random: SeededRandom, sizeBytes: number): ByteSpan => {
  const [a, b] = [random.integer(sizeBytes), random.integer(sizeBytes)];
  return { first: Math.min(a, b), last: Math.max(a, b) };
};

const verifying = ({ store, hasher, blockHasher }: BlockNamesHarness): BlobStore =>
  verifyingBlobStore(store, hasher, blockHasher);

/** What is given of a blob with one wrong byte: never that byte, and all that was asked for unless it lies in the blocks that were. */
const expectNothingWrong = async (store: BlobStore, { to, bytes }: Scene, wrongAt: number, span: ByteSpan): Promise<void> => {
  const { given, fault } = await drain(expectOk(await store.read(to, span)));
  const asked = bytes.subarray(span.first, span.last + 1);
  expectSameBytes(given, asked.subarray(0, given.byteLength));
  const block = Math.floor(wrongAt / blockBytes);
  const isTouched = Math.floor(span.first / blockBytes) <= block && block <= Math.floor(span.last / blockBytes);
  if (isTouched) expect(fault).to.be.instanceOf(BlobCorrupted).with.property('key', to);
  else {
    expect(fault).to.equal(undefined);
    expectSameBytes(given, asked);
  }
};

const largest = 17 * 1024 * 1024;

/** Block names beside promoted blobs, and what a verifying store makes of them. */
export const blockNamesCases: Readonly<Record<string, readonly Case<BlockNamesHarness>[]>> = {
  'a blob store: block names': [
    ...[blockBytes + 1, 1_000_000, largest].map((sizeBytes) => ({
      title: `${sizeBytes} promoted bytes have their names beside them, and nothing else has been left`,
      run: async (harness: BlockNamesHarness) => {
        const { store, countOpenHandles } = harness;
        const before = await countOpenHandles?.();
        const { bytes, oid, names, to } = await promoted(store, sampleBytes(sizeBytes));
        expectSameBytes(await bytesAt(store, names), namesOf(harness, bytes, oid));
        expect(await listed(store, everything)).to.deep.equal([[to, sizeBytes]]);
        expect(await countOpenHandles?.()).to.equal(before);
      },
    })),
    {
      title: 'what is no longer than a block has none',
      run: async ({ store }) => {
        for (const sizeBytes of [0, 1, blockBytes])
          await expectMissing(store, (await promoted(store, sampleBytes(sizeBytes, sizeBytes))).names);
      },
    },
    {
      title: 'names are removed with their blob, also those that lie there without one, which alone are listed',
      run: async ({ store }) => {
        const { names, to } = await promoted(store, sampleBytes(200_000));
        expectOk(await store.remove(to));
        await expectMissing(store, names);
        expect(await listed(store, everything)).to.deep.equal([]);
        await write(store, names, sampleBytes(160));
        expect(await listed(store, everything)).to.deep.equal([[names, 160]]);
        expectOk(await store.remove(to));
        expect(await listed(store, everything)).to.deep.equal([]);
      },
    },
    {
      title: 'staged bytes that are not the object leave no names, staged or final, once they are removed',
      run: async ({ store }) => {
        const { bytes, from, to, names, expected } = sceneOf(sampleBytes(200_000));
        await write(store, from, withOtherEnd(bytes));
        expect(expectErr(await store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
        await expectMissing(store, names);
        await write(store, from, bytes);
        expectOk(await store.remove(from));
        expect(await listed(store, everything)).to.deep.equal([]);
      },
    },
    {
      title: 'what takes the place of a damaged blob brings its names, whatever has become of the former ones',
      run: async (harness) => {
        const { store } = harness;
        const { bytes, oid, from, to, names, expected } = await promoted(store, sampleBytes(200_000));
        await write(store, to, flipped(bytes, 100_000));
        await write(store, names, sampleBytes(7));
        await write(store, from, bytes);
        expectOk(await store.promote(from, to, { ...expected, replaces: true }));
        expectSameBytes(await bytesAt(store, names), namesOf(harness, bytes, oid));
        await expectBytes(verifying(harness), to, bytes);
      },
    },
  ],
  'a verifying blob store: block names': [
    seeded('any span of sound bytes is given, whatever has become of their names', async (harness, random) => {
      const { store } = harness;
      const { bytes, to, names } = await promoted(store, sampleBytes(1_000_000));
      const written = await bytesAt(store, names);
      const checked = verifying(harness);
      for (let round = 0; round < 24; round += 1) {
        const left = [
          written,
          flipped(written, random.integer(written.byteLength), 1 << random.integer(8)),
          written.subarray(0, random.integer(written.byteLength)),
          sampleBytes(written.byteLength, round + 1),
        ][round % 4];
        if (left !== undefined) await write(store, names, left);
        const { first, last } = randomSpan(random, bytes.byteLength);
        expectSameBytes(await consume(expectOk(await checked.read(to, { first, last }))), bytes.subarray(first, last + 1));
        expectSameBytes(await bytesAt(checked, to), bytes);
      }
      const others = await promoted(store, sampleBytes(1_000_000, 2));
      await write(store, names, await bytesAt(store, others.names));
      expectSameBytes(await bytesAt(checked, to), bytes);
    }),
    seeded('no span gives a wrong byte, and one that touches no wrong block is right', async (harness, random) => {
      const { store, countOpenHandles } = harness;
      const before = await countOpenHandles?.();
      for (const sizeBytes of [1, 5000, blockBytes, blockBytes + 1, 700_000]) {
        const scene = await promoted(store, sampleBytes(sizeBytes, sizeBytes));
        const checked = verifying(harness);
        for (let round = 0; round < 12; round += 1) {
          const wrongAt = random.integer(sizeBytes);
          await write(store, scene.to, flipped(scene.bytes, wrongAt, 1 << random.integer(8)));
          await expectNothingWrong(checked, scene, wrongAt, randomSpan(random, sizeBytes));
          await expectNothingWrong(checked, scene, wrongAt, { first: wrongAt, last: wrongAt });
          await expectNothingWrong(checked, scene, wrongAt, { first: 0, last: sizeBytes - 1 });
        }
      }
      expect(await countOpenHandles?.()).to.equal(before);
    }),
    {
      title: 'a reader that leaves before the first byte, or after it, holds nothing open',
      run: async (harness) => {
        const before = await harness.countOpenHandles?.();
        const { to } = await promoted(harness.store, sampleBytes(1_000_000));
        for (const span of [undefined, { first: 10, last: 900_000 }]) {
          const reading = expectOk(await verifying(harness).read(to, span));
          await reading.body[Symbol.asyncIterator]().return?.();
          for await (const _piece of expectOk(await verifying(harness).read(to, span)).body) break;
        }
        expect(await harness.countOpenHandles?.()).to.equal(before);
      },
    },
    {
      title: 'what is being read is read to its end, although it is removed',
      run: async (harness) => {
        const { store } = harness;
        const { bytes, to } = await promoted(store, sampleBytes(largest));
        for (const span of [undefined, { first: 1, last: largest - 2 }]) {
          const { body } = expectOk(await verifying(harness).read(to, span));
          const pieces: Uint8Array[] = [];
          for await (const piece of body) {
            if (pieces.length === 0) expectOk(await store.remove(to));
            pieces.push(piece);
          }
          expectSameBytes(new Uint8Array(Buffer.concat(pieces)), span === undefined ? bytes : bytes.subarray(1, -1));
          await promoted(store, bytes);
        }
      },
    },
  ],
};
