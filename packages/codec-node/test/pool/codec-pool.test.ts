import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SeededRandom } from '@svc/conformance';
import { isContentName, type ChunkName } from '@svc/core/model';
import type { StoredChunk } from '@svc/core/ports';
import { runSources } from '@svc/test-services/run-sources';
import { expect } from 'chai';
import { createCodecPool, createLocalPool, createNodeCodec, encodedRoom, type CodecPool, type Piece } from '../../src/index.js';
import { samples, sampleKinds } from '../rigs/samples.js';
import { seededTest } from '../rigs/seeded-test.js';

const codec = await createNodeCodec();
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** All kinds of data, one after the other, in pieces of any length. */
const someData = (random: SeededRandom): { bytes: Uint8Array; pieces: Piece[] } => {
  const bytes = Buffer.concat(random.shuffled(sampleKinds).map((kind) => samples[kind](random, 400_000)));
  const pieces: Piece[] = [];
  for (let begin = 0; begin < bytes.byteLength; begin = pieces.at(-1)?.end ?? 0) {
    pieces.push({ begin, end: Math.min(bytes.byteLength, begin + 1 + random.integer(150_000)) });
  }
  return { bytes, pieces };
};

const onSharedMemory = (bytes: Uint8Array): Uint8Array => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
};

const nameOf = (bytes: Uint8Array): ChunkName => {
  const hex = codec.blake3Hex(bytes);
  return isContentName<ChunkName>(hex) ? hex : expect.fail(`${hex} names nothing`);
};

const withPool = async (threads: number, act: (pool: CodecPool) => Promise<void>): Promise<void> => {
  const pool = threads === 0 ? createLocalPool() : createCodecPool({ threads });
  try {
    await act(pool);
  } finally {
    await pool.close();
  }
};

/** What a program prints that is run in this package. It must end by itself. */
const printed = async (program: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...runSources, '--input-type=module', '--eval', `import { createCodecPool } from '@svc/codec-node';\n${program}`],
    { cwd: packageFolder, timeout: 150_000 },
  );
  return stdout;
};

