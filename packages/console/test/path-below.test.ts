import { expect } from 'chai';
import { pathBelow } from '../src/path-below.js';

describe('pathBelow', () => {
  it('reads a path with its query, a whole URL, and nothing else', () => {
    const read = pathBelow('', true);
    expect(['/', '/a?b=/c', '//a/b', 'http://h', 'http://h?a', 'https://u@h:1/a//b?c'].map(read)).to.deep.equal([
      '/',
      '/a',
      '//a/b',
      '/',
      '/',
      '/a//b',
    ]);
    for (const target of ['', '*', 'a/b', 'h:443', 'ftp://h/a', 'http:///a', 'http://h\\a/b']) {
      expect(read(target), target).to.equal(undefined);
    }
  });

  it('takes off the path that it stands below, where that is there', () => {
    const paths = ['/files', '/files/', '/files/a', 'http://h/files/a', '/a', '/filesystem'];
    expect(paths.map(pathBelow('/files', true))).to.deep.equal(['/', '/', '/a', '/a', '/a', '/filesystem']);
    expect(paths.map(pathBelow('/files', false))).to.deep.equal(['/', '/', '/a', '/a', undefined, undefined]);
  });
});
