import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { mistyped } from '../secrets/mistyped.js';
import { agent, type AgentOutcome, runAgent, runAgentProcess, startAgent, talkOnTerminal } from './agent-process.js';

describe('svc login and svc logout', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let token: string;
  before(async () => {
    world = await createLfsWorld();
    computer = await world.newComputer();
    token = await world.createToken();
  });
  after(() => world.close());

  const login = (secret: string, ...args: readonly string[]): Promise<AgentOutcome> => {
    const running = startAgent(computer, ['login', world.proxy.url, ...args], { talks: true });
    running.write(secret);
    running.hangUp();
    return running.outcome;
  };

  it('keep a token where git and this command find it, and have git forget it', async () => {
    const { code, stdout, stderr } = await login(`${token}\n`);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.equal(`git keeps the token for ${world.proxy.url}, which is of admin@localhost\n`);
    expect(await computer.savedCredentials()).to.contain(`:${token}@`);
    const { id } = await world.createRepository('models');
    const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: id };
    await writeFile(join(computer.root, 'file'), 'file');
    expect(await agent(computer, ['push', 'file'], { env })).to.match(/ {2}file\n$/);
    const out = await runAgentProcess(computer, ['logout', '--json'], { env });
    expect(out.stdout).to.equal(`{"url":"${world.proxy.url}","was_kept":true}\n`);
    expect(out.stderr).to.equal(`svc: the token works until it is revoked: ${world.proxy.url}/organizations\n`);
    expect(await computer.savedCredentials()).to.equal('');
    expect(await agent(computer, ['logout', world.proxy.url])).to.equal(`git has no token for ${world.proxy.url}\n`);
  });

  it('ask a person, say where tokens are made, and show nothing of what is pasted', async () => {
    const prompt = 'Token (it is not shown): ';
    const shown = await talkOnTerminal(computer, ['login', world.proxy.url], { prompt, answer: `${token}\r` });
    expect(shown).to.contain(`svc: make a token at ${world.proxy.url}/organizations\r\n${prompt}\r\ngit keeps the token for`);
    expect(shown).to.not.contain(token);
    const ended = await talkOnTerminal(computer, ['login', world.proxy.url], { prompt, answer: '\x03' });
    expect(ended).to.not.contain('git keeps').and.not.contain(' at ask');
    expect((await runAgent(computer, ['logout', world.proxy.url])).code).to.equal(0);
    expect(await computer.savedCredentials()).to.equal('');
  });

  it('keep nothing that the service does not know, and say so in a line without the secret', async () => {
    for (const [secret, line] of [
      [mistyped(token), `${world.proxy.url} does not know this token`],
      ['two words', 'that is no token: it has characters that none has'],
      ['', 'no token was given: paste one, or pipe it in'],
    ] as const) {
      const { code, stdout, stderr } = await login(secret);
      expect({ code, stdout, stderr }).to.deep.equal({
        code: 1,
        stdout: '',
        stderr: stderr.replace(/^svc: .*\n$/, `svc: ${line}\n`),
      });
      expect(stderr)
        .to.contain(line)
        .and.not.contain(secret === '' ? '\0' : secret);
    }
    expect(await computer.savedCredentials()).to.equal('');
  });

  it('say how to have git keep a token where no helper does', async () => {
    await computer.git(computer.root, 'config', '--global', 'credential.helper', '');
    const { code, stderr } = await login(token);
    await computer.git(computer.root, 'config', '--global', 'credential.helper', 'store');
    expect(code).to.equal(1);
    expect(stderr).to.match(/^svc: git keeps no credentials here; name a helper, such as: git config [^\n]+\n$/);
  });

  it('want to know which service it is', async () => {
    const { code, stderr } = await runAgent(computer, ['login']);
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'svc: which service? Name it: svc login https://svc.example\n',
    });
  });
});
