import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { safetensorsFile, type TensorToWrite } from '@svc/test-services/tensor-files';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createChunker, type ProfileName, profiles } from '../../../src/formats/chunking/index.js';
import { compareTensors } from '../../../src/formats/tensors/compare-tensors.js';
import type { ComparedTensor } from '../../../src/model/artifacts/tensor-comparison.js';
import { createPieceList, type Pieces } from '../../../src/formats/tensors/pieces.js';
import { readTensorFile } from '../../../src/formats/tensors/read-tensor-file.js';
import type { TensorFile } from '../../../src/formats/tensors/tensor-file.js';
import { sha256Of } from '../../builders/tree.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const pairs = rounds({ property: 'tensors that are told to be the same or changed are', test: 30, proof: 2_000 });
const KIB = 1024;

const headerOf = async (bytes: Uint8Array): Promise<TensorFile> => {
  const file = await readTensorFile(
    (length) => Promise.resolve(ok(bytes.subarray(0, length))),
    bytes.byteLength,
    () => Promise.resolve(),
  );
  return file._unsafeUnwrap();
};

interface CutFile {
  readonly file: TensorFile;
  readonly pieces: Pieces;
  readonly chunks: readonly Uint8Array[];
}

const cutFile = async (tensors: readonly TensorToWrite[], profile: ProfileName): Promise<CutFile> => {
  const bytes = safetensorsFile(tensors);
  const chunker = createChunker(profiles[profile]);
  const chunks = [...chunker.push(bytes), ...chunker.finish()];
  const pieces = createPieceList(profile);
  for (const chunk of chunks) pieces.pushChunk(sha256Of(chunk), chunk.byteLength);
  return { file: await headerOf(bytes), pieces, chunks };
};

const tensorOf = (name: string, bytes: Uint8Array): TensorToWrite => ({ name, dtype: 'U8', shape: [bytes.byteLength], bytes });

const compare = async (
  own: readonly TensorToWrite[],
  other: readonly TensorToWrite[],
  profile: ProfileName = 'fastcdc-16k',
): Promise<ReadonlyMap<string, ComparedTensor>> => {
  const compared = [...compareTensors(await cutFile(own, profile), await cutFile(other, profile))];
  return new Map(compared.map((tensor) => [tensor.name, tensor]));
};

const changedFrom = (bytes: Uint8Array, random: SeededRandom): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  const length = Math.min(copy.byteLength, random.pick([1, 64, copy.byteLength]));
  const at = random.integer(copy.byteLength - length + 1);
  copy.set(random.bytes(length), at);
  copy.fill((bytes[at] ?? 0) ^ 1, at, at + 1);
  return copy;
};

