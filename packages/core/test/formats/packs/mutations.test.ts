import { rounds } from '@svc/test-services/rounds';
import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import {
  chunkMapProblems,
  createPackWriter,
  encodeChunkMap,
  encodeManifest,
  type FormatError,
  manifestProblems,
  maxPackBytes,
  packProblems,
  parseChunkMap,
  parseManifest,
  parsePack,
  parsePackFooter,
  parsePackIndex,
} from '../../../src/formats/packs/index.js';
import { takenBytes } from './collect-garbage.js';
import { editBinaryLength, editTextLength, type MutationBase, mutations } from './mutations.js';
import { chunkOf, joined, locationsOf, manifestOf, packNameOf, packOf, seededTest } from './samples.js';

const inputsOfFormat = rounds({
  property: 'a damaged pack, chunk map or manifest gives a value or a named error',
  test: 35_000,
  proof: 1_400_000,
});
const inputsPerLook = inputsOfFormat / 7;
const warmUpInputs = inputsPerLook;
const maxGrowthBytes = 64 * 1024 * 1024;

const pack = packNameOf();
const choice = createSeededRandom(6);
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const packs: MutationBase = {
  files: times(6, (count) => packOf(times(count + 1, () => chunkOf(choice, 12)))),
  editLength: (random, file) => {
    const entry = random.integer(6);
    const places = [20, 16, 12, 20 + 41 * entry + 9, 20 + 41 * entry + 5, 20 + 41 * entry + 1];
    return editBinaryLength(
      random,
      file,
      places.map((fromEnd) => file.length - fromEnd),
    );
  },
};

const maps: MutationBase = {
  files: times(6, (count) => encodeChunkMap(locationsOf(choice, count + 1, 1 + (count % 3)))),
  editLength: (random, file) => {
    const entry = file.length - 47 * (1 + random.integer(6));
    return editBinaryLength(random, file, [8, 12, entry + 32, entry + 34, entry + 38, entry + 42]);
  },
};

const manifests: MutationBase = {
  files: times(4, (count) => encodeManifest(manifestOf(choice, count))),
  editLength: editTextLength,
};

const same = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;

/** Fails unless the input is refused by a name that is known, or accepted with reason. */
type Examine = (input: Uint8Array, random: SeededRandom) => 'refused' | 'accepted';

const nameOf = ({ kind, format, problem }: FormatError): string => `${kind} ${format} ${problem}`;
const known = new Set([
  ...packProblems.map((problem) => `format_error pack ${problem}`),
  ...chunkMapProblems.map((problem) => `format_error chunk_map ${problem}`),
  ...manifestProblems.map((problem) => `format_error manifest ${problem}`),
]);
const refusedBy = (error: FormatError): 'refused' => {
  if (!known.has(nameOf(error))) expect.fail(`not a known problem: ${nameOf(error)}`);
  return 'refused';
};

const examinePack: Examine = (input, random) => {
  const claimed = random.pick([input.length, maxPackBytes, random.integer(400)]);
  parsePackFooter(input.subarray(-20), claimed).match(() => 'accepted', refusedBy);
  parsePackIndex(input.subarray(0, 41 * random.integer(4)), pack, claimed).match(() => 'accepted', refusedBy);
  return parsePack(input, pack).match((locations) => {
    const writer = createPackWriter();
    for (const { name, offset, storedBytes, rawBytes, encoding } of locations) {
      writer.add({ name, encoded: { encoding, bytes: input.subarray(offset, offset + storedBytes) }, rawBytes });
    }
    if (!same(joined(writer.finish().parts), input)) expect.fail('an accepted pack is not what its chunks make');
    return 'accepted' as const;
  }, refusedBy);
};

const examineMap: Examine = (input) =>
  parseChunkMap(input).match((locations) => {
    if (!same(encodeChunkMap(locations), input)) expect.fail('an accepted map is not canonical');
    return 'accepted' as const;
  }, refusedBy);

const examineManifest: Examine = (input) =>
  parseManifest(input).match((manifest) => {
    // The encoder refuses what breaks a rule, and what it writes reads back as the same manifest.
    const canonical = encodeManifest(manifest);
    if (!same(encodeManifest(parseManifest(canonical)._unsafeUnwrap()), canonical)) expect.fail('a manifest changes on its way');
    const generic: unknown = JSON.parse(new TextDecoder().decode(input));
    expect(generic).to.deep.equal(JSON.parse(new TextDecoder().decode(canonical)));
    return 'accepted' as const;
  }, refusedBy);

const kinds = Object.values(mutations);

const survive = (random: SeededRandom, base: MutationBase, examine: Examine): Record<'refused' | 'accepted', number> => {
  const fates = { refused: 0, accepted: 0 };
  let before = Infinity;
  for (let input = 0; input < inputsOfFormat; input += 1) {
    const mutate = kinds[input % kinds.length] ?? expect.fail('a mutation');
    fates[examine(mutate(random, base, random.pick(base.files)), random)] += 1;
    if (input === warmUpInputs) before = takenBytes();
    else if (input % inputsPerLook === 0) expect(takenBytes() - before).to.be.lessThan(maxGrowthBytes);
  }
  return fates;
};

describe('damaged files', () => {
  const formats = {
    packs: [packs, examinePack],
    'chunk maps': [maps, examineMap],
    manifests: [manifests, examineManifest],
  } as const;
  for (const [title, [base, examine]] of Object.entries(formats)) {
    seededTest(`${inputsOfFormat} damaged ${title} give a value or a named error within 64 MiB`, (random) => {
      for (const file of base.files) expect(examine(file, random)).to.equal('accepted');
      const { refused, accepted } = survive(random, base, examine);
      expect(refused).to.be.greaterThan(inputsOfFormat / 2);
      expect(accepted).to.be.greaterThan(inputsOfFormat / 1000);
      expect(Object.keys(Object.prototype)).to.deep.equal([]);
      expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    });
  }
});
