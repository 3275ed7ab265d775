import { expect } from 'chai';
import { areSameBytes } from '../../src/diff/are-same-bytes.js';
import { oidOf } from '../../src/verify/hash-file.js';

const [first, second] = ['a', 'b'].map((digit) => oidOf(digit.repeat(64)));
const stored = (oid: typeof first, sizeBytes = 5) => ({ oid, sizeBytes, isStored: true });
const pointer = (id: string, oid: typeof first) => ({ ...stored(oid), id, isLfs: true });
const inGit = (id: string, sizeBytes = 5) => ({ oid: undefined, sizeBytes, isStored: false, id, isLfs: false });

describe('areSameBytes', () => {
  it('goes by the SHA-256 where both have one', () => {
    expect(areSameBytes(stored(first), stored(first))).to.equal(true);
    expect(areSameBytes(stored(first), stored(second))).to.equal(false);
    expect(areSameBytes(pointer('1', first), pointer('2', first))).to.equal(true);
  });

  it('goes by the name that Git has for what lies in Git alone', () => {
    expect(areSameBytes(inGit('1'), inGit('1'))).to.equal(true);
    expect(areSameBytes(inGit('1'), inGit('2'))).to.equal(false);
  });

  it('cannot tell of a file in Git and of an object that are as long, and knows that others differ', () => {
    expect(areSameBytes(inGit('1'), pointer('2', first))).to.equal(undefined);
    expect(areSameBytes(stored(first), inGit('1'))).to.equal(undefined);
    expect(areSameBytes(inGit('1', 6), stored(first))).to.equal(false);
  });
});
