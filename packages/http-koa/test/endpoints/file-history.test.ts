import { randomHistory } from '@svc/test-services/git-histories';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { draws } from '../support/draws.js';
import { eachDatabase } from '../support/each-database.js';
import { pathOf, queryOf } from '../support/git-paths.js';
import { gitSays } from '../support/git-says.js';
import { type IndexedGit, indexedGit } from '../support/indexed-git.js';
import { listAt, textAt, valueAt } from '../support/request.js';
import { seed } from '../support/seeded.js';
import type { TestService } from '../support/service.js';

const shown = (version: unknown) => ({
  commit: textAt(version, 'commit.id'),
  path: pathOf(version),
  status: textAt(version, 'status'),
  previous: pathOf(version, 'previous_path'),
  id: valueAt(version, 'file.id'),
});

type Shown = ReturnType<typeof shown>;

/** What a commit has at its paths, folders too. */
type Tree = ReadonlyMap<string, { readonly mode: string; readonly id: string }>;

/**
 * The versions of a file as the commits one after the other tell them: behind a commit that has the file as a parent has it that parent's history alone, and in
 * the first parent under the name from which git says that it was renamed.
 */
const modelOf = (git: GitRepository) => {
  const says = gitSays(git, new Map());
  const parents = new Map(
    git
      .git(['rev-list', '--all', '--parents'])
      .split('\n')
      .filter(Boolean)
      .map((line): [string, readonly string[]] => {
        const [id = '', ...rest] = line.split(' ');
        return [id, rest];
      }),
  );
  const trees = new Map<string, Tree>(
    [...parents.keys()].map((id) => [id, new Map(says.tree(id).map((entry) => [entry.path, entry]))]),
  );
  const renames = new Map([...parents.keys()].map((id) => [id, says.changes(id)]));
  const textAtPath = (id: string, path: string): string => {
    const entry = trees.get(id)?.get(path);
    return entry === undefined ? '' : `${entry.mode} ${entry.id}`;
  };
  const isFile = (id: string, path: string): boolean => (trees.get(id)?.get(path)?.mode ?? '040000') !== '040000';
  return (commit: string, asked: string): readonly Shown[] => {
    const found: Shown[] = [];
    const seen = new Set<string>();
    const ahead: [commit: string, path: string][] = [[commit, asked]];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const [id, path] = next;
      if (seen.has(`${id} ${path}`)) continue;
      seen.add(`${id} ${path}`);
      const [own, behind] = [textAtPath(id, path), parents.get(id) ?? []];
      const same = behind.find((parent) => textAtPath(parent, path) === own);
      if (same !== undefined || (behind.length === 0 && own === '')) {
        if (same !== undefined) ahead.push([same, path]);
        continue;
      }
      const [first] = behind;
      const isNew = isFile(id, path) && first !== undefined && !isFile(first, path);
      const previous = isNew ? renames.get(id)?.find((change) => change.path === path)?.previous : undefined;
      const before = first === undefined ? '' : textAtPath(first, path);
      found.push({
        commit: id,
        path,
        status: own === '' ? 'removed' : previous !== undefined ? 'renamed' : before === '' ? 'added' : 'modified',
        previous,
        id: trees.get(id)?.get(path)?.id,
      });
      for (const [at, parent] of behind.entries()) ahead.push([parent, at === 0 && previous !== undefined ? previous : path]);
    }
    return found;
  };
};

const sorted = (items: readonly unknown[]): readonly string[] => items.map((item) => JSON.stringify(item)).sort();

const anyLimit = (): string => String(1 + draws.integer(5));

