import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { unavailable } from '../../../../src/model/app-error.js';
import { KIB, MIB } from '../../../../src/model/values/index.js';
import { downloadLimits } from '../../../../src/use-cases/chunk-tree/read/download-budget.js';
import { frozenManifestKey } from '../../../../src/use-cases/chunk-tree/read/frozen-manifest.js';
import { createAssembledObjects } from '../../../../src/use-cases/chunk-tree/read/assembled-objects.js';
import { buildObject, joinBytes, sendObject, sha256Of } from '../../../builders/tree.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';
import { takenBytes } from '../../../formats/packs/collect-garbage.js';

const seed = 1234;
const random = createSeededRandom(seed);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Groups are as small as they can be then: four chunks. */
const small = { ...downloadLimits, maxBytes: 1 * MIB, maxBytesOfOne: 1 * MIB };
const four = { ...downloadLimits, maxBytes: 4 * MIB, maxBytesOfOne: 4 * MIB };

/** An object of 1 MiB, and what opens it and counts what is read and decoded for it. */
const setUp = async (limits = downloadLimits) => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  const chunks = Array.from({ length: 16 }, () => random.bytes(64 * KIB));
  const object = buildObject(chunks, { chunksPerPack: 8, chunksPerMap: 4 });
  await sendObject(world, push, object);
  valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  const counts = { decoded: 0, manifestReads: 0 };
  const decoded: WeakRef<Uint8Array>[] = [];
  const manifestKey = frozenManifestKey(repository.namespace, sha256Of(object.manifest.bytes));
  const { codec, blobs } = world.ports;
  const ports = {
    ...world.ports,
    codec: {
      ...codec,
      decodeAll: async (...given: Parameters<typeof codec.decodeAll>) => {
        counts.decoded += 1;
        const chunks = await codec.decodeAll(...given);
        for (const chunk of chunks) if (chunk !== undefined) decoded.push(new WeakRef(chunk));
        return chunks;
      },
    },
    blobs: {
      ...blobs,
      read: (...given: Parameters<typeof blobs.read>) => {
        if (given[0] === manifestKey) counts.manifestReads += 1;
        return blobs.read(...given);
      },
    },
  };
  const { open: openAny } = createAssembledObjects(ports, limits);
  const open = async () => valueOf(await openAny({ namespace: repository.namespace, oid: object.oid }));
  const begin = async () => valueOf(await (await open()).open()).body[Symbol.asyncIterator]();
  /** Bytes of decoded chunks that somebody holds. */
  const heldBytes = async (): Promise<number> => {
    await turn();
    takenBytes();
    return decoded.reduce((sum, chunk) => sum + (chunk.deref()?.byteLength ?? 0), 0);
  };
  return { world, object, counts, open, begin, heldBytes };
};

describe(`readers of assembled objects that do not read (seed ${seed})`, () => {
  it('have one group decoded for them, and nothing before they ask for the first byte or ahead of a second piece', async () => {
    const { begin, counts, world } = await setUp(four);
    await Promise.all(Array.from({ length: 4 }, begin));
    const reader = await begin();
    await turn();
    expect(counts.decoded).to.equal(0);
    await reader.next();
    for (let round = 0; round < 20; round += 1) await turn();
    world.clock.advance(60_000);
    expect(counts.decoded).to.equal(1);
    for (let taken = 0; taken < 2; taken += 1) await reader.next();
    for (let round = 0; round < 20; round += 1) await turn();
    expect(counts.decoded, 'what a reader that goes on is spared').to.equal(3);
    await reader.return?.();
  });

  it('hold no more memory together than there is for all, and get every byte right when they go on', async () => {
    const { begin, object, world, heldBytes } = await setUp(small);
    const readers = await Promise.all(Array.from({ length: 24 }, begin));
    // Who waits for room gets it when those who do not read have stalled.
    let isOver = false;
    const pump = async (): Promise<void> => {
      while (!isOver) {
        world.clock.advance(100);
        await turn();
      }
    };
    const pumping = pump();
    const pieces: Uint8Array[][] = await Promise.all(
      readers.map(async (reader) => {
        const first = await reader.next();
        return first.done === true ? [] : [first.value];
      }),
    );
    expect(await heldBytes()).to.be.within(1, small.maxBytes);
    await Promise.all(
      readers.slice(0, 4).map(async (reader, at) => {
        for (let next = await reader.next(); next.done !== true; next = await reader.next()) pieces[at]?.push(next.value);
      }),
    );
    for (const given of pieces.slice(0, 4)) {
      expect(Buffer.compare(joinBytes(given), object.content)).to.equal(0);
    }
    isOver = true;
    await pumping;
    for (const reader of readers) await reader.return?.();
  });

  it('are refused when there are as many as there may be, until one of them leaves, also one that has not begun', async () => {
    const { open } = await setUp({ ...downloadLimits, maxReadersOfOne: 3 });
    const { open: openReading, sizeBytes } = await open();
    const readers = [];
    for (const span of [undefined, { first: 0, last: 9 }, undefined]) {
      readers.push(valueOf(await openReading(span)).body[Symbol.asyncIterator]());
    }
    const refusal = unavailable('downloads', 5);
    expect(errorOf(await openReading())).to.deep.equal(refusal);
    await readers[0]?.return?.();
    const last = valueOf(await openReading({ first: sizeBytes - 1, last: sizeBytes - 1 }));
    expect(errorOf(await openReading())).to.deep.equal(refusal);
    for await (const piece of last.body) expect(piece.byteLength).to.equal(1);
    valueOf(await openReading());
    expect(errorOf(await openReading())).to.deep.equal(refusal);
  });

  it('have the manifest read and parsed once, however many ask for it at once and later', async () => {
    const { open, object, counts } = await setUp();
    const ask = async (first: number): Promise<void> => {
      const { open: openReading } = await open();
      for await (const piece of valueOf(await openReading({ first, last: first })).body) {
        expect([...piece]).to.deep.equal([object.content[first]]);
      }
    };
    await Promise.all(Array.from({ length: 60 }, () => ask(random.integer(object.sizeBytes))));
    await ask(0);
    expect(counts.manifestReads).to.equal(1);
  });
});
