import { expect } from 'chai';
import { chosenRef, refOfBranch } from '../app/files/ref-of-branch.js';

describe('refOfBranch', () => {
  it('is the name, and the whole one where a tag has that name too', () => {
    expect(refOfBranch('main', ['v1', 'v2'])).to.equal('main');
    expect(refOfBranch('v2', ['v1', 'v2'])).to.equal('refs/heads/v2');
  });
});

describe('chosenRef', () => {
  const refs = {
    branches: [
      { name: 'main', ref: 'main', isDefault: true },
      { name: 'v2', ref: 'refs/heads/v2', isDefault: false },
    ],
    tags: ['v1', 'v2'],
  };

  it('is what the address names, by whichever of its names, and else the default branch', () => {
    const asked = [undefined, 'main', 'refs/heads/main', 'v2', 'refs/heads/v2', 'refs/tags/v2', 'refs/tags/v1', 'abcdef1'];
    expect(asked.map((ref) => chosenRef(refs, ref))).to.deep.equal([
      'main',
      'main',
      'main',
      'v2',
      'refs/heads/v2',
      'v2',
      'v1',
      'abcdef1',
    ]);
    expect(chosenRef({ branches: [], tags: [] }, undefined)).to.equal('');
  });
});
