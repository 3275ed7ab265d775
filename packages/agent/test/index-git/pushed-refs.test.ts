import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import type { GitRepository } from '../../src/index-git/open-repository.js';
import { notIndexed, readPushedRefs } from '../../src/index-git/pushed-refs.js';
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

  it('are not indexed with those of the clone where they are not there as they were pushed, or not moved, or stay', () => {
    const ref = (name: string) => ({ name, target: head, tag: undefined });
    const refs = ['refs/heads/main', 'refs/heads/ahead', 'refs/tags/here'].map(ref);
    const plan = { ahead: ['refs/heads/ahead'], unknown: ['refs/heads/stays'] };
    const update = (name: string, id = head) => `HEAD ${id} ${name} ${none}`;
    const removal = (name: string) => `(delete) ${none} ${name} ${head}`;
    const left = [
      update('refs/heads/main', '1'.repeat(40)),
      update('refs/heads/ahead'),
      update('refs/tags/renamed'),
      removal('refs/heads/stays'),
      removal('refs/tags/here'),
    ];
    const done = [update('refs/heads/main'), removal('refs/heads/gone')];
    expect(notIndexed([...left, ...done], refs, plan)).to.deep.equal(left);
  });
});
