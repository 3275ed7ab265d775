import { randomHistory } from '@svc/test-services/git-histories';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { draws } from '../support/draws.js';
import { eachDatabase } from '../support/each-database.js';
import { type GitSays, gitSays } from '../support/git-says.js';
import { type IndexedGit, indexedGit } from '../support/indexed-git.js';
import { textAt, valueAt } from '../support/request.js';
import { seed } from '../support/seeded.js';
import type { TestService } from '../support/service.js';

const commitsMade = 24;

/** A path as git prints it, each byte a character. */
const pathOf = (json: unknown, field = 'path'): string => {
  const bytes = valueAt(json, `${field}_base64`);
  return typeof bytes === 'string'
    ? Buffer.from(bytes, 'base64url').toString('latin1')
    : Buffer.from(textAt(json, field)).toString('latin1');
};

const queryOf = (path: string): Record<string, string> => ({ path_base64: Buffer.from(path, 'latin1').toString('base64url') });

const seconds = (time: string): number => Date.parse(time) / 1000;

/** In any order: git orders folders as if their names ended in a slash. */
const sorted = (items: readonly unknown[]): readonly string[] => items.map((item) => JSON.stringify(item)).sort();

const shownCommit = (json: unknown) => ({
  id: textAt(json, 'id'),
  parents: valueAt(json, 'parents'),
  author: [textAt(json, 'author.name'), textAt(json, 'author.email'), seconds(textAt(json, 'author.at'))],
  committer: [textAt(json, 'committer.name'), textAt(json, 'committer.email'), seconds(textAt(json, 'committer.at'))],
  subject: textAt(json, 'subject'),
});

const shownFile = (json: unknown) =>
  json === undefined
    ? undefined
    : { mode: textAt(json, 'mode'), id: textAt(json, 'id'), size: valueAt(json, 'size'), oid: valueAt(json, 'oid') };

const shownChange = (json: unknown) => ({
  path: pathOf(json),
  status: textAt(json, 'status'),
  previous: valueAt(json, 'status') === 'renamed' ? pathOf(json, 'previous_path') : undefined,
  similarity: valueAt(json, 'similarity'),
  before: shownFile(valueAt(json, 'before')),
  after: shownFile(valueAt(json, 'after')),
});

const shownEntry = (json: unknown) => ({
  path: pathOf(json),
  type: textAt(json, 'type'),
  mode: textAt(json, 'mode'),
  id: textAt(json, 'id'),
  oid: valueAt(json, 'oid'),
  size: valueAt(json, 'type') === 'folder' ? undefined : valueAt(json, 'size'),
});

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const anyLimit = (): string => String(1 + draws.integer(30));

/** A history of git that is indexed, and both sides to ask. */
interface Compared {
  readonly git: GitRepository;
  readonly says: GitSays;
  readonly asked: IndexedGit;
  /** All commits. */
  readonly ids: readonly string[];
}

const expectLog = async ({ asked, says }: Compared, ref: string): Promise<void> => {
  const listed = await asked.all('/commits', 'commits', { ref, limit: anyLimit() });
  expect(listed.map(shownCommit), ref).to.deep.equal(says.log(ref));
};

const expectChanges = async ({ asked, says }: Compared, id: string): Promise<void> => {
  const expected = says.changes(id);
  const listed = await asked.all(`/commits/${id}`, 'files', { limit: anyLimit() });
  expect(sorted(listed.map(shownChange)), id).to.deep.equal(sorted(expected));
  const totals = valueAt(await asked.get(`/commits/${id}`, { limit: '1' }), 'totals');
  for (const status of ['added', 'modified', 'removed', 'renamed']) {
    const those = expected.filter((change) => change.status === status);
    expect(valueAt(totals, `${status}.files`), `${id} ${status}`).to.equal(those.length);
    const before = those.reduce((sum, change) => sum + (change.before?.size ?? 0), 0);
    const after = those.reduce((sum, change) => sum + (change.after?.size ?? 0), 0);
    const bytes = valueAt(totals, `${status}.bytes`);
    if (bytes !== undefined) expect(bytes, `${id} ${status}`).to.equal(before + after);
    else
      expect([valueAt(totals, `${status}.bytes_before`), valueAt(totals, `${status}.bytes_after`)]).to.deep.equal([
        before,
        after,
      ]);
  }
};

