import { expect } from 'chai';
import { createPathFilter } from '../../src/folder/path-filter.js';

const filter = (include: readonly string[], exclude: readonly string[] = []) => createPathFilter({ include, exclude });

describe('the filter of paths', () => {
  it('takes everything without patterns', () => {
    const { takes, entersFolder } = filter([]);
    for (const path of ['a', '.hidden', 'a/b/.c', '#', '!x', ' ', 'a\nb', '..a', '\\', 'A/b c']) {
      expect(takes(path), path).to.equal(true);
      expect(entersFolder(path), path).to.equal(true);
    }
  });

  it('takes names at every depth, and paths from the folder on', () => {
    const { takes } = filter(['*.bin', '/top.txt', 'docs/*.md', 'sub/**/deep']);
    const taken = ['a.bin', 'x/y/a.bin', 'line\nfeed.bin', '.hidden.bin', 'top.txt', 'docs/a.md', 'sub/deep', 'sub/a/b/deep'];
    for (const path of taken) expect(takes(path), path).to.equal(true);
    for (const path of ['a.BIN', 'x/top.txt', 'docs/x/a.md', 'x/docs/a.md', 'deep']) expect(takes(path), path).to.equal(false);
  });

  it('takes all that is in a folder that a pattern is for', () => {
    const { takes } = filter(['models', '/data/']);
    for (const path of ['models', 'models/a/b', 'x/models/a', 'data/x']) expect(takes(path), path).to.equal(true);
    for (const path of ['data', 'x/data/y', 'other']) expect(takes(path), path).to.equal(false);
  });

  it('leaves out what is excluded, whatever is included, and enters no folder of that', () => {
    const { takes, entersFolder } = filter(['*.bin'], ['old', '*.tmp.bin', '/x/y']);
    expect(takes('a.bin')).to.equal(true);
    for (const path of ['old/a.bin', 'b/old/a.bin', 'a.tmp.bin', 'x/y/z.bin']) expect(takes(path), path).to.equal(false);
    for (const path of ['old', 'b/old', 'x/y']) expect(entersFolder(path), path).to.equal(false);
    for (const path of ['a', 'x', 'b/x/y']) expect(entersFolder(path), path).to.equal(true);
  });
});
