import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { gitPathOfText, type GitPath } from '../../../src/model/git-index/git-path.js';
import { valueOf } from '../../builders/world.js';
import { indexedRepository } from '../../use-cases/git-index/indexed-repository.js';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 1000\n`;

const pathOf = (text: string): GitPath => {
  const path = gitPathOfText(text);
  if (path === undefined) throw new Error(`${text} is a path`);
  return path;
};

describe('a submodule', () => {
  it('has no bytes of the repository, whatever blob its id is that of', async () => {
    const git = createGitRepository();
    try {
      const id = git.git(['hash-object', '-w', '--stdin'], pointer).trim();
      const entries: readonly [string, string][] = [
        ['model.bin', '100644'],
        ['README.md', '160000'],
        ['README.txt', '100644'],
      ];
      const tip = git.plant(new Map(entries.map(([path, mode]) => [path, { mode, id }])), []);
      const index = await indexedRepository();
      const sessionId = await index.open();
      await index.send(sessionId, git.history(tip));
      const refs = [index.update('refs/heads/main', tip)];
      valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
      const pull = await index.world.grant(index.owner, index.repository.id, 'repository.pull');
      const { browsing } = index.world.application;
      const fileAt = async (path: string) =>
        valueOf(await browsing.file(pull, { ref: undefined, path: pathOf(path), isCounted: false })).file;
      expect(await fileAt('model.bin')).to.deep.include({ id, sizeBytes: 1000, oid: 'a'.repeat(64), isLfs: true });
      expect(await fileAt('README.md')).to.deep.include({ id, sizeBytes: 0, oid: undefined, isLfs: false, isStored: false });
      expect(valueOf(await browsing.overview(pull)).readme?.path).to.equal('README.txt');
    } finally {
      git.remove();
    }
  });
});
