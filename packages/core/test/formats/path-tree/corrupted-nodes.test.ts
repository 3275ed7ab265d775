import { rounds } from '@svc/test-services/rounds';
import { createSeededRandom, seeded, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import {
  differences,
  findEntry,
  listBelow,
  listFolder,
  type LoadNodes,
  type NodeProblem,
  nodeProblems,
  type NodeReference,
  PathTreeCorrupted,
  totals,
  writePathTree,
} from '../../../src/formats/path-tree/index.js';
import { mutations } from '../packs/mutations.js';
import { changeTree, createPages, fileOf, gitPath, pickChanges, pickPath } from './modelled-tree.js';

const inputs = rounds({ property: 'a damaged path tree gives a value or a named error', test: 1_500, proof: 200_000 });

/** Two trees that share most of their nodes, in pages of different sizes. */
const writeTrees = async () => {
  const random = createSeededRandom(3);
  const { pages, load, add } = createPages();
  const first = changeTree(new Map(), pickChanges(random, new Map(), 0, 900), 0);
  const old = (await writePathTree(load, undefined, first.changes, 0))._unsafeUnwrap();
  add(old.pages);
  const second = changeTree(first.tree, pickChanges(random, first.tree, 1, 5), 1);
  const next = (await writePathTree(load, old.root, second.changes, 1))._unsafeUnwrap();
  add(next.pages);
  return { pages, roots: [old.root, next.root] as const };
};

type Work = (load: LoadNodes, root: NodeReference, other: NodeReference, random: SeededRandom) => Promise<unknown>;

const works: readonly Work[] = [
  (load, root, _, random) => findEntry(load, root, pickPath(random)),
  (load, root, _, random) => totals(load, root, pickPath(random)),
  (load, root) => listFolder(load, root, gitPath('a'), { limit: 1_000 }),
  (load, root) => listBelow(load, root, '', { limit: 100_000 }),
  (load, root, other) => differences(load, root, other, { limit: 100_000 }),
  (load, root) => differences(load, undefined, root, { limit: 100_000 }),
  (load, root, _, random) => writePathTree(load, root, [{ path: pickPath(random), entry: fileOf(1, 2) }], 2),
];

const editNumber = (random: SeededRandom, file: Uint8Array): Uint8Array => {
  const copy = file.slice();
  copy[random.integer(copy.length)] = random.pick([0, 1, 15, 16, 17, 31, 127, 128, 255]);
  return copy;
};

describe('a damaged path tree', () => {
  const property = seeded<undefined>(`gives ${inputs} times a value or a named error`, async (_, random) => {
    const { pages, roots } = await writeTrees();
    const base = { files: [...pages.values()], editLength: editNumber };
    const fates = { refused: 0, accepted: 0 };
    for (let input = 0; input < inputs; input += 1) {
      const damaged = new Map(pages);
      const [number, page] = random.pick([...pages]);
      damaged.set(number, random.pick(Object.values(mutations))(random, base, page));
      const load: LoadNodes = async (numbers) => new Map([...damaged].filter(([at]) => numbers.includes(at)));
      const [root, other] = random.shuffled(roots);
      if (root === undefined || other === undefined) throw new Error('invariant: there are two roots');
      try {
        await random.pick(works)(load, root, other, random);
        fates.accepted += 1;
      } catch (error) {
        if (!(error instanceof PathTreeCorrupted)) throw error;
        expect(nodeProblems).to.include(error.problem);
        fates.refused += 1;
      }
    }
    expect(fates.refused).to.be.greaterThan(inputs / 10);
    expect(fates.accepted).to.be.greaterThan(inputs / 100);
  });
  it(property.title, () => property.run(undefined));

  it('is told by its name when pages are missing', async () => {
    const { roots } = await writeTrees();
    const load: LoadNodes = async () => new Map();
    for (const work of works) {
      const error: unknown = await work(load, roots[0], roots[1], createSeededRandom(1)).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(PathTreeCorrupted).with.property('problem', 'missing_page');
    }
  });

  const leaf = [0x10, 1, 0, 1, 0x61, 1, 0, 0, 0];
  const named: readonly [string, readonly number[], NodeProblem][] = [
    ['nothing', [], 'too_short'],
    ['a leaf that ends early', leaf.slice(0, -1), 'too_short'],
    ['a number of nine bytes', [0x10, 1, 0, 1, 0x61, 1, ...Array.from({ length: 9 }, () => 0x80), 0, 0, 0], 'too_short'],
    ['a node of another version', [0x20, ...leaf.slice(1)], 'unknown_version'],
    ['a leaf of no entry', [0x10, 0], 'wrong_count'],
    ['a leaf of too many entries', [0x10, 17], 'wrong_count'],
    ['an inner node of one child', [0x11, 1, 0, 4, ...leaf], 'wrong_count'],
    ['an inner node of too many children', [0x11, 17], 'wrong_count'],
    ['a key that shares more than there is', [0x10, 1, 1, 1, 0x61, 1, 0, 0, 0], 'wrong_key'],
    ['a key that comes twice', [0x10, 2, 0, 1, 0x61, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0], 'wrong_key'],
    ['children in no order', [0x11, 3, 0, 0, 0, 1, 0x6d, 0, 0, 0, 1, 0x6c, 0, 0], 'wrong_key'],
    ['a child of the same level', [0x12, 2, 0, 9, 0, 1, 0x6d, 0, 9, 0x12, 2], 'wrong_level'],
    ['an entry of no mode that git knows', [0x10, 1, 0, 1, 0x61, 6, 0, 0, 0], 'unknown_mode'],
    ['a child of a commit that cannot be', [0x11, 2, 0x80, 0x80, 0x80, 0x80, 0x10, 0], 'wrong_number'],
    ['a child at a place that cannot be', [0x11, 2, 0, 0x80, 0x80, 0x80, 0x80, 0x10], 'wrong_number'],
    ['a leaf with keys before its range', [0x11, 2, 0, 9, 0, 1, 0x62, 0, 9, ...leaf], 'wrong_key'],
    ['a leaf with keys after its range', [0x11, 2, 0, 9, 0, 1, 0x61, 0, 9, ...leaf], 'wrong_key'],
  ];
  for (const [title, bytes, problem] of named) {
    it(`is told by its name: ${title}`, async () => {
      const load: LoadNodes = async () => new Map([[0, Uint8Array.from(bytes)]]);
      const error: unknown = await listBelow(load, { commit: 0, offset: 0 }, '', { limit: 100 }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(PathTreeCorrupted).with.property('problem', problem);
    });
  }

  it('is not walked again and again where nodes lead to themselves or to each other', async () => {
    // Version 1, level 1, two children: the node itself, and from the key `m` on once more.
    const looped = Uint8Array.of(0x11, 2, 0, 0, 0, 1, 0x6d, 0, 0);
    // Fifteen levels, each with the next one twice, where an honest reader would look 2^15 times.
    const levels = Array.from({ length: 15 }, (_, at) => [0x1f - at, 2, 0, 9 * (at + 1), 0, 1, 0x6d, 0, 9 * (at + 1)]).flat();
    const fanned = Uint8Array.of(...levels, 0x10, 1, 0, 1, 0x61, 1, 0, 0, 0);
    for (const page of [looped, fanned]) {
      let loads = 0;
      const load: LoadNodes = async () => {
        loads += 1;
        return new Map([[0, page]]);
      };
      const root: NodeReference = { commit: 0, offset: 0 };
      for (const work of works) {
        const error: unknown = await work(load, root, root, createSeededRandom(1)).catch((thrown: unknown) => thrown);
        if (error instanceof Error) expect(error).to.be.instanceOf(PathTreeCorrupted);
      }
      expect(loads).to.be.at.most(works.length);
      await listBelow(load, root, '', { limit: 10 }).then(
        () => expect.fail('it was read'),
        (error: unknown) => expect(error).to.be.instanceOf(PathTreeCorrupted),
      );
    }
  });
});
