import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { seededRandom, type SeededRandom } from './random.js';

const pieceBytes = 4 * 2 ** 20;
const blockBytes = 4096;
/** Weights of one layer have one spread: 16 MiB of them, as in a model of middling size. */
const layerBytes = 16 * 2 ** 20;
const insertedBytes = 1_000_000;
/** One block in so many is replaced in the second version. */
const replacedOneIn = 100;

/** Fills with float32 weights of a normal distribution, two at a time (Box and Muller, 1958). */
const fillWeights = (weights: Float32Array, spread: number, random: SeededRandom): void => {
  for (let at = 0; at < weights.length; at += 2) {
    const radius = spread * Math.sqrt(-2 * Math.log(1 - random.fraction()));
    const angle = 2 * Math.PI * random.fraction();
    weights[at] = radius * Math.cos(angle);
    weights[at + 1] = radius * Math.sin(angle);
  }
};

const bytesOf = (weights: Float32Array): Buffer => Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);

/** Float32 weights, layer after layer; `sizeBytes` is a multiple of 4 MiB. */
export const writeModel = (path: string, sizeBytes: number, seed: number): Promise<void> => {
  const random = seededRandom(seed);
  const pieces = function* (): Iterable<Buffer> {
    let spread = 0;
    for (let at = 0; at < sizeBytes; at += pieceBytes) {
      if (at % layerBytes === 0) spread = 0.005 + 0.05 * random.fraction();
      const weights = new Float32Array(pieceBytes / 4);
      fillWeights(weights, spread, random);
      yield bytesOf(weights);
    }
  };
  return pipeline(Readable.from(pieces()), createWriteStream(path));
};

/** The second version of a model: a million bytes in front, unless it says otherwise, and one block of 4 KiB in a hundred has new weights. */
export const writeSecondModel = async (
  from: string,
  to: string,
  seed: number,
  frontBytes = insertedBytes,
): Promise<void> => {
  const random = seededRandom(seed);
  const pieces = async function* (): AsyncIterable<Buffer> {
    yield Buffer.from(Uint8Array.from({ length: frontBytes }, () => random.next()));
    const fresh = new Float32Array(blockBytes / 4);
    for await (const piece of createReadStream(from, { highWaterMark: pieceBytes })) {
      const changed = Buffer.from(piece);
      for (let at = 0; at < changed.byteLength; at += blockBytes) {
        if (random.below(replacedOneIn) !== 0) continue;
        fillWeights(fresh, 0.02, random);
        bytesOf(fresh).copy(changed, at);
      }
      yield changed;
    }
  };
  await pipeline(pieces, createWriteStream(to));
};

/** The same file but for one block of 4 KiB in its middle. */
export const writeWithOneBlockChanged = async (from: string, to: string, seed: number): Promise<void> => {
  const random = seededRandom(seed);
  const block = Buffer.from(Uint8Array.from({ length: blockBytes }, () => random.next()));
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    const { size } = await file.stat();
    await file.write(block, 0, blockBytes, Math.floor(size / 2 / blockBytes) * blockBytes);
  } finally {
    await file.close();
  }
};
