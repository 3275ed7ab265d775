import { expect } from 'chai';
import { isSafeLink } from '../../src/pull/safe-link.js';

describe('a symbolic link', () => {
  for (const [path, target] of [
    ['link', 'file'],
    ['link', './a//b/'],
    ['link', '..a/...'],
    ['a/link', '../file'],
    ['a/b/link', '../../c/d'],
    ['a/link', '..'],
    ['link', '.'],
    ['a/b/link', './.././../c'],
    ['link', '\xff\xfe\n'],
  ] as const) {
    it(`may be written at ${path} to ${JSON.stringify(target)}`, () => {
      expect(isSafeLink(path, target)).to.equal(true);
    });
  }

  for (const [path, target, why] of [
    ['link', '/etc/passwd', 'it is absolute'],
    ['link', '..', 'it leads up'],
    ['a/link', '../../x', 'it leads too far up'],
    ['a/link', '.././../x', 'it leads too far up'],
    ['a/link', 'b/../c', 'what is called b may be a link'],
    ['a/link', '../b/..', 'what is called b may be a link'],
    ['link', '', 'it leads nowhere'],
    ['link', 'a\0b', 'no system knows it'],
  ] as const) {
    it(`may not be written at ${path} to ${JSON.stringify(target)}, since ${why}`, () => {
      expect(isSafeLink(path, target)).to.equal(false);
    });
  }

  it('may not be written on Windows to what leads elsewhere there alone', () => {
    for (const target of ['..\\..\\x', 'C:\\x', 'C:x', '\\\\server\\share', 'a/git~1', 'a./b']) {
      expect(isSafeLink('a/link', target, 'win32'), target).to.equal(false);
      expect(isSafeLink('a/link', target, 'linux'), target).to.equal(true);
    }
    expect(isSafeLink('a/link', './../b', 'win32')).to.equal(true);
  });
});
