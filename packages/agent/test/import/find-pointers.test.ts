import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { createPathFilter, type PathPatterns } from '../../src/folder/path-filter.js';
import { findPointers } from '../../src/import/find-pointers.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

const pointer = (digit: string): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 7\n`;
const data = (text: string): string => `data ${text.length}\n${text}\n`;

interface Change {
  /** Paths with what each has from then on; a line feed is written as git quotes it. */
  readonly files: Readonly<Record<string, string>>;
  readonly gone?: readonly string[];
  readonly parents?: readonly number[];
}

/** A commit each, for `git fast-import`; they are counted from 1. */
const historyOf = (changes: readonly Change[]): string =>
  changes
    .map(({ files, gone = [], parents = [] }, at) => {
      const [from, ...merged] = parents;
      return [
        `commit refs/heads/c${at + 1}\nmark :${at + 1}\ncommitter T <t@example.test> ${1_600_000_000 + at} +0000\n${data('change')}`,
        from === undefined ? '' : `from :${from}\n`,
        ...merged.map((each) => `merge :${each}\n`),
        ...gone.map((path) => `D ${path}\n`),
        ...Object.entries(files).map(([path, text]) => `M 100644 inline "${path}"\n${data(text)}`),
        '\n',
      ].join('');
    })
    .join('');

describe('the pointers of a history', () => {
  let scratch: ScratchRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository();
  });
  afterEach(() => scratch.remove());

  /** `oid digit: path`, of those that the patterns leave. */
  const found = async (patterns?: Partial<PathPatterns>, refs: readonly string[] = []): Promise<readonly string[]> => {
    const filter = patterns && createPathFilter({ include: [], exclude: [], ...patterns });
    const pointers = await findPointers(await openScratchRepository(scratch), refs, filter);
    return pointers.map(({ oid, name }) => `${oid.slice(0, 1)}: ${name}`).toSorted();
  };

  it('are taken by any path that has had them: of copies, of renamed files and in earlier commits', async () => {
    const history = historyOf([
      { files: { 'old/model.bin': pointer('a'), 'readme.txt': 'no pointer' } },
      { files: { 'new/model.bin': pointer('a'), 'new/other.bin': pointer('b') }, gone: ['old/model.bin'], parents: [1] },
      { files: { 'copies/other.bin': pointer('b') }, parents: [2] },
    ]);
    await scratch.git(['fast-import', '--quiet'], history);
    expect(await found({ include: ['/old'] })).to.deep.equal(['a: old/model.bin']);
    expect(await found({ include: ['/new'] })).to.deep.equal(['a: new/model.bin', 'b: new/other.bin']);
    expect(await found({ include: ['/copies'] })).to.deep.equal(['b: copies/other.bin']);
    expect(await found({ exclude: ['/new'] })).to.deep.equal(['a: old/model.bin', 'b: copies/other.bin']);
    expect(await found({ include: ['other.bin'], exclude: ['/new', '/copies'] })).to.deep.equal([]);
    expect(await found({ include: ['/old', '/copies'] }, ['c2'])).to.deep.equal(['a: old/model.bin']);
    await scratch.git(['config', 'diff.relative', 'true']);
    await scratch.git(['config', 'diff.orderFile', '/none']);
    expect(await found({ include: ['/old'] }), 'whatever git is told of diffs').to.deep.equal(['a: old/model.bin']);
    expect((await found()).map((line) => line.slice(0, 1))).to.deep.equal(['a', 'b']);
  });

  it('are taken by paths that a merge alone has', async () => {
    const history = historyOf([
      { files: { 'left.bin': pointer('a') } },
      { files: { 'right.bin': pointer('b') } },
      { files: { 'left.bin': pointer('a'), 'right.bin': pointer('b'), 'merged.bin': pointer('b') }, parents: [1, 2] },
    ]);
    await scratch.git(['fast-import', '--quiet'], history);
    expect(await found({ include: ['merged.bin'] })).to.deep.equal(['b: merged.bin']);
    expect(await found({ exclude: ['right.bin', 'left.bin'] })).to.deep.equal(['b: merged.bin']);
  });

  it('are called by their whole paths where there are patterns, also with line feeds', async () => {
    await scratch.git(
      ['fast-import', '--quiet'],
      historyOf([{ files: { 'a\\nb.tmp': pointer('a'), 'c\\nd.bin': pointer('b') } }]),
    );
    expect(await found({ exclude: ['*.tmp'] })).to.deep.equal(['b: c\nd.bin']);
    expect(await found({ include: ['*.tmp'] })).to.deep.equal(['a: a\nb.tmp']);
  });

  it('are taken by the paths in a tree that only a tag has', async () => {
    const blob = (await scratch.git(['hash-object', '-w', '--stdin'], pointer('a'))).trim();
    const tree = (await scratch.git(['mktree'], `100644 blob ${blob}\ttagged.bin\n`)).trim();
    await scratch.git(['tag', 'of-a-tree', tree]);
    expect(await found({ include: ['tagged.bin'] })).to.deep.equal(['a: tagged.bin']);
    expect(await found({ exclude: ['tagged.bin'] })).to.deep.equal([]);
  });

  it('are each an object once, however they are written', async () => {
    const other = `version https://hawser.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 7\n`;
    await scratch.git(['fast-import', '--quiet'], historyOf([{ files: { 'a.bin': pointer('a'), 'b.bin': other } }]));
    expect(await found()).to.have.length(1);
    expect(await found({ include: ['b.bin'] })).to.deep.equal(['a: b.bin']);
  });

  it('are found whatever the configuration says of logs and differences', async () => {
    await scratch.git(['fast-import', '--quiet'], historyOf([{ files: { 'a.bin': pointer('a'), 'b.bin': pointer('a') } }]));
    for (const [key, value] of [
      ['log.showRoot', 'false'],
      ['log.showSignature', 'true'],
      ['log.diffMerges', 'off'],
      ['color.ui', 'always'],
      ['diff.renames', 'copies'],
    ] as const) {
      await scratch.git(['config', key, value]);
    }
    expect(await found({ include: ['b.bin'] })).to.deep.equal(['a: b.bin']);
  });
});