describe('createCodecPool', () => {
  for (const threads of [0, 1, 3]) {
    seededTest(`names, encodes and decodes on ${threads || 'no further'} threads as the codec does on one`, async (random) => {
      const { bytes, pieces } = someData(random);
      const chunks = pieces.map(({ begin, end }) => bytes.subarray(begin, end));
      await withPool(threads, async (pool) => {
        for (const source of [bytes, onSharedMemory(bytes)]) {
          const [names, encoded] = await Promise.all([
            pool.nameAll(
              source,
              pieces.map(({ end }) => end),
            ),
            pool.encodeAll(source, pieces),
          ]);
          expect(names).to.deep.equal(chunks.map(nameOf));
          expect(encoded).to.deep.equal(chunks.map((chunk) => codec.encode(chunk)));
          const stored = encoded.map((each, index) => ({
            ...each,
            rawBytes: chunks[index]?.byteLength ?? 0,
            name: names[index],
          }));
          const decoded = await pool.decodeAll(stored);
          expect(Buffer.compare(Buffer.concat(decoded.map((chunk) => chunk ?? new Uint8Array())), bytes)).to.equal(0);
        }
      });
    });
  }

  seededTest('encodes into the memory that it is given, where threads share it and it has the room', async (random) => {
    const { bytes, pieces } = someData(random);
    const expected = pieces.map(({ begin, end }) => codec.encode(bytes.subarray(begin, end)));
    const room = encodedRoom(pieces);
    await withPool(2, async (pool) => {
      for (const [memory, isUsed] of [
        [new Uint8Array(new SharedArrayBuffer(room)), true],
        [new Uint8Array(new SharedArrayBuffer(room - 1)), false],
        [new Uint8Array(room), false],
      ] as const) {
        const encoded = await pool.encodeAll(bytes, pieces, memory);
        expect(encoded).to.deep.equal(expected);
        expect(memory.some((byte) => byte !== 0)).to.equal(isUsed);
      }
    });
  });

  seededTest('finds the wrong ones among the chunks that it decodes', async (random) => {
    const { bytes, pieces } = someData(random);
    const stored = pieces.map(({ begin, end }, index): StoredChunk => {
      const chunk = bytes.subarray(begin, end);
      return { ...codec.encode(chunk), rawBytes: chunk.byteLength, name: nameOf(index % 3 === 0 ? chunk.subarray(1) : chunk) };
    });
    const broken = { encoding: 1, bytes: random.bytes(10), rawBytes: 2 ** 50, name: undefined } as const;
    await withPool(2, async (pool) => {
      const decoded = await pool.decodeAll([broken, ...stored]);
      expect(decoded[0]).to.equal(undefined);
      decoded.slice(1).forEach((chunk, index) => {
        const { begin, end } = pieces[index] ?? expect.fail('there are as many answers as chunks');
        const expected = index % 3 === 0 ? undefined : bytes.subarray(begin, end);
        expect(chunk === undefined ? undefined : Buffer.compare(chunk, expected ?? Buffer.alloc(0))).to.equal(expected && 0);
      });
    });
  });

  it('answers chunks of no length and of no encoding with undefined, and those beside them', async () => {
    const right: StoredChunk = { encoding: 0, bytes: Buffer.of(7), rawBytes: 1, name: undefined };
    const wrong: readonly object[] = [{ rawBytes: Number.NaN }, { rawBytes: undefined }, { rawBytes: -1 }, { encoding: 3 }];
    await withPool(2, async (pool) => {
      const chunks = wrong.flatMap((part) => [Object.assign({ ...right }, part), right]);
      const answer = Uint8Array.of(7);
      expect(await pool.decodeAll(chunks)).to.deep.equal(wrong.flatMap(() => [undefined, answer]));
    });
  });

  it('answers nothing with nothing', async () => {
    await withPool(1, async (pool) => {
      expect([
        await pool.nameAll(new Uint8Array(), []),
        await pool.encodeAll(new Uint8Array(), []),
        await pool.decodeAll([]),
      ]).to.deep.equal([[], [], []]);
    });
  });

  it('rejects a piece that is no chunk, and works on', async () => {
    await withPool(1, async (pool) => {
      const bytes = new Uint8Array(10);
      const fault: unknown = await pool.encodeAll(bytes, [{ begin: 3, end: 3 }]).catch((thrown: unknown) => thrown);
      expect(fault).to.be.an('error').with.property('message').that.includes('at least 1 byte');
      expect(await pool.encodeAll(bytes, [{ begin: 3, end: 4 }])).to.deep.equal([{ encoding: 0, bytes: new Uint8Array(1) }]);
    });
  });

  it('rejects pieces that are not inside of their bytes, which would be named after what is there of them', async () => {
    await withPool(1, async (pool) => {
      const bytes = new Uint8Array(10);
      const asked = [
        pool.nameAll(bytes, [4, 11]),
        pool.nameAll(bytes, [4, 2]),
        pool.encodeAll(bytes, [{ begin: 8, end: 11 }]),
        pool.encodeAll(bytes, [{ begin: -3, end: 10 }]),
        pool.nameAll(bytes, [1.5, 10]),
        pool.encodeAll(bytes, [{ begin: 0, end: Number.NaN }]),
      ];
      for (const answer of await Promise.allSettled(asked)) {
        expect(answer).to.have.nested.property('reason.message').that.includes('lies inside of the bytes');
      }
      expect(await pool.nameAll(bytes, [4, 10])).to.deep.equal([nameOf(bytes.subarray(0, 4)), nameOf(bytes.subarray(4))]);
    });
  });

  it('rejects what it is asked for after it was closed, and what it had no time to answer', async () => {
    const pool = createCodecPool({ threads: 1 });
    const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
      promise.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    const unanswered = Array.from({ length: 5 }, () => faultOf(pool.nameAll(new Uint8Array(100), [100])));
    await pool.close();
    for (const fault of [...(await Promise.all(unanswered)), await faultOf(pool.nameAll(new Uint8Array(1), [1]))]) {
      expect(fault).to.be.an('error');
    }
  });

  it('keeps a process alive until it has answered, and no longer', async () => {
    const program = `
      const pool = createCodecPool({ threads: 2 });
      pool.nameAll(new Uint8Array(3), [1, 3]).then((names) => console.log(names.length));
    `;
    expect(await printed(program)).to.equal('2\n');
  });
});
