import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import { trusted } from '../../../src/model/values/brand.js';
import { parseVersionCursor, versionCursorText } from '../../../src/steps/git-history/version-cursor.js';
import { valueOf } from '../../builders/world.js';
import { gitId, indexedRepository, type IndexedRepository } from '../git-index/indexed-repository.js';

const path = trusted<GitPath>('a.bin');

/** For `git fast-import`: each on top of the one before. */
const commitOf = (content: string, at: number): string =>
  `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_700_000_000 + 60 * at} +0100\ndata 0\nM 100644 inline a.bin\ndata ${content.length}\n${content}\n\n`;

describe('a page of the versions of a file', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  let ids: string[];

  before(async () => {
    git = createGitRepository();
    const contents = [...Array.from({ length: 120 }, (_, at) => String(at)), 'hidden'];
    git.git(['fast-import', '--quiet'], contents.map(commitOf).join(''));
    const [hidden = '', ...shown] = git.git(['rev-list', 'main']).trim().split('\n');
    ids = shown.toReversed();
    index = await indexedRepository();
    const sessionId = await index.open();
    await index.send(sessionId, git.history(hidden));
    const refs = [index.update('refs/heads/main', ids.at(-1) ?? '')];
    valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
  });
  after(() => git.remove());

  const list = async (cursor: string, limit: number) => {
    const pull = await index.world.grant(index.owner, index.repository.id, 'repository.pull');
    return index.world.application.browsing.versions(pull, { ref: undefined, path, page: { limit, cursor } });
  };

  it('is found anew where the lines of a history were too many to be told', async () => {
    const { versions } = valueOf(await list(`${ids.at(-1) ?? ''}.${(110).toString(36)}`, 5));
    expect(versions.items.map(({ commit }) => commit.id)).to.deep.equal(ids.slice(5, 10).toReversed());
    expect(valueOf(await list(`${ids.at(-1) ?? ''}.zzzz`, 5)).versions).to.deep.equal({ items: [], nextCursor: undefined });
  });

  it('begins at no commit that nobody sees', async () => {
    const numbers = [ids.length, ids.length + 1, 2 ** 31].map((number) => number.toString(36));
    for (const number of numbers) {
      const listed = await list(`${ids.at(-1) ?? ''}.1.~${number}`, 5);
      expect(listed.isErr() && listed.error.kind, number).to.equal('bad_request');
    }
    const last = valueOf(await list(`${ids.at(-1) ?? ''}.1.~${(ids.length - 1).toString(36)}`, 1));
    expect(last.versions.items.map(({ commit }) => commit.id)).to.deep.equal([ids.at(-1)]);
  });
});

describe('the cursor of a list of versions', () => {
  const commit = gitId('0123456789'.repeat(4));
  const other = trusted<GitPath>('\xff/ \x01');

  it('is read as it was written', () => {
    const ahead = [
      { commit: 7, path },
      { commit: 1_000_000, path: other },
      { commit: 5, path },
    ];
    const text = versionCursorText({ commit, count: 50, ahead }, path);
    const read = parseVersionCursor(text, path);
    expect(read).to.deep.include({ commit, count: 50 });
    expect(read?.ahead).to.have.deep.members(ahead);
  });

  it('leaves out lines that no address has room for', () => {
    const ahead = Array.from({ length: 2000 }, (_, at) => ({ commit: at, path }));
    const text = versionCursorText({ commit, count: 50, ahead }, path);
    expect(parseVersionCursor(text, path)).to.deep.equal({ commit, count: 50, ahead: undefined });
  });

  it('is nothing else', () => {
    const texts = [
      '',
      'x',
      commit,
      `${commit}.`,
      `${commit}.1.`,
      `${commit}.1.~`,
      `${commit}.1.a~1`,
      `${commit}.1.Lg~1`,
      `${commit}.1.~-1`,
    ];
    for (const text of texts) expect(parseVersionCursor(text, path), text).to.equal(undefined);
  });
});
