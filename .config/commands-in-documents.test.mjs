import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

  it('install packages of ours by their names only where it says that this is for later, when the names are ours', () => {
    const shown = linesWith('^[n]pm (i|install) +(-[^ ]+ +)*@svc/');
    const files = new Set(shown.split('\n').map((line) => line.split(':', 1)[0]));
    files.delete('');
    expect(files).to.not.be.empty;
    for (const file of files) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      for (const [index, line] of lines.entries())
        if (/^npm (?:i|install) .*@svc\//.test(line)) expect(lines[index - 1], file).to.match(/^# From the first release on/);
    }
  });

  it('give svc-server all arguments that it needs, in the console', () => {
    const synopses = linesWith('^\\| `svc-server [a-z]+ [a-z-]+').matchAll(/`svc-server ([a-z]+ [a-z-]+)((?: <[^>]+>)*)/g);
    const needed = new Map(Array.from(synopses, ([, command, parameters]) => [command, parameters.split('<').length - 1]));
    const commands = linesWith('svc-server [a-z]+ [a-z]+')
      .split('\n')
      .filter((line) => line.startsWith('packages/console/app/'))
      .map((line) => /svc-server ([a-z]+ [a-z-]+)([^"'`]*)/.exec(line));
    expect(commands).to.not.be.empty;
    for (const [text, command, given] of commands)
      expect(given.trim().split(' ').filter(Boolean), text).to.have.length(needed.get(command));
  });
});
