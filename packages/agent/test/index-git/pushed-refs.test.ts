import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import type { GitRepository } from '../../src/index-git/open-repository.js';
import { readPushedRefs } from '../../src/index-git/pushed-refs.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('the refs that a hook is told', () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  let head: string;
  const none = '0'.repeat(40);
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'fix the bug']);
    head = (await scratch.git(['rev-parse', 'HEAD'])).trim();
    repository = await openScratchRepository(scratch);
  });
  afterEach(() => scratch.remove());

  it('are branches and tags, those that come and those that go', async () => {
    const lines = [
      `refs/heads/main ${head} refs/heads/main ${none}`,
      `(delete) ${none} refs/tags/v1 ${head}`,
      `HEAD ${head} refs/notes/commits ${none}`,
    ];
    expect(await readPushedRefs(repository, lines)).to.deep.equal({
      refs: [{ name: 'refs/heads/main', target: head, tag: undefined }],
      removed: ['refs/tags/v1'],
    });
    expect(await readPushedRefs(repository, [])).to.deep.equal({ refs: [], removed: [] });
  });

  it('may come from words with blanks in them', async () => {
    const { refs } = await readPushedRefs(repository, [`HEAD^{/fix the bug} ${head} refs/heads/spaced ${none}`]);
    expect(refs).to.deep.equal([{ name: 'refs/heads/spaced', target: head, tag: undefined }]);
  });

  it('are none whose names are no text or that the service does not take', async () => {
    const names = [`refs/heads/${'x'.repeat(1014)}`, 'refs/heads/caf\ufffd', 'refs/heads/'];
    const lines = names.flatMap((name) => [`HEAD ${head} ${name} ${none}`, `(delete) ${none} ${name} ${head}`]);
    expect(await readPushedRefs(repository, lines)).to.deep.equal({ refs: [], removed: [] });
  });
});