/** Commits in a row that change, rename, remove and bring back files, no two of which are alike. */
const plantRow = (git: GitRepository, count: number): readonly string[] => {
  const names = ['a.bin', 'b.bin', 'folder/a.bin', 'folder/b.bin', 'x y', '-x'];
  const modes = ['100644', '100755'];
  const newContent = (): string =>
    Array.from({ length: 20 }, () => `${Array.from({ length: 8 }, () => draws.integer(1e9).toString(36)).join('')}\n`).join('');
  const blobs = new Map<string, string>();
  /** Most files of a commit are those of the one before. */
  const blobOf = (content: string): string => {
    const id = blobs.get(content) ?? git.git(['hash-object', '-w', '--stdin'], content).trim();
    blobs.set(content, id);
    return id;
  };
  let files = new Map<string, { mode: string; content: string }>([['a.bin', { mode: '100644', content: newContent() }]]);
  const ids: string[] = [];
  while (ids.length < count) {
    const next = new Map(files);
    const path = draws.pick(names);
    const file = files.get(path);
    const free = names.filter((name) => !files.has(name));
    const fate = draws.integer(5);
    if (file === undefined) next.set(path, { mode: '100644', content: newContent() });
    else if (fate === 0) next.delete(path);
    else if (fate === 1) next.set(path, { ...file, mode: draws.pick(modes) });
    else if (fate < 4 && free.length > 0) {
      next.delete(path);
      next.set(draws.pick(free), fate === 2 ? file : { ...file, content: `${file.content}more\n` });
    } else next.set(path, { ...file, content: `${file.content}${draws.integer(1e6)}\n` });
    files = next;
    ids.push(
      git.plant(new Map([...files].map(([name, { mode, content }]) => [name, { mode, id: blobOf(content) }])), ids.slice(-1)),
    );
  }
  git.git(['update-ref', 'refs/heads/main', ids.at(-1) ?? '']);
  return ids;
};

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`the versions of a file ${where} (seed ${seed})`, () => {
    let service: TestService;
    let asked: IndexedGit;
    let git: GitRepository;

    beforeEach(async () => {
      const { owner, organization, ...acme } = await startAcme({ open });
      ({ service } = acme);
      asked = indexedGit(acme.world, owner, await acme.world.repository(owner, organization, { name: 'Models' }));
      git = createGitRepository();
    });
    afterEach(async () => {
      git.remove();
      await service.close();
    });

    const index = (): Promise<unknown> => asked.index(git, gitSays(git, new Map()).refs(), 'sha1');

    it('are listed under all names that it had, with what each was', async () => {
      const content = 'weights\n'.repeat(50);
      const added = git.commit({ 'old/model.bin': content });
      git.commit({ 'README.md': 'hello' });
      const renamed = git.commit({ 'old/model.bin': null, 'model.bin': content });
      const changed = git.commit({ 'model.bin': `${content}more\n` });
      const removed = git.commit({ 'model.bin': null });
      await index();
      const answer = await asked.get('/file/history', { path: 'model.bin' });
      const versions = listAt(answer, 'versions');
      expect([valueAt(answer, 'indexed'), valueAt(answer, 'generation'), valueAt(answer, 'next_cursor')]).to.deep.equal([
        true,
        1,
        undefined,
      ]);
      expect(versions.map(shown).map(({ id: _, ...version }: Shown) => version)).to.deep.equal([
        { commit: removed, path: 'model.bin', status: 'removed', previous: undefined },
        { commit: changed, path: 'model.bin', status: 'modified', previous: undefined },
        { commit: renamed, path: 'model.bin', status: 'renamed', previous: 'old/model.bin' },
        { commit: added, path: 'old/model.bin', status: 'added', previous: undefined },
      ]);
      expect(versions.map((version) => valueAt(version, 'file.size'))).to.deep.equal([undefined, 405, 400, 400]);
      const before = listAt(await asked.get('/file/history', { path: 'old/model.bin' }), 'versions').map(shown);
      expect(before.map(({ commit, status }) => [commit, status])).to.deep.equal([
        [renamed, 'removed'],
        [added, 'added'],
      ]);
    });

    it('are none until there is an index, and of a path that never was', async () => {
      expect(await asked.get('/file/history', { path: 'a.bin' })).to.deep.equal({ indexed: false, generation: 0, versions: [] });
      git.commit({ 'a.bin': '1' });
      await index();
      const lost = await asked.call('GET', '/file/history?path=b.bin');
      expect([lost.status, textAt(lost.json, 'error.details.reason')]).to.deep.equal([404, 'unknown_path']);
      for (const query of ['', '?path=', '?path=a.bin%2F', '?path=a.bin&cursor=x', '?path=a.bin&ref=']) {
        expect((await asked.call('GET', `/file/history${query}`)).status, query).to.equal(400);
      }
    });

    it('go on in the history in which the list began, wherever the branch is by then', async () => {
      const first = git.commit({ 'a.bin': '1' });
      git.commit({ 'a.bin': '2' });
      await index();
      const page = await asked.get('/file/history', { path: 'a.bin', limit: '1' });
      git.commit({ 'a.bin': '3' });
      await index();
      const cursor = textAt(page, 'next_cursor');
      const next = await asked.get('/file/history', { path: 'a.bin', limit: '9', cursor });
      expect(listAt(next, 'versions').map((version) => textAt(version, 'commit.id'))).to.deep.equal([first]);
    });

    it('are those of git log --follow where commits lie in a row', async () => {
      plantRow(git, 30);
      await index();
      for (const path of git.git(['ls-tree', '-r', '-z', '--name-only', 'main']).split('\0').filter(Boolean)) {
        const log = git
          .git(['log', '--follow', '--format=%H', '--end-of-options', 'main', '--', path])
          .split('\n')
          .filter(Boolean);
        const listed = await asked.all('/file/history', 'versions', { ...queryOf(path), limit: anyLimit() });
        expect(
          listed.map((version) => textAt(version, 'commit.id')),
          path,
        ).to.deep.equal(log);
      }
    });

    it('follow on each line of history the renames that were sent for it', async () => {
      git.git(['fast-import', '--quiet', '--force'], randomHistory(draws, 30, 'sha1'));
      await index();
      const model = modelOf(git);
      const ids = git.git(['rev-list', '--all']).split('\n').filter(Boolean);
      for (let round = 0; round < 20; round += 1) {
        const id = draws.pick(ids);
        const paths = git.git(['ls-tree', '-r', '-t', '-z', '--name-only', id]).split('\0').filter(Boolean);
        if (paths.length === 0) continue;
        const path = draws.pick(paths);
        const listed = await asked.all('/file/history', 'versions', { ref: id, ...queryOf(path), limit: anyLimit() });
        expect(sorted(listed.map(shown)), `${id} ${JSON.stringify(path)}`).to.deep.equal(sorted(model(id, path)));
      }
    });
  });
}
