import { randomHistory } from '@svc/test-services/git-histories';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { draws } from '../support/draws.js';
import { eachDatabase } from '../support/each-database.js';
import { pathOf, queryOf } from '../support/git-paths.js';
import { type GitSays, gitSays } from '../support/git-says.js';
import { type IndexedGit, indexedGit } from '../support/indexed-git.js';
import { listAt, textAt, valueAt } from '../support/request.js';
import { seed } from '../support/seeded.js';
import type { TestService } from '../support/service.js';

const fileOf = (json: unknown) =>
  json === undefined
    ? undefined
    : { mode: textAt(json, 'mode'), id: textAt(json, 'id'), size: valueAt(json, 'size'), oid: valueAt(json, 'oid') };

const shown = (json: unknown) => ({
  path: pathOf(json),
  status: textAt(json, 'status'),
  previous: pathOf(json, 'previous_path'),
  similarity: valueAt(json, 'similarity'),
  before: fileOf(valueAt(json, 'before')),
  after: fileOf(valueAt(json, 'after')),
});

type Differences = ReturnType<GitSays['differences']>;

const sorted = (items: readonly unknown[]): readonly string[] => items.map((item) => JSON.stringify(item)).sort();
const sumOf = (changes: Differences, side: 'before' | 'after'): number =>
  changes.reduce((sum, change) => sum + (change[side]?.size ?? 0), 0);

/** What the totals of these changes are. */
const totalsOf = (changes: Differences) => {
  const of = (status: string) => changes.filter((change) => change.status === status);
  const once = (status: string, side: 'before' | 'after') => ({ files: of(status).length, bytes: sumOf(of(status), side) });
  const twice = (status: string) => ({
    files: of(status).length,
    bytes_before: sumOf(of(status), 'before'),
    bytes_after: sumOf(of(status), 'after'),
  });
  return {
    added: once('added', 'after'),
    modified: twice('modified'),
    removed: once('removed', 'before'),
    renamed: twice('renamed'),
  };
};

