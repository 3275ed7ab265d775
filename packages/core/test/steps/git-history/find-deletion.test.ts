import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import { trusted } from '../../../src/model/values/brand.js';
import { createIndexCaches } from '../../../src/steps/git-history/index-caches.js';
import { openHistory } from '../../../src/steps/git-history/open-history.js';
import { beginPathHistory } from '../../../src/steps/git-history/path-history.js';
import { valueOf } from '../../builders/world.js';
import { gitId, indexedRepository } from '../../use-cases/git-index/indexed-repository.js';

const mergeCount = 250;

const commitOf = (mark: number, more: string): string => {
  const at = 1_700_000_000 + mark;
  return `commit refs/heads/main\nmark :${mark}\ncommitter A <a@x> ${at} +0000\ndata 0\n${more}\n`;
};

/** A commit that has a path, one that never had it, and merges in a row of the one and what came before: each removes the path, and its other parent lacks it. */
const merges = (): string => {
  const first = commitOf(1, 'M 100644 inline p\ndata 1\nx');
  const empty = commitOf(2, 'deleteall').replace('commit refs/heads/main', 'reset refs/heads/main\n\ncommit refs/heads/main');
  const rest = Array.from({ length: mergeCount }, (_, at) => commitOf(at + 3, `from :1\nmerge :${at + 2}\ndeleteall`));
  return [first, empty, ...rest].join('');
};

describe('the commit that has removed a path', () => {
  it('is looked for behind many merges with pauses', async function () {
    this.timeout(300_000);
    const git = createGitRepository();
    try {
      git.git(['fast-import', '--quiet', '--force'], merges());
      const tip = git.git(['rev-parse', 'main']).trim();
      const indexed = await indexedRepository();
      const sessionId = await indexed.open();
      await indexed.send(sessionId, git.history('main'));
      const refs = [indexed.update('refs/heads/main', tip)];
      valueOf(await indexed.gitIndex.finalize(indexed.push, { sessionId, refs, isComplete: true }));
      let pauses = 0;
      const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
      const found = await indexed.world.unitOfWork.read(async ({ gitIndex }) => {
        const history = valueOf(await openHistory(gitIndex, indexed.repository.id, createIndexCaches({})));
        const commit = (await gitIndex.findCommits(indexed.repository.id, [gitId(tip)])).get(gitId(tip))?.number ?? -1;
        const walk = await beginPathHistory(history, { commit, path: trusted<GitPath>('p') }, pause);
        return ok(walk.ahead());
      });
      expect(valueOf(valueOf(found))).to.deep.equal([]);
      expect(pauses).to.equal(Math.floor(mergeCount / 100));
    } finally {
      git.remove();
    }
  });
});
