import { seeded, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { editTextLength, type MutationBase, mutations } from '../../../core/test/formats/packs/mutations.js';
import { parseTag } from '../../src/index-git/parse-tag.js';
import { createRawParser } from '../../src/index-git/raw-parser.js';
import { compareTrees, type TreeEntry } from '../../src/index-git/tree-object.js';
import { parseMessage } from '../../src/transfer/parse-message.js';

const inputs = rounds({
  property: 'a damaged object of Git is read as something sound, or not at all',
  test: 8_000,
  proof: 800_000,
});

const idBytes = 20;
const mostNameBytes = 255;

const entry = (mode: string, name: string, byte: number): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.alloc(idBytes, byte)]);

const trees: readonly Buffer[] = [
  Buffer.concat([entry('100644', 'a', 1), entry('40000', 'b', 2), entry('100755', 'c.bin', 3), entry('160000', 'sub', 4)]),
  Buffer.concat([entry('100644', 'a', 1), entry('100644', 'b', 5), entry('120000', 'link', 6), entry('40000', 'x\xff', 7)]),
  entry('100644', '.git', 1),
  Buffer.alloc(0),
];

const isSoundEntry = ({ mode, id }: TreeEntry): boolean =>
  /^(?:100644|100755|040000|120000|160000)$/.test(mode) && /^[0-9a-f]*$/.test(id);

const examineTrees = (random: SeededRandom, bytes: Uint8Array): void => {
  const [damaged, other] = [Buffer.from(bytes), random.pick(trees)];
  for (const { differences } of [
    compareTrees(damaged, other, idBytes, mostNameBytes),
    compareTrees(other, damaged, idBytes, mostNameBytes),
    compareTrees(undefined, damaged, idBytes, mostNameBytes),
  ]) {
    for (const { name, before, after } of differences) {
      const isName = name !== '' && name.length <= mostNameBytes && !/[/\0]|^\.{1,2}$|^\.git$/i.test(name);
      if (!isName || ![before, after].every((each) => each === undefined || isSoundEntry(each)))
        expect.fail(JSON.stringify(name));
    }
  }
};

const tags: readonly Buffer[] = [
  Buffer.from(
    `object ${'a'.repeat(40)}\ntype commit\ntag v1\ntagger T <t@example.org> 1700000000 +0130\n\nsaid\n-----BEGIN PGP SIGNATURE-----\nx\n`,
  ),
  Buffer.from(`object ${'b'.repeat(64)}\ntype commit\ntag v1\n\n`),
];

const examineTag = (_: SeededRandom, bytes: Uint8Array): void => {
  const { target, notes } = parseTag({ id: 'x', bytes: Buffer.from(bytes) });
  if (!/^[0-9a-f]*$/.test(target) || Buffer.byteLength(notes.message) > 64 * 1024) expect.fail(target);
  if (!Number.isInteger(notes.offsetMinutes) || !Number.isInteger(notes.at ?? 0)) expect.fail(JSON.stringify(notes));
};

const raw = Buffer.from(
  `${'a'.repeat(40)}\0:000000 100644 ${'0'.repeat(40)} ${'b'.repeat(40)} A\0caf\xe9\0:100644 100755 ${'a'.repeat(40)} ${'b'.repeat(40)} R087\0from\0to\0-\n`,
  'latin1',
);

const examineRaw = (random: SeededRandom, bytes: Uint8Array): void => {
  const whole = createRawParser()(Buffer.from(bytes));
  const cut = random.integer(bytes.byteLength + 1);
  const parse = createRawParser();
  const inPieces = [...parse(Buffer.from(bytes.subarray(0, cut))), ...parse(Buffer.from(bytes.subarray(cut)))];
  if (JSON.stringify(inPieces) !== JSON.stringify(whole)) expect.fail(Buffer.from(bytes).toString('latin1'));
};

const messages: readonly Buffer[] = [
  { event: 'init', operation: 'upload', remote: 'origin' },
  { event: 'upload', oid: 'ab'.repeat(32), size: 5, path: '/tmp/x', action: { href: 'https://x', header: { a: 'b' } } },
  { event: 'terminate' },
].map((message) => Buffer.from(JSON.stringify(message)));

const examineMessage = (_: SeededRandom, bytes: Uint8Array): void => {
  const message = parseMessage(Buffer.from(bytes).toString()).unwrapOr(undefined);
  if (message === undefined || !('oid' in message)) return;
  if (!/^[0-9a-f]{64}$/.test(message.oid) || !Number.isSafeInteger(message.size)) expect.fail(JSON.stringify(message));
};

type Format = readonly [files: readonly Uint8Array[], examine: (random: SeededRandom, bytes: Uint8Array) => void];
const formats: Readonly<Record<string, Format>> = {
  trees: [trees.slice(0, 3), examineTrees],
  tags: [tags, examineTag],
  'lines of raw differences': [[raw], examineRaw],
  'messages of git-lfs': [messages, examineMessage],
};
const kinds = Object.values(mutations);

describe('damaged objects', () => {
  const each = inputs / Object.keys(formats).length;
  for (const [what, [files, examine]] of Object.entries(formats)) {
    // A slice of a Buffer is no copy.
    const base: MutationBase = { files: files.map((file) => Uint8Array.from(file)), editLength: editTextLength };
    const property = seeded<undefined>(
      `of ${each} damaged ${what} each is read as something sound or not at all`,
      async (_, random) => {
        for (let input = 0; input < each; input += 1) examine(random, random.pick(kinds)(random, base, random.pick(base.files)));
        expect(Reflect.get({}, 'polluted')).to.equal(undefined);
      },
    );
    it(property.title, () => property.run(undefined));
  }
});
