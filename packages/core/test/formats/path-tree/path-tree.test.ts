import { rounds } from '@svc/test-services/rounds';
import { seeded, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import {
  comparePaths,
  differences,
  type DifferencesPage,
  findEntries,
  findEntry,
  listBelow,
  listFolder,
  type ListPage,
  totals,
  writePathTree,
} from '../../../src/formats/path-tree/index.js';
import type { GitFolder, GitPath } from '../../../src/model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../../src/model/git-index/path-entry.js';
import {
  changeTree,
  createPages,
  filesBelow,
  type ModelledCommit,
  type ModelledTree,
  naiveDifferences,
  naiveOrder,
  namesIn,
  pickChanges,
  pickPath,
  totalsBelow,
} from './modelled-tree.js';

const histories = rounds({ property: 'a path tree is what a plain map of its paths says (histories)', test: 4, proof: 500 });
const commitsOfHistory = 24;

type Pages = ReturnType<typeof createPages>;

/** All pages of a listing, with every limit the last one ends with a page that is not full. */
const paged = async <Item>(
  limit: number,
  list: (page: ListPage) => Promise<readonly Item[]>,
  pathOf: (item: Item) => GitPath,
): Promise<Item[]> => {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await list({ after: last && pathOf(last), limit });
    expect(page.length).to.be.at.most(limit);
    all.push(...page);
    if (page.length < limit) return all;
  }
};

/** Limits that begin and end pages at every place of a short listing, and at some of a long one. */
const limitsOf = (length: number): number[] =>
  [...new Set([1, 2, 3, 7, length - 1, length, length + 1, 1000])].filter((limit) => limit > 0 && (limit > 2 || length < 60));

const writeHistory = async (random: SeededRandom, pages: Pages): Promise<ModelledCommit[]> => {
  const commits: ModelledCommit[] = [];
  for (let commit = 0; commit < commitsOfHistory; commit += 1) {
    // Mostly the newest goes on; sometimes an old one, so that branches come from one base.
    const base =
      commit === 0 || random.integer(12) === 0 ? undefined : random.integer(3) === 0 ? random.pick(commits) : commits.at(-1);
    const before: ModelledTree = base?.tree ?? new Map<GitPath, PathEntry>();
    const count = random.pick([0, 1, 3, 10, base === undefined ? 400 : 60]);
    const { tree, changes } = changeTree(before, pickChanges(random, before, commit, count), commit);
    const written = (await writePathTree(pages.load, base?.root, random.shuffled(changes), commit))._unsafeUnwrap();
    if (changes.length === 0 && base !== undefined) expect(written).to.deep.include({ root: base.root, pages: new Map() });
    pages.add(written.pages);
    commits.push({ root: written.root, tree });
  }
  return commits;
};

const checkCommit = async (random: SeededRandom, { load }: Pages, { root, tree }: ModelledCommit): Promise<void> => {
  const absent = Array.from({ length: 20 }, () => pickPath(random)).filter((path) => !tree.has(path));
  expect(await findEntries(load, root, random.shuffled([...tree.keys(), ...absent]))).to.deep.equal(tree);
  for (const path of absent.slice(0, 3)) expect(await findEntry(load, root, path)).to.equal(undefined);
  const folders: GitFolder[] = ['', ...[...tree].filter(([, { mode }]) => mode === folderMode).map(([path]) => path)];
  for (const folder of [...folders, ...absent.slice(0, 3)]) {
    const isThere = folders.includes(folder);
    expect(await totals(load, root, folder)).to.deep.equal(isThere ? totalsBelow(tree, folder) : undefined);
    const names = namesIn(tree, folder);
    expect(await listFolder(load, root, folder, { limit: 10_000 })).to.deep.equal(names);
  }
  const folder = random.pick(folders);
  const names = namesIn(tree, folder);
  for (const limit of limitsOf(names.length)) {
    expect(
      await paged(
        limit,
        (page) => listFolder(load, root, folder, page),
        ({ name }) => name,
      ),
    ).to.deep.equal(names);
  }
  const files = filesBelow(tree, folder);
  for (const limit of limitsOf(files.length)) {
    expect(
      await paged(
        limit,
        (page) => listBelow(load, root, folder, page),
        ({ path }) => path,
      ),
    ).to.deep.equal(files);
  }
};

const checkDifferences = async (
  random: SeededRandom,
  { load }: Pages,
  left: ModelledCommit | undefined,
  right: ModelledCommit | undefined,
): Promise<void> => {
  const before: ModelledTree = left?.tree ?? new Map<GitPath, PathEntry>();
  const after: ModelledTree = right?.tree ?? new Map<GitPath, PathEntry>();
  const folders = [...new Map([...before, ...after])].filter(([, { mode }]) => mode === folderMode).map(([path]) => path);
  for (const below of ['', random.pick([...folders, pickPath(random)])] satisfies GitFolder[]) {
    const expected = naiveDifferences(before, after, below);
    for (const limit of limitsOf(expected.length)) {
      const list = (page: DifferencesPage) => differences(load, left?.root, right?.root, { ...page, below });
      expect(await paged(limit, list, ({ path }) => path)).to.deep.equal(expected);
    }
  }
};

describe('a path tree', () => {
  const property = seeded<undefined>(
    `says of ${histories} random histories what a plain map of all paths says`,
    async (_, random) => {
      for (let history = 0; history < histories; history += 1) {
        const pages = createPages();
        const commits = await writeHistory(random, pages);
        for (const commit of random.shuffled(commits).slice(0, 4)) await checkCommit(random, pages, commit);
        for (let pair = 0; pair < 6; pair += 1) {
          await checkDifferences(random, pages, random.pick(commits), random.pick(commits));
        }
        await checkDifferences(random, pages, undefined, random.pick(commits));
        await checkDifferences(random, pages, random.pick(commits), undefined);
      }
    },
  );
  it(property.title, () => property.run(undefined));

  const order = seeded<undefined>('has an order that goes folder by folder', async (_, random) => {
    for (let pair = 0; pair < 5_000; pair += 1) {
      const [left, right] = [pickPath(random), pickPath(random)];
      expect(Math.sign(comparePaths(left, right)), `${left} ${right}`).to.equal(Math.sign(naiveOrder(left, right)));
    }
  });
  it(order.title, () => order.run(undefined));
});
