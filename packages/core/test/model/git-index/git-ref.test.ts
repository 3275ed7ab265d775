import {
  branchPrefix,
  isGitRefName,
  isTagName,
  maxRefNameBytes,
  maxRefNameLength,
  tagPrefix,
} from '../../../src/model/git-index/git-ref.js';
import { expect } from 'chai';

const named = (letter: string, units: number): string =>
  branchPrefix + letter.repeat((units - branchPrefix.length) / letter.length);

describe('names of branches and tags', () => {
  it('have so many characters at most', () => {
    expect(isGitRefName(named('a', maxRefNameLength))).to.equal(true);
    expect(isGitRefName(named('a', maxRefNameLength + 1))).to.equal(false);
  });

  it('have so many bytes of UTF-8 at most, of fewer characters too', () => {
    const of = (bytes: number): string => `${branchPrefix}${'漢'.repeat(800)}${'a'.repeat(bytes - 2400 - branchPrefix.length)}`;
    expect(isGitRefName(of(maxRefNameBytes))).to.equal(true);
    expect(isGitRefName(of(maxRefNameBytes + 1))).to.equal(false);
    expect(isTagName('漢'.repeat((maxRefNameBytes - tagPrefix.length) / 3))).to.equal(true);
    expect(isTagName('漢'.repeat(900))).to.equal(false);
    expect(isGitRefName(named('é', maxRefNameLength))).to.equal(true);
  });
});
