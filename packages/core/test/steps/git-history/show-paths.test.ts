import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { listFolder } from '../../../src/formats/path-tree/index.js';
import { createIndexCaches } from '../../../src/steps/git-history/index-caches.js';
import { openHistory } from '../../../src/steps/git-history/open-history.js';
import { showPaths } from '../../../src/steps/git-history/show-paths.js';
import { valueOf } from '../../builders/world.js';
import { gitId, indexedRepository } from '../../use-cases/git-index/indexed-repository.js';

describe('paths as people see them', () => {
  it('have the subjects of the commits that changed them last, and never more than 100 messages in memory', async () => {
    const git = createGitRepository();
    try {
      const message = `subject\n\n${'body '.repeat(100)}`;
      const commit = (at: number): string =>
        `commit refs/heads/main\ncommitter A <a@example.org> ${at} +0000\ndata ${message.length}\n${message}\nM 100644 inline ${at}\ndata 1\nx\n\n`;
      git.git(['fast-import', '--quiet'], Array.from({ length: 205 }, (_, at) => commit(at)).join(''));
      const tip = git.git(['rev-parse', 'main']).trim();
      const index = await indexedRepository();
      const { id } = index.repository;
      const sessionId = await index.open();
      await index.send(sessionId, git.history('main'));
      const refs = [index.update('refs/heads/main', tip)];
      valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
      const asked: number[] = [];
      const read = await index.world.unitOfWork.read(async ({ gitIndex, objects }) => {
        const history = valueOf(await openHistory(gitIndex, id, createIndexCaches({})));
        const found = (await gitIndex.findCommits(id, [gitId(tip)])).get(gitId(tip));
        if (found === undefined) throw new Error('the tip is indexed');
        const listed = await listFolder(history.load, found.root, '', { limit: 1000 });
        const findCommitDetails: typeof gitIndex.findCommitDetails = (repositoryId, numbers) => {
          asked.push(numbers.length);
          return gitIndex.findCommitDetails(repositoryId, numbers);
        };
        const paths = listed.map(({ name, entry }) => ({ path: name, entry, totals: undefined }));
        return ok(await showPaths({ ...history, queries: { ...gitIndex, findCommitDetails } }, objects, paths));
      });
      const shown = valueOf(valueOf(read));
      expect(new Set(shown.map(({ lastCommit }) => lastCommit.id)).size).to.equal(205);
      expect(new Set(shown.map(({ lastCommit }) => lastCommit.message))).to.deep.equal(new Set(['subject']));
      expect(asked).to.deep.equal([100, 100, 5]);
    } finally {
      git.remove();
    }
  });
});