/** Of LFS objects what the base has nowhere, of plain files what no changed file of the base has. Nothing is stored. */
const newBytesOf = (says: GitSays, base: string, changes: Differences): number => {
  const isContent = ({ mode }: { mode: string }): boolean => mode !== '160000';
  const had = new Set(says.tree(base).flatMap(({ oid, id }) => (oid === undefined ? [] : [id])));
  for (const { before } of changes) if (before !== undefined && isContent(before)) had.add(before.id);
  const added = new Map<string, number>();
  for (const { after } of changes) {
    if (after !== undefined && isContent(after) && !had.has(after.id)) added.set(after.oid ?? after.id, after.size);
  }
  return [...added.values()].reduce((sum, size) => sum + size, 0);
};

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`the comparison of two commits ${where} (seed ${seed})`, () => {
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

    const said = (): GitSays => {
      const { objects } = git.history('--all');
      return gitSays(git, new Map(objects.map((object) => [object.id, object])));
    };

    const statuses = (answer: unknown) =>
      listAt(answer, 'files').map((change) => [
        textAt(change, 'status'),
        textAt(change, 'path'),
        valueAt(change, 'previous_path'),
        valueAt(change, 'similarity'),
      ]);

    it('follows what was renamed once and again, and changed on its way', async () => {
      const [model, other] = ['weights\n'.repeat(50), 'lines\n'.repeat(50)];
      const first = git.commit({ 'a.bin': model, 'same.bin': other, 'gone.bin': '1' });
      const second = git.commit({ 'a.bin': null, 'b.bin': `${model}more\n`, 'gone.bin': null });
      const third = git.commit({ 'b.bin': null, 'c.bin': `${model}more\nand more\n`, 'same.bin': null, 'moved.bin': other });
      await index();
      const whole = await asked.get('/compare', { base: first, head: third });
      expect(statuses(whole)).to.deep.equal([
        ['renamed', 'c.bin', 'a.bin', undefined],
        ['removed', 'gone.bin', undefined, undefined],
        ['renamed', 'moved.bin', 'same.bin', 100],
      ]);
      expect([textAt(whole, 'base.id'), textAt(whole, 'head.id'), textAt(whole, 'merge_base')]).to.deep.equal([
        first,
        third,
        first,
      ]);
      const [, , , similarity] = statuses(await asked.get('/compare', { base: first, head: second }))[0] ?? [];
      expect(similarity).to.be.within(90, 99);
      // Nobody has sent what became what backwards.
      expect(statuses(await asked.get('/compare', { base: third, head: first })).map(([status]) => status)).to.deep.equal([
        'added',
        'removed',
        'added',
        'renamed',
      ]);
    });

    it('is empty until there is an index, and names what it does not know', async () => {
      expect(await asked.get('/compare', { base: 'main' })).to.deep.equal({ indexed: false, generation: 0, files: [] });
      const first = git.commit({ 'a.bin': '1' });
      await index();
      expect(await asked.get('/compare', { base: first })).to.deep.include({ files: [], new_bytes: 0 });
      for (const query of [`base=${first}&head=nowhere`, `base=nowhere&head=${first}`]) {
        const { status, json } = await asked.call('GET', `/compare?${query}`);
        expect([status, textAt(json, 'error.details.reason')], query).to.deep.equal([404, 'unknown_ref']);
      }
      for (const query of ['', 'base=', 'base=main&path=a%2F', 'base=main&cursor=x', 'base=main&limit=1001']) {
        expect((await asked.call('GET', `/compare?${query}`)).status, query).to.equal(400);
      }
    });

    it('goes on between the commits at which it began, wherever the branches are by then', async () => {
      const first = git.commit({ 'a.bin': '1' });
      const second = git.commit({ 'b.bin': '2', 'c.bin': '3' });
      await index();
      const page = await asked.get('/compare', { base: first, head: 'main', limit: '1' });
      git.commit({ 'b.bin': null, 'd.bin': '4' });
      await index();
      const next = await asked.get('/compare', { base: 'main', head: 'main', limit: '9', cursor: textAt(page, 'next_cursor') });
      expect([...statuses(page), ...statuses(next)].map(([, path]) => path)).to.deep.equal(['b.bin', 'c.bin']);
      expect(textAt(next, 'head.id')).to.equal(second);
    });

    it('is what git diff-tree -M100% prints, of a whole tree and of a path, page by page', async () => {
      git.git(['fast-import', '--quiet', '--force'], randomHistory(draws, 30, 'sha1'));
      const says = said();
      const history = git.history('--all');
      const session = await asked.send({ ...history, trees: history.trees.map(({ renames: _, ...tree }) => tree) }, 'sha1');
      await asked.finalize(session, { refs: says.refs(), complete: true });
      const ids = git.git(['rev-list', '--all']).split('\n').filter(Boolean);
      for (let round = 0; round < 25; round += 1) {
        const [base, head] = [draws.pick(ids), draws.pick(ids)];
        const paths = [base, head].flatMap((id) => says.tree(id).map((entry) => entry.path));
        // An argument is text.
        const names = paths.filter((path) => /^[ -~]+$/.test(path));
        const path = draws.integer(2) === 0 || names.length === 0 ? '' : draws.pick(names);
        const query = { base, head, ...(path === '' ? {} : queryOf(path)) };
        const expected = says.differences(base, head, path);
        const what = `${base} ${head} ${path}`;
        const listed = await asked.all('/compare', 'files', { ...query, limit: String(1 + draws.integer(20)) });
        expect(sorted(listed.map(shown)), what).to.deep.equal(sorted(expected));
        const answer = await asked.get('/compare', { ...query, limit: '1' });
        expect(valueAt(answer, 'totals'), what).to.deep.equal(totalsOf(expected));
        expect(valueAt(answer, 'new_bytes'), what).to.equal(newBytesOf(says, base, expected));
        expect(valueAt(answer, 'merge_base'), what).to.equal(says.mergeBase(base, head));
      }
    });

    it('tells of a commit and its first parent what the commit changes', async () => {
      git.git(['fast-import', '--quiet', '--force'], randomHistory(draws, 30, 'sha1'));
      const says = said();
      await asked.index(git, says.refs(), 'sha1');
      for (const line of git.git(['rev-list', '--all', '--parents']).split('\n')) {
        const [head = '', base] = line.split(' ');
        if (base === undefined) continue;
        const listed = await asked.all('/compare', 'files', { base, head, limit: '50' });
        expect(sorted(listed.map(shown)), head).to.deep.equal(sorted(says.changes(head)));
      }
    });
  });
}
