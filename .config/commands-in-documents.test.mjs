import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { root } from '../.scripts/workspaces.mjs';

/** Lines of the repository, and not of these patterns, that match. */
const linesWith = (pattern) => {
  const { stdout, stderr } = spawnSync('git', ['grep', '--untracked', '-nE', pattern], { cwd: root, encoding: 'utf8' });
  expect(stderr).to.equal('');
  return stdout;
};

describe('the commands that documents and answers name', () => {
  it('never have npx fetch svc or svc-server, which on npm are names of nobody here, nor what is below @svc, which somebody could take', () => {
    expect(linesWith('[n]px +(-[^ ]+ +)*@?svc')).to.equal('');
  });

  it('install the agent and the server from tarballs, never by a name that somebody could take', () => {
    expect(linesWith('[n]pm (i|install) +(-[^ ]+ +)*(-g|--global) +(-[^ ]+ +)*@?svc')).to.equal('');
  });
});
