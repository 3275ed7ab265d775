import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { root } from '../.scripts/workspaces.mjs';

describe('the commands that documents and answers name', () => {
  it('never have npx fetch svc or svc-server, which on npm are names of nobody here', () => {
    const pattern = '[n]px +(-[^ ]+ +)*svc';
    const { stdout, stderr } = spawnSync('git', ['grep', '--untracked', '-nE', pattern], { cwd: root, encoding: 'utf8' });
    expect(stderr).to.equal('');
    expect(stdout).to.equal('');
  });
});
