import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { ggufBytes, ggufFile, safetensorsFile } from '@svc/test-services/tensor-files';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { readTensorFile } from '../../../src/formats/tensors/read-tensor-file.js';
import type { TensorFile, TensorFileProblem } from '../../../src/formats/tensors/tensor-file.js';

const inputs = rounds({ property: 'a damaged header of tensors gives a value or a named error', test: 5_000, proof: 1_000_000 });
const problems: readonly TensorFileProblem[] = ['unknown_format', 'malformed', 'too_large'];
const { u32, text } = ggufBytes;

const files: readonly Uint8Array[] = [
  safetensorsFile([
    { name: 'a', dtype: 'F32', shape: [4, 2], bytes: new Uint8Array(32) },
    { name: 'b\u00e4', dtype: 'BF16', shape: [3], bytes: new Uint8Array(6) },
    { name: 'c', dtype: 'U8', shape: [0], bytes: new Uint8Array(0) },
  ]),
  ggufFile(
    [
      { name: 'a', type: 2, shape: [32, 2], bytes: new Uint8Array(36) },
      { name: 'b', type: 77, shape: [3], bytes: new Uint8Array(3) },
    ],
    [
      ['general.alignment', 4, u32(32)],
      ['words', 9, Buffer.concat([u32(8), ggufBytes.u64(2), text('x'), text('y')])],
    ],
  ),
];

/** Cuts, overwrites, swaps and repeats, mostly in the header; sometimes what is a length or an offset becomes a large one. */
const damage = (random: SeededRandom, file: Uint8Array): Uint8Array => {
  const bytes = Uint8Array.from(file);
  for (let left = 1 + random.integer(3); left > 0; left -= 1) {
    const at = random.integer(bytes.length);
    const value = random.pick([0, 1, 0x22, 0x2c, 0x30, 0x39, 0x5c, 0x7b, 0x7f, 0x80, 0xff, random.integer(256)]);
    const length = random.pick([1, 1, 1, 4, 8]);
    bytes.fill(value, at, at + length);
  }
  const [from, to] = [random.integer(bytes.length), random.integer(bytes.length)];
  if (random.integer(4) === 0) bytes.copyWithin(from, to, to + random.integer(40));
  return random.integer(4) === 0 ? bytes.subarray(0, random.integer(bytes.length)) : bytes;
};

/** What is told lies inside the file, nothing twice, and no two tensors have a byte in common. */
const expectSound = ({ dataAt, tensors }: TensorFile, fileBytes: number): void => {
  let end = 0;
  for (const { begin, sizeBytes } of tensors) {
    if (begin < end || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0) expect.fail('tensors overlap');
    end = begin + sizeBytes;
  }
  if (dataAt + end > fileBytes && end > 0) expect.fail('a tensor lies behind the end of the file');
  if (new Set(tensors.map(({ name }) => name)).size !== tensors.length) expect.fail('a name comes twice');
};

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

describe(`damaged headers of tensors (seed ${seed})`, () => {
  it(`${inputs} of them are read as something sound, or refused with a reason`, async () => {
    const random = createSeededRandom(seed);
    let read = 0;
    for (let input = 0; input < inputs; input += 1) {
      const bytes = damage(random, random.pick(files));
      const file = await readTensorFile(
        (length) => Promise.resolve(ok(bytes.subarray(0, length))),
        bytes.byteLength,
        () => Promise.resolve(),
      );
      if (file.isOk()) {
        expectSound(file.value, bytes.byteLength);
        read += 1;
      } else if (!problems.includes(file.error)) expect.fail(`no known problem: ${file.error}`);
    }
    expect(read).to.be.within(inputs / 100, inputs);
  });
});
