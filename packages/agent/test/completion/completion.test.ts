import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runAgent, runAgentProcess } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('the completion of words in a shell', () => {
  let scratch: ScratchHome;
  const scripts = new Map<string, string>();
  before(async () => {
    scratch = await makeScratchHome();
    for (const shell of ['bash', 'zsh', 'fish']) {
      const run = shell === 'bash' ? runAgentProcess : runAgent;
      const { code, stdout, stderr } = await run(scratch, ['completion', shell]);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      scripts.set(shell, stdout);
    }
  });
  after(() => scratch.remove());

  const run = async (shell: string, ...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', ...scratch.environment };
    return (await promisify(execFile)(shell, args, { cwd: scratch.clone, env })).stdout;
  };

  /** What bash would offer for the last of the words. */
  const inBash = async (...words: readonly string[]): Promise<readonly string[]> => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(svc ${typed}); COMP_CWORD=${words.length}; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const offered = await run('bash', '--norc', '-c', `${scripts.get('bash') ?? ''}\n${ask}`);
    return offered.split('\n').filter((word) => word !== '');
  };

  it('offers commands, their options and the values that these may have, in bash', async () => {
    expect(await inBash('pu')).to.deep.equal(['push', 'pull']);
    expect(await inBash('push', '--d')).to.deep.equal(['--dry-run']);
    expect(await inBash('push', '--profile', 'fixed-5')).to.deep.equal(['fixed-512k']);
    expect(await inBash('push', '--json', '--ex')).to.deep.equal(['--exclude']);
    expect(await inBash('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    expect(await inBash('help', 'unde')).to.deep.equal(['undelete']);
  });

  it('leaves paths, and what it does not know, to bash', async () => {
    expect(await inBash('push', 'mod')).to.deep.equal([]);
    expect(await inBash('pull', '--output', '-')).to.deep.equal([]);
    expect(await inBash('unknown', '--x')).to.deep.equal([]);
  });

  it('offers none of what the help hides', () => {
    for (const script of scripts.values())
      expect(script)
        .to.contain('install-hook')
        .and.not.match(/(?:--|-l )pre-push/);
  });

  it('offers the same in fish', async () => {
    const ask = (line: string): Promise<string> =>
      run('fish', '--no-config', '-c', `${scripts.get('fish') ?? ''}\ncomplete -C '${line}'`);
    expect(await ask('svc pu')).to.match(/^pu(?:sh|ll)\t/m);
    expect(await ask('svc push --dry')).to.contain('--dry-run\t');
    expect(await ask('svc push --profile fixed-5')).to.contain('fixed-512k');
    expect(await ask('svc completion z')).to.contain('zsh');
  });

  it('is a script that zsh reads', async () => {
    const ready = 'autoload -Uz compinit && compinit -u -D';
    const said = await run('zsh', '-f', '-c', `${ready}\n${scripts.get('zsh') ?? ''}\nprint $_comps[svc] $+functions[_svc]`);
    expect(said).to.equal('_svc 1\n');
  });

  it('is there for no other shell, which is said in a line', async () => {
    const { code, stdout, stderr } = await runAgent(scratch, ['completion', 'tcsh']);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^svc: [^\n]*Allowed choices are bash, zsh, fish\.\n$/);
  });
});