describe(`the comparison of tensors (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  const newLayer = (name: string): TensorToWrite => tensorOf(name, random.bytes(600 * KIB));
  const [a, b, c, d] = [newLayer('a'), newLayer('b'), newLayer('c'), newLayer('d')];
  const layers = [a, b, c, d];

  it('names the one that was trained, and says what the others share', async () => {
    const trained = tensorOf('b', random.bytes(600 * KIB));
    const compared = await compare([a, trained, c, d], layers);
    expect([...compared.values()].map(({ name, status }) => `${name} ${status}`).slice(1)).to.deep.equal([
      'b changed',
      'c undecided',
      'd same',
    ]);
    expect(compared.get('a')?.status).to.be.oneOf(['same', 'undecided']);
    expect(compared.get('b')?.sharedBytes).to.be.lessThan(64 * KIB);
    expect(compared.get('c')?.sharedBytes).to.be.within(300 * KIB, 600 * KIB);
    expect(compared.get('d')).to.deep.equal({
      name: 'd',
      status: 'same',
      dtype: 'U8',
      shape: [600 * KIB],
      sizeBytes: 600 * KIB,
      sharedBytes: 600 * KIB,
      other: { dtype: 'U8', shape: [600 * KIB], sizeBytes: 600 * KIB },
    });
  });

  it('finds a single byte', async () => {
    const bytes = Uint8Array.from(c.bytes);
    bytes.fill((bytes[300 * KIB] ?? 0) ^ 1, 300 * KIB, 300 * KIB + 1);
    const compared = await compare([a, b, tensorOf('c', bytes), d], layers);
    expect([...compared.values()].map(({ status }) => status)).to.deep.equal(['same', 'same', 'changed', 'same']);
    expect(compared.get('c')?.sharedBytes).to.be.within(400 * KIB, 600 * KIB - 1);
  });

  it('tells what came, went, moved, and has another type or shape', async () => {
    const other = { ...b, shape: [600, KIB] };
    const compared = await compare([tensorOf('new', random.bytes(10)), d, other, tensorOf('renamed', c.bytes)], layers);
    expect(Object.fromEntries([...compared].map(([name, { status }]) => [name, status]))).to.deep.equal({
      new: 'added',
      d: compared.get('d')?.status,
      b: 'changed',
      renamed: 'added',
      a: 'removed',
      c: 'removed',
    });
    expect(compared.get('d')?.status).to.be.oneOf(['moved', 'undecided']);
    expect(compared.get('b')?.other?.shape).to.deep.equal([600 * KIB]);
    expect(compared.get('renamed')?.sharedBytes).to.be.greaterThan(300 * KIB);
    expect(compared.get('c')?.sharedBytes).to.be.greaterThan(300 * KIB);
    expect(compared.get('a')?.sharedBytes).to.equal(0);
  });

  it('takes no tensor of zeros for another one because what lies before it has other cuts', async () => {
    const empty = tensorOf('zeros', new Uint8Array(900 * KIB));
    const compared = await compare(
      [tensorOf('a', random.bytes(50 * KIB)), empty],
      [tensorOf('a', random.bytes(50 * KIB)), empty],
    );
    expect(compared.get('zeros')?.status).to.equal('undecided');
  });

  it('of files that were cut in different ways, or by place, says only what is sure', async () => {
    const own = await cutFile(layers, 'fastcdc-16k');
    const other = await cutFile(layers, 'fastcdc-64k');
    expect([...compareTensors(own, other)].map(({ status }) => status)).not.to.include('changed');
    const longer = [tensorOf('a', random.bytes(600 * KIB + 1)), b, c, d];
    const shifted = await compare(longer, layers, 'fixed-256k');
    expect(['b', 'c', 'd'].map((name) => shifted.get(name)?.status)).to.deep.equal(['undecided', 'undecided', 'undecided']);
    const inPlace = await compare([a, tensorOf('b', random.bytes(600 * KIB)), c, d], layers, 'fixed-256k');
    expect(inPlace.get('b')?.status).to.equal('changed');
    expect(inPlace.get('d')?.status).to.equal('same');
  });

  it('without chunk maps says what the headers say', async () => {
    const { file: own } = await cutFile(
      [a, tensorOf('b', b.bytes.subarray(1)), tensorOf('empty', new Uint8Array())],
      'fastcdc-16k',
    );
    const { file: other } = await cutFile([a, b, tensorOf('empty', new Uint8Array())], 'fastcdc-16k');
    const compared = [...compareTensors({ file: own, pieces: undefined }, { file: other, pieces: undefined })];
    expect(compared.map(({ name, status, sharedBytes }) => [name, status, sharedBytes])).to.deep.equal([
      ['a', 'undecided', undefined],
      ['b', 'changed', undefined],
      ['empty', 'moved', undefined],
    ]);
  });

  it(`says nothing wrong of ${pairs} random pairs of files`, async function () {
    this.timeout(600_000);
    for (let pair = 0; pair < pairs; pair += 1) {
      const before = Array.from({ length: 8 }, (_, at) =>
        tensorOf(`t${at}`, random.bytes(1 + random.integer(random.pick([100, 40 * KIB, 500 * KIB])))),
      );
      const after = random
        .shuffled(before)
        .slice(random.integer(2))
        .map((tensor) => (random.integer(3) === 0 ? tensorOf(tensor.name, changedFrom(tensor.bytes, random)) : tensor));
      const bytesOf = (tensors: readonly TensorToWrite[], wanted: string) => tensors.find(({ name }) => name === wanted)?.bytes;
      const inPlace = before.map(({ name, bytes }) => tensorOf(name, bytesOf(after, name) ?? bytes));
      const own = await cutFile(random.integer(2) === 0 ? after : inPlace, 'fastcdc-16k');
      const other = await cutFile(before, 'fastcdc-16k');
      for (const { name, status, sharedBytes } of compareTensors(own, other)) {
        const [now, then] = [bytesOf(after, name), bytesOf(before, name)];
        if (now === undefined || then === undefined) continue;
        const isSame = Buffer.compare(now, then) === 0;
        const claimed = { same: true, moved: true, changed: false, undecided: isSame, added: isSame, removed: isSame }[status];
        expect(claimed, `${name} is ${status} in pair ${pair}`).to.equal(isSame);
        if (status === 'same' || status === 'moved') expect(sharedBytes).to.equal(now.byteLength);
        else expect(sharedBytes).to.be.within(0, now.byteLength);
      }
    }
  });
});
