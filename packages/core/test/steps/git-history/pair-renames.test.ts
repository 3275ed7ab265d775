import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import type { GitRename } from '../../../src/model/git-index/git-index.js';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import { trusted } from '../../../src/model/values/brand.js';
import { comparedCommit, listChanges } from '../../../src/steps/git-history/commit-changes.js';
import { createIndexCaches } from '../../../src/steps/git-history/index-caches.js';
import { openHistory } from '../../../src/steps/git-history/open-history.js';
import { valueOf } from '../../builders/world.js';
import { gitId, indexedRepository } from '../../use-cases/git-index/indexed-repository.js';

const rename = (from: string, to: string): GitRename => ({
  from: trusted<GitPath>(from),
  to: trusted<GitPath>(to),
  similarity: 90,
});

describe('renames of a commit', () => {
  it('are read as many as there are paths, however many are stored for one of them', async () => {
    const git = createGitRepository();
    try {
      git.commit({ a: '1' });
      const tip = git.commit({ a: null, b: '1' });
      const indexed = await indexedRepository();
      const { unitOfWork } = indexed.world;
      const { id } = indexed.repository;
      const sessionId = await indexed.open();
      await indexed.send(sessionId, git.history('main'));
      const refs = [indexed.update('refs/heads/main', tip)];
      valueOf(await indexed.gitIndex.finalize(indexed.push, { sessionId, refs, isComplete: true }));
      const toOne = Array.from({ length: 300 }, (_, at) => rename(`former/${at}`, 'b'));
      const fromOne = Array.from({ length: 300 }, (_, at) => rename('a', `new/${at}`));
      const stored = await unitOfWork.transact(async ({ gitIndex }) => {
        await gitIndex.addRenames(id, 1, [...toOne, ...fromOne]);
        return ok(undefined);
      });
      valueOf(stored);
      let read = 0;
      const counted = async (found: Promise<readonly GitRename[]>): Promise<readonly GitRename[]> => {
        read += (await found).length;
        return found;
      };
      const listed = await unitOfWork.read(async ({ gitIndex }) => {
        const history = valueOf(await openHistory(gitIndex, id, createIndexCaches({})));
        const commit = (await gitIndex.findCommits(id, [gitId(tip)])).get(gitId(tip));
        if (commit === undefined) throw new Error('the tip is indexed');
        const queries = {
          ...gitIndex,
          findRenamesFrom: (...asked: Parameters<typeof gitIndex.findRenamesFrom>) => counted(gitIndex.findRenamesFrom(...asked)),
          findRenamesTo: (...asked: Parameters<typeof gitIndex.findRenamesTo>) => counted(gitIndex.findRenamesTo(...asked)),
        };
        const { changes } = await listChanges({ ...history, queries }, await comparedCommit(history, commit), {
          after: undefined,
          limit: 10,
        });
        return ok(changes.map(({ path, former }) => [path, former]));
      });
      expect(valueOf(valueOf(listed))).to.deep.equal([
        ['a', undefined],
        ['b', undefined],
      ]);
      expect(read).to.be.within(1, 3);
    } finally {
      git.remove();
    }
  });
});
