import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { absent } from '../../../src/model/app-error.js';
import { gitIdLength, gitObjectFormats } from '../../../src/model/git-index/git-id.js';
import type { Page } from '../../../src/model/values/page.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { indexedRepository, type IndexedRepository } from '../../use-cases/git-index/indexed-repository.js';

for (const format of gitObjectFormats) {
  describe(`in a repository of ${format} a commit`, () => {
    let git: GitRepository;
    let index: IndexedRepository;
    let [first, second, third] = ['', '', ''];

    /** In git and in the index alike. */
    const move = async (refs: Readonly<Record<string, string | null>>): Promise<void> => {
      for (const [name, target] of Object.entries(refs))
        git.git(['update-ref', ...(target === null ? ['-d', name] : [name, target])]);
      const updates = Object.entries(refs).map(([name, target]) => index.update(name, target));
      const sessionId = await index.open(format);
      valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs: updates, isComplete: false }));
    };

    beforeEach(async () => {
      git = createGitRepository(format);
      index = await indexedRepository();
      first = git.commit({ a: '1', b: '1' });
      second = git.commit({ a: '2', b: '2' });
      third = git.commit({ a: '3', c: '3' });
      await index.send(await index.open(format), git.history('main'));
      await move({ 'refs/heads/main': third });
    });
    afterEach(() => git.remove());

    const browse = () => index.world.application.browsing;
    const whole = { limit: 10 };
    const read = (ref: string) => browse().commit(index.push, { ref, page: whole });
    const idOf = async (ref: string): Promise<string> => valueOf(await read(ref)).commit.id;
    const byGit = (ref: string): string => git.git(['rev-parse', `${ref}^{commit}`]).trim();

    /** All items of a list, of which each page has one. */
    const listAll = async <T>(
      list: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<T>>,
    ): Promise<readonly T[]> => {
      const items: T[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit: 1, cursor });
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return items;
    };

    for (const kind of ['heads', 'tags']) {
      describe(`whose id is also a name in refs/${kind}`, () => {
        beforeEach(() => move({ [`refs/${kind}/${second}`]: first, [`refs/${kind}/${third}`]: first }));

        it('is found by its id, and the ref by its full name, as git finds them', async () => {
          for (const text of [second, second.toUpperCase(), `refs/${kind}/${second}`]) {
            expect(await idOf(text), text).to.equal(byGit(text));
          }
          expect(await idOf(second)).to.equal(second);
        });

        it('is what a folder, a comparison and a snapshot are of', async () => {
          const tree = valueOf(await browse().tree(index.push, { ref: second, folder: '', isRecursive: false, page: whole }));
          expect(tree.commit.id).to.equal(second);
          const compared = valueOf(await browse().compare(index.push, { base: second, head: third, path: '', page: whole }));
          expect([compared.base.id, compared.head.id]).to.deep.equal([second, third]);
          const command = { name: 'kept', ref: second, note: undefined, idempotencyKey: undefined };
          const { snapshot } = valueOf(await index.world.application.snapshots.create(index.push, command));
          expect(snapshot).to.deep.include({ commit: second, ref: undefined });
        });

        it('has the pages of its lists', async () => {
          const commits = await listAll(
            async (page) => valueOf(await browse().commits(index.push, { ref: 'main', page })).commits,
          );
          expect(commits.map(({ id }) => id)).to.deep.equal([third, second, first]);
          const changes = await listAll(
            async (page) => valueOf(await browse().compare(index.push, { base: second, head: third, path: '', page })).changes,
          );
          expect(changes.map(({ status, path }) => `${status} ${path}`)).to.deep.equal(['modified a', 'added c']);
        });
      });
    }

    it('has its pages or none: a ref with its name goes on with no list', async () => {
      await move({ 'refs/heads/old': second, 'refs/heads/main': first });
      const commits = (cursor?: string) => browse().commits(index.push, { ref: 'old', page: { limit: 1, cursor } });
      const changes = (cursor?: string) =>
        browse().compare(index.push, { base: 'main', head: 'old', path: '', page: { limit: 1, cursor } });
      const [listed, compared] = [valueOf(await commits()).commits, valueOf(await changes()).changes];
      await move({ 'refs/heads/old': null, [`refs/heads/${second}`]: first });
      expect(errorOf(await commits(listed.nextCursor))).to.deep.equal(absent('unknown_ref'));
      expect(errorOf(await changes(compared.nextCursor))).to.deep.equal(absent('unknown_ref'));
    });

    it('is not found by the whole id that a ref is named like, also where no ref reaches a commit of that id', async () => {
      const nobody = 'a'.repeat(gitIdLength[format]);
      await move({ [`refs/heads/${nobody}`]: first });
      expect(errorOf(await read(nobody))).to.deep.equal(absent('unknown_ref'));
      expect(await idOf(`refs/heads/${nobody}`)).to.equal(first);
    });

    it('is found by a name of a branch or a tag that begins behind refs/, as git finds it', async () => {
      await move({ 'refs/heads/same': first, 'refs/tags/same': second, 'refs/heads/tags/same': third });
      for (const text of ['same', 'heads/same', 'tags/same', 'heads/tags/same']) {
        expect(await idOf(text), text).to.equal(byGit(text));
      }
    });

    it('is found by a ref that is named like the beginning of an id before the commit of that id, as git finds it', async () => {
      const lengths = [7, 12, 39, ...(format === 'sha256' ? [40, 63] : [])];
      for (const length of lengths) {
        const text = third.slice(0, length);
        expect(await idOf(text), text).to.equal(third);
        await move({ [`refs/heads/${text}`]: first });
        expect(await idOf(text), text)
          .to.equal(byGit(text))
          .and.to.equal(first);
      }
    });
  });
}
