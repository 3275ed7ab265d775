import { runGit } from '@svc/test-services/run-git';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('a git that a test runs', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "it's a folder-"));
    runGit(folder, ['init', '-q']);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('reads and prints bytes of any kind', () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('');
    const id = runGit(folder, ['hash-object', '-w', '--stdin'], { input: bytes }).trim();
    expect(runGit(folder, ['cat-file', 'blob', id])).to.equal(bytes);
  });

  it('reads nothing where nothing is given, and prints more than a pipe holds', () => {
    const long = 'x'.repeat(1 << 20);
    const id = runGit(folder, ['hash-object', '-w', '--stdin'], { input: long }).trim();
    expect(runGit(folder, ['cat-file', 'blob', id])).to.equal(long);
    expect(runGit(folder, ['hash-object', '--stdin'])).to.equal('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n');
  });

  it('is given each argument and each variable as it is', () => {
    const text = `"it's" $HOME \`id\` \\ *\n# é`;
    runGit(folder, ['config', 'test.text', text]);
    expect(Buffer.from(runGit(folder, ['config', 'test.text']), 'latin1').toString()).to.equal(`${text}\n`);
    const environment = {
      GIT_AUTHOR_NAME: "d'Arc; exit",
      GIT_AUTHOR_EMAIL: 'd@example.org',
      GIT_AUTHOR_DATE: '1700000000 +0100',
    };
    expect(runGit(folder, ['var', 'GIT_AUTHOR_IDENT'], { environment })).to.equal(
      "d'Arc; exit <d@example.org> 1700000000 +0100\n",
    );
  });

  it('fails with what it says, and the next one runs', () => {
    expect(() => runGit(folder, ['cat-file', 'blob', 'lost'])).to.throw(
      'git cat-file blob lost ended with 128: fatal: Not a valid object name lost',
    );
    expect(runGit(folder, ['rev-parse', '--is-inside-work-tree'])).to.equal('true\n');
  });
});
