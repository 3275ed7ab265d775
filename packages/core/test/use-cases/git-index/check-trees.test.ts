import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import { valueOf } from '../../builders/world.js';
import { indexedRepository, sentCommits, sentObjects, sentTree } from './indexed-repository.js';

describe('the trees of a commit', () => {
  it('are checked with pauses, however many folders it changes and however large those are', async () => {
    const git = createGitRepository();
    try {
      const files = (folders: number, count: number, content: string): Record<string, string> =>
        Object.fromEntries(
          Array.from({ length: folders * count }, (_, at) => [`${folders} folders/${at % folders}/${at}`, content]),
        );
      git.commit({ ...files(64, 1, 'a'), ...files(1, 2500, 'a') });
      const few = git.commit(files(64, 1, 'b'));
      const large = git.commit({ '1 folders/0/0': 'c' });
      const index = await indexedRepository();
      let pauses = 0;
      const { ports } = index.world;
      const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
      const clock = { ...ports.clock, now: () => ports.clock.now(), pause };
      const sessionId = await index.open();
      const pausesOf = async (...revisions: string[]): Promise<number> => {
        // One that remembers no tree.
        const { gitIndex } = createApplication({ ...ports, clock });
        const history = git.history(...revisions);
        valueOf(await gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
        pauses = 0;
        const trees = history.trees.map(sentTree);
        valueOf(await gitIndex.takeTrees(index.push, { sessionId, objects: sentObjects(history), trees }));
        return pauses;
      };
      await pausesOf(`${few}~1`);
      expect(await pausesOf(few, `^${few}~1`)).to.be.at.least(4);
      expect(await pausesOf(large, `^${few}`)).to.be.at.least(2);
    } finally {
      git.remove();
    }
  });
});
