import { expect } from 'chai';
import { isUrl, lfsUrlsOfSource, openSource } from '../../src/import/open-source.js';
import { problemIn } from '../rigs/problem-in.js';
import { connectionsHere, runGitHere } from '../rigs/run-git-here.js';

describe('the source of an import', () => {
  it('is the LFS URL of a server, or that of a Git repository', () => {
    const ofRepository = ['https://git.example/a/b.git/info/lfs'];
    expect(lfsUrlsOfSource('https://git.example/a/b.git')).to.deep.equal(ofRepository);
    expect(lfsUrlsOfSource('https://git.example/a/b.git/info/lfs/')).to.deep.equal(ofRepository);
    const other = 'https://svc.example/api/v1/repositories/x/lfs';
    expect(lfsUrlsOfSource(other)).to.deep.equal([other]);
    expect(lfsUrlsOfSource('https://lfs.example/')).to.deep.equal(['https://lfs.example']);
  });

  it('may be either of them where the URL does not say it', () => {
    expect(lfsUrlsOfSource('https://me@git.example/a/b/')).to.deep.equal([
      'https://me@git.example/a/b',
      'https://me@git.example/a/b.git/info/lfs',
    ]);
  });

  it('is no URL whose host depends on who reads it', async () => {
    const dependencies = { runGit: runGitHere, connections: connectionsHere };
    const options = { allowHttp: false, stallSeconds: 1, onStall: () => undefined };
    for (const url of ['https://git.example\\@other.example/lfs', 'https://me%0ahost=git.example@other.example/lfs']) {
      expect((await problemIn(openSource(url, dependencies, options))).message, url).to.match(/^the source: /);
    }
  });

  it('is a folder where it is no URL, also with a letter of a drive', () => {
    expect(['https://git.example', 'ssh://git@git.example/a'].map(isUrl)).to.deep.equal([true, true]);
    expect(['models', './a:b', 'C:\\models', 'C:/models'].map(isUrl)).to.deep.equal([false, false, false, false]);
  });
});
