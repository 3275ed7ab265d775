import { createSeededRandom } from '@svc/conformance';
import { makeScratchRepository, randomHistory, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { openDescribedChanges } from '../../src/index-git/described-changes.js';
import type { ComparedCommit } from '../../src/index-git/diff-process.js';
import type { DescribedObject } from '../../src/index-git/object-describer.js';
import type { ObjectFormat } from '../../src/index-git/open-repository.js';
import type { RawChange } from '../../src/index-git/raw-parser.js';
import { readHistory } from '../../src/index-git/read-history.js';
import type { Rename } from '../../src/index-git/rename-reader.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

interface Told {
  readonly commits: readonly string[];
  readonly changes: ReadonlyMap<string, readonly RawChange[]>;
  readonly renames: ReadonlyMap<string, readonly Rename[]>;
  readonly objects: ReadonlyMap<string, DescribedObject>;
}

/** All that is told of a history, put together. */
const readAll = async (
  { folder, environment, git }: ScratchRepository,
  objectFormat: ObjectFormat,
  group: number,
): Promise<Told> => {
  const place = { folder, environment: { ...process.env, ...environment }, objectFormat, signal: new AbortController().signal };
  const parents = await parentsIn(git);
  const reader = openDescribedChanges(place);
  const commits: string[] = [];
  const changes = new Map<string, RawChange[]>();
  const renames = new Map<string, readonly Rename[]>();
  const objects = new Map<string, DescribedObject>();
  for await (const ids of readHistory(place, { from: ['main', ...(await branchesIn(git))], without: [] }, group)) {
    const compared = ids.map((id): ComparedCommit => ({ id, firstParent: parents.get(id)?.[0] }));
    for await (const described of reader.read(compared)) {
      for (const object of described.objects) objects.set(object.id, object);
      for (const [id, found] of described.renames) renames.set(id, found);
      for (const { commit, changes: some, last } of described.parts) {
        changes.set(commit.id, [...(changes.get(commit.id) ?? []), ...some]);
        if (last !== undefined) commits.push(commit.id);
      }
    }
  }
  reader.close();
  return { commits, changes, renames, objects };
};

const branchesIn = async (git: ScratchRepository['git']): Promise<readonly string[]> =>
  (await git(['for-each-ref', '--format=%(refname)', 'refs/heads'])).trim().split('\n');

const parentsIn = async (git: ScratchRepository['git']): Promise<ReadonlyMap<string, readonly string[]>> => {
  const listed = (await git(['rev-list', '--all', '--parents'])).trim().split('\n');
  return new Map(listed.map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]));
};

/** `mode id` by path, folders too, as git lists them; and the sizes of files. */
const treeIn = async (git: ScratchRepository['git'], commit: string) => {
  const entries = (await git(['ls-tree', '-r', '-t', '-z', '-l', '--full-tree', commit]))
    .split('\0')
    .filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [, mode = '', , id = '', size = '', path = ''] = /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/s.exec(entry) ?? [];
      return [path, { at: `${mode} ${id}`, id, size }];
    }),
  );
};

describe('what is told of a history', () => {
  for (const [format, group] of [
    ['sha1', 7],
    ['sha1', 1000],
    ['sha256', 20],
  ] as const satisfies readonly (readonly [ObjectFormat, number])[]) {
    it(`makes of each commit's first parent its tree, as git lists it (${format}, ${group} at once, seed ${seed})`, async () => {
      const repository = await makeScratchRepository(format);
      const { git } = repository;
      await git(['fast-import', '--quiet', '--force'], randomHistory(createSeededRandom(seed), 60, format));
      const told = await readAll(repository, format, group);
      const parents = await parentsIn(git);
      expect(told.commits.toSorted()).to.deep.equal([...parents.keys()].toSorted());
      const trees = new Map<string, ReadonlyMap<string, string>>();
      for (const commit of told.commits) {
        const [first] = parents.get(commit) ?? [];
        const before = first === undefined ? new Map<string, string>() : trees.get(first);
        const tree = new Map(before ?? expect.fail('a parent comes before its children'));
        const paths = told.changes.get(commit)?.map(({ path }) => path) ?? [];
        expect(new Set(paths).size, 'each path once').to.equal(paths.length);
        for (const { path, mode, id } of told.changes.get(commit) ?? []) {
          if (id === undefined) tree.delete(path);
          else tree.set(path, `${mode} ${id}`);
        }
        trees.set(commit, tree);
        const listed = await treeIn(git, commit);
        expect([...tree].toSorted()).to.deep.equal([...listed].map(([path, { at }]) => [path, at]).toSorted());
        for (const { id, size } of listed.values())
          if (size !== '-') expect(told.objects.get(id)?.sizeBytes).to.equal(Number(size));
        const printed = await git([
          'diff-tree',
          '-r',
          '-M',
          '-z',
          '--diff-filter=R',
          ...(first === undefined ? [commit] : [first, commit]),
        ]);
        const renamed = told.renames.get(commit)?.map(({ fromPath, path, similarity }) => [similarity, fromPath, path]) ?? [];
        const expected = [...printed.matchAll(/ R(\d+)\0([^\0]*)\0([^\0]*)\0/g)].map(([, percent, from, to]) => [
          Number(percent),
          from,
          to,
        ]);
        expect(renamed).to.deep.equal(expected);
      }
      await repository.remove();
    });
  }
});
