import { expect } from 'chai';
import {
  bytesOfGitPath,
  folderOfGitPath,
  gitPathOfBytes,
  gitPathOfText,
  isGitPath,
  maxGitPathBytes,
  maxGitPathSegments,
  nameOfGitPath,
  textOfGitPath,
} from '../../../src/model/git-index/git-path.js';

const accepted = ['a', '.a', 'a.', '...', '.gitignore', '.github/x', 'a/.git0', 'git', ' ', 'a\\b', '\x01', '\x7f\x80\xff'];
const refused = ['', '/', '/a', 'a/', 'a//b', '.', '..', 'a/.', '../a', 'a/../b', '.git', 'a/.GIT/b', '.gIt', 'a\0b', '\u0100'];

describe('a Git path', () => {
  for (const text of accepted) it(`may be ${JSON.stringify(text)}`, () => expect(isGitPath(text)).to.equal(true));
  for (const text of refused) it(`may not be ${JSON.stringify(text)}`, () => expect(isGitPath(text)).to.equal(false));

  it('has a limited number of bytes and of segments', () => {
    expect(isGitPath('a'.repeat(maxGitPathBytes))).to.equal(true);
    expect(isGitPath('a'.repeat(maxGitPathBytes + 1))).to.equal(false);
    expect(isGitPath(Array.from({ length: maxGitPathSegments }, () => 'a').join('/'))).to.equal(true);
    expect(isGitPath(Array.from({ length: maxGitPathSegments + 1 }, () => 'a').join('/'))).to.equal(false);
    expect(gitPathOfBytes(new Uint8Array(maxGitPathBytes).fill(97))).to.have.length(maxGitPathBytes);
    expect(gitPathOfBytes(new Uint8Array(maxGitPathBytes + 1).fill(97))).to.equal(undefined);
    // 1,366 characters of three bytes each.
    expect(gitPathOfText('€'.repeat(1365))).to.have.length(4095);
    expect(gitPathOfText('€'.repeat(1366))).to.equal(undefined);
  });

  it('is its bytes, and the text of them where they are UTF-8', () => {
    const path = gitPathOfText('äöü/€/\u{1f600}/\ufeff') ?? expect.fail('a path');
    expect([...bytesOfGitPath(path)]).to.deep.equal([...new TextEncoder().encode('äöü/€/\u{1f600}/\ufeff')]);
    expect(textOfGitPath(path)).to.equal('äöü/€/\u{1f600}/\ufeff');
    const every = Uint8Array.from({ length: 255 }, (_, at) => at + 1);
    const odd = gitPathOfBytes(every) ?? expect.fail('a path');
    expect(bytesOfGitPath(odd)).to.deep.equal(every);
    expect(textOfGitPath(odd)).to.equal(undefined);
    expect(gitPathOfText('a\ud800')).to.equal(undefined);
  });

  it('lies in a folder and has a name', () => {
    const path = gitPathOfText('a/b/c') ?? expect.fail('a path');
    expect(folderOfGitPath(path)).to.equal('a/b');
    expect(nameOfGitPath(path)).to.equal('c');
    const top = gitPathOfText('c') ?? expect.fail('a path');
    expect(folderOfGitPath(top)).to.equal('');
    expect(nameOfGitPath(top)).to.equal('c');
  });
});