const expectTree = async ({ asked, says }: Compared, id: string): Promise<void> => {
  const tree = says.tree(id);
  const files = tree.filter(({ type }) => type !== 'folder');
  const below = await asked.all('/tree', 'entries', { ref: id, recursive: 'true', limit: anyLimit() });
  expect(sorted(below.map(shownEntry)), id).to.deep.equal(sorted(files));
  for (const folder of ['', ...tree.flatMap(({ type, path }) => (type === 'folder' ? [path] : []))]) {
    const query = { ref: id, limit: anyLimit(), ...(folder === '' ? {} : queryOf(folder)) };
    const listed = await asked.all('/tree', 'entries', query);
    const inside = tree.filter(({ path }) => path !== folder && folderOf(path) === folder);
    expect(sorted(listed.map(shownEntry)), `${id} ${folder}`).to.deep.equal(sorted(inside));
    for (const entry of listed) {
      if (valueAt(entry, 'type') !== 'folder') continue;
      const all = files.filter(({ path }) => path.startsWith(`${pathOf(entry)}/`));
      const bytes = all.reduce((sum, { size = 0 }) => sum + size, 0);
      expect([valueAt(entry, 'files'), valueAt(entry, 'size')], pathOf(entry)).to.deep.equal([all.length, bytes]);
    }
    const entry = listed.length === 0 ? undefined : draws.pick(listed);
    const last = entry && says.lastCommit(id, pathOf(entry));
    if (last !== undefined) expect(textAt(entry, 'last_commit.id'), pathOf(entry)).to.equal(last);
  }
};

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`browsing a random history ${where} (seed ${seed})`, () => {
    let service: TestService;
    let compared: Compared;

    for (const format of ['sha1', 'sha256'] as const) {
      describe(`whose objects are named by ${format}`, () => {
        before(async () => {
          const { owner, organization, ...acme } = await startAcme({ open });
          ({ service } = acme);
          const repository = await acme.world.repository(owner, organization, { name: 'Models' });
          const git = createGitRepository(format);
          git.git(['fast-import', '--quiet', '--force'], randomHistory(draws, commitsMade, format));
          const ids = git.git(['rev-list', '--all']).split('\n').filter(Boolean);
          git.git(['tag', 'light', draws.pick(ids)]);
          git.git(['tag', '-a', '-m', 'notes', 'v1/annotated', draws.pick(ids)]);
          const { objects } = git.history('--all');
          const asked = indexedGit(acme.world, owner, repository);
          const says = gitSays(git, new Map(objects.map((object) => [object.id, object])));
          await asked.index(git, says.refs(), format);
          compared = { git, says, asked, ids };
        });
        after(async () => {
          compared.git.remove();
          await service.close();
        });

        it('lists the commits that git log lists', async () => {
          for (const { name } of compared.says.refs()) await expectLog(compared, name);
          for (const ref of ['main', 'light', 'v1/annotated', draws.pick(compared.ids)]) await expectLog(compared, ref);
        });

        it('tells of each commit the changes that git diff-tree -M tells', async () => {
          for (const id of compared.ids) await expectChanges(compared, id);
        });

        it('lists the branches that git for-each-ref lists', async () => {
          const { asked, says } = compared;
          const expected = says.refs().filter(({ name }) => name.startsWith('refs/heads/'));
          const listed = await asked.all('/branches', 'branches', { limit: anyLimit() });
          expect(listed.map((one) => ({ name: textAt(one, 'ref'), target: textAt(one, 'commit.id') }))).to.deep.equal(expected);
        });

        it('counts what git counts', async () => {
          const { asked, says, ids } = compared;
          const json = await asked.get('/overview');
          const files = says.tree('main').filter(({ type }) => type !== 'folder');
          const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
          expect([valueAt(json, 'files'), valueAt(json, 'size')]).to.deep.equal([files.length, size]);
          const branches = says.refs().filter(({ name }) => name.startsWith('refs/heads/')).length;
          expect(valueAt(json, 'counts')).to.deep.equal({ commits: ids.length, branches, releases: 2 });
          expect(textAt(json, 'head.id')).to.equal(says.log('main')[0]?.id);
        });

        it('lists the folders and files that git ls-tree lists, with the commits that git log names for them', async () => {
          for (const id of [0, 1, 2].map(() => draws.pick(compared.ids))) await expectTree(compared, id);
        });
      });
    }
  });
}
