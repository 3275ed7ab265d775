import { seeded, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { mutations } from '../../../core/test/formats/packs/mutations.js';
import { maxPointerBytes, readLfsPointer } from '../../src/index-git/lfs-pointer.js';

const inputs = rounds({
  property: 'a damaged pointer of Git LFS is one that git-lfs takes, or none',
  test: 10_000,
  proof: 1_000_000,
});

const written = (oid: string, sizeBytes: number): Buffer =>
  Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${sizeBytes}\n`);

const files = [
  written('ab'.repeat(32), 12_345),
  written('0'.repeat(64), 0),
  written('f'.repeat(64), Number.MAX_SAFE_INTEGER),
  Buffer.from(
    written('c'.repeat(64), 7)
      .toString()
      .replace('oid', `ext-0-case-fold sha256:${'d'.repeat(64)}\noid`),
  ),
  Buffer.from(written('e'.repeat(64), 7).toString().replaceAll('\n', '\r\n')),
  // A slice of a Buffer is no copy.
].map((bytes) => Uint8Array.from(bytes));
const kinds = Object.values(mutations);

const sizes = ['0', '7', '007', '-1', '1.5', '1e3', '9007199254740991', '9007199254740992', '99999999999999999999', ''];
const lines = [
  '',
  '  ',
  'size 5',
  'oid sha1:00',
  `ext-0-foo sha256:${'1'.repeat(64)}`,
  'ext-10-foo x',
  'version https://hawser.github.com/spec/v1',
];

/** Another size, another digit of the oid, or a line more: often a pointer all the same. */
const edit = (random: SeededRandom, bytes: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes).toString('latin1');
  const edited = random.pick([
    () => text.replace(/(?<=size )\d+/, random.pick(sizes)),
    () => text.replace(/(?<=sha256:[0-9a-f]{9})./, random.pick(['0', 'f', 'A', 'g', ''])),
    () => text.replace('\n', `\n${random.pick(lines)}\n`),
    () => `${random.pick(['\n', ' ', '\t'])}${text}${random.pick(['\n', ' ', '\r\n'])}`,
  ])();
  return Buffer.from(edited, 'latin1');
};

describe('a damaged pointer', () => {
  const property = seeded<undefined>(`is a pointer all the same or none, ${inputs} times`, async (_, random) => {
    let pointers = 0;
    for (let input = 0; input < inputs; input += 1) {
      const bytes = random.pick(kinds)(random, { files, editLength: edit }, random.pick(files));
      const pointer = readLfsPointer(bytes);
      if (pointer === undefined) continue;
      pointers += 1;
      const { oid, sizeBytes } = pointer;
      if (!/^[0-9a-f]{64}$/.test(oid) || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0) expect.fail(JSON.stringify(pointer));
      // What it says stands in the bytes, and not only something like it.
      const text = Buffer.from(bytes).toString('latin1');
      if (bytes.byteLength > maxPointerBytes || !text.includes(`oid sha256:${oid}`)) expect.fail(text);
      if (readLfsPointer(written(oid, sizeBytes))?.sizeBytes !== sizeBytes) expect.fail(text);
    }
    // Otherwise nothing but refusals would have been tried.
    expect(pointers).to.be.greaterThan(inputs / 50);
  });
  it(property.title, () => property.run(undefined));
});
