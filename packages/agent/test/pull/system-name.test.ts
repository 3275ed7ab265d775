import { expect } from 'chai';
import { isSystemName } from '../../src/pull/system-name.js';

describe('a name of the system', () => {
  for (const name of [
    '..\\x',
    'a\\b',
    'C:x',
    '.git::$INDEX_ALLOCATION',
    '.git.',
    '.git ',
    'GIT~1',
    'a.',
    'nul',
    'Con.txt',
    'COM1',
    'lpt\xc2\xb9.a',
    'aux .b',
  ]) {
    it(`is none on Windows: ${JSON.stringify(name)}`, () => {
      expect(isSystemName(name, 'win32')).to.equal(false);
      expect(isSystemName(name, 'linux')).to.equal(true);
    });
  }

  it('is none on macOS that is .git but for characters that nobody sees', () => {
    for (const name of ['.g\xe2\x80\x8cit', '\xef\xbb\xbf.GIT']) {
      expect(isSystemName(name, 'darwin'), name).to.equal(false);
      expect(isSystemName(name, 'linux'), name).to.equal(true);
    }
  });

  it('is never .git, in any case', () => {
    for (const platform of ['win32', 'darwin', 'linux'] as const) {
      for (const name of ['.git', '.GIT', '.Git']) expect(isSystemName(name, platform), platform).to.equal(false);
    }
  });

  it('is every other one', () => {
    for (const platform of ['win32', 'darwin', 'linux'] as const) {
      for (const name of ['file', '.gitignore', 'config', 'common', 'nullable.txt', 'com', 'git~', 'caf\xc3\xa9', '...a', ' a']) {
        expect(isSystemName(name, platform), `${platform}: ${name}`).to.equal(true);
      }
    }
  });
});
