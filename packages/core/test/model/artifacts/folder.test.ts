import { expect } from 'chai';
import {
  foldersOfName,
  maxFolderDepth,
  maxFolderPathLength,
  normalFolderPath,
  splitFolderPath,
} from '../../../src/model/artifacts/folder.js';

describe('the folders of a name', () => {
  it('are those that its slashes make, within the one that has all names in it', () => {
    expect(foldersOfName('model.onnx')).to.deep.equal(['']);
    expect(foldersOfName('a/b/model.onnx')).to.deep.equal(['', 'a', 'a/b']);
    expect(foldersOfName('a/b/')).to.deep.equal(['', 'a', 'a/b']);
    expect(foldersOfName('Größe/🚀/x')).to.deep.equal(['', 'Größe', 'Größe/🚀']);
  });

  it('do not tell apart what says the same: empty names and dots count for nothing', () => {
    expect(foldersOfName('/a//./b/x')).to.deep.equal(['', 'a', 'a/b']);
    expect(foldersOfName('./x')).to.deep.equal(['']);
    expect(foldersOfName('../x'), 'a name addresses nothing').to.deep.equal(['', '..']);
    expect(foldersOfName('')).to.deep.equal(['']);
    expect(['', '/', 'a', '/a/b/', 'a//./b'].map(normalFolderPath)).to.deep.equal(['', '', 'a', 'a/b', 'a/b']);
  });

  it('end at a depth and at a length, and what lies deeper counts into the last one', () => {
    const deepest = foldersOfName('a/'.repeat(maxFolderDepth) + 'x');
    expect(deepest).to.have.length(maxFolderDepth + 1);
    expect(foldersOfName('a/'.repeat(maxFolderDepth + 5) + 'x')).to.deep.equal(deepest);
    const longest = 'b'.repeat(maxFolderPathLength - 2);
    expect(foldersOfName(`a/${longest}/x`).at(-1)).to.equal(`a/${longest}`);
    expect(foldersOfName(`a/${longest}b/x`).at(-1)).to.equal('a');
  });

  it('are each the last name and the folder that it is in', () => {
    expect(splitFolderPath('')).to.deep.equal({ parent: '', name: '' });
    expect(splitFolderPath('a')).to.deep.equal({ parent: '', name: 'a' });
    expect(splitFolderPath('a/b/c')).to.deep.equal({ parent: 'a/b', name: 'c' });
  });
});
