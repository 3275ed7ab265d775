import { expect } from 'chai';
import { startGit } from '../../src/git/git-process.js';
import { problemIn } from '../rigs/problem-in.js';

describe('a git that reads while it runs', () => {
  it('says how it has ended when it is asked for that, and not to who writes to it then', async () => {
    const place = { folder: undefined, environment: process.env, signal: new AbortController().signal };
    const git = startGit(['--no-such-option'], place);
    await git.write('x'.repeat(4 * 1024 * 1024));
    expect((await problemIn(git.finish())).message).to.contain('git --no-such-option failed');
  });
});
