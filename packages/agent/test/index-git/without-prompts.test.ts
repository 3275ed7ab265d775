import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { askRemote } from '../../src/index-git/remote-says.js';
import { withoutPrompts } from '../../src/index-git/without-prompts.js';
import { writeAskpass } from '../rigs/askpass.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('a git that asks a remote and nobody at a terminal', () => {
  let scratch: ScratchRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
  });
  afterEach(() => scratch.remove());

  const ssh = async (environment: Readonly<Record<string, string>>) => {
    const all = { ...scratch.environment, ...environment };
    return (await withoutPrompts(await openScratchRepository({ ...scratch, environment: all })))['GIT_SSH_COMMAND'];
  };

  it('has ssh ask for nothing, whatever it is told besides', async () => {
    expect(await ssh({})).to.equal('ssh -o BatchMode=yes');
    await scratch.git(['config', 'core.sshCommand', '"C:/Open SSH/ssh.exe" -i key']);
    expect(await ssh({ GIT_SSH: 'other' })).to.equal('"C:/Open SSH/ssh.exe" -i key -o BatchMode=yes');
    expect(await ssh({ GIT_SSH_COMMAND: '/usr/bin/ssh -v' })).to.equal('/usr/bin/ssh -v -o BatchMode=yes');
    expect(await ssh({ GIT_SSH_COMMAND: 'wrapped', GIT_SSH_VARIANT: 'ssh' })).to.equal('wrapped -o BatchMode=yes');
  });

  it('leaves a program as it is that may not be ssh', async () => {
    expect(await ssh({ GIT_SSH: '/usr/bin/ssh' })).to.equal(undefined);
    expect(await ssh({ GIT_SSH_COMMAND: 'sshpass -f /keys/ssh ssh' })).to.equal(undefined);
    await scratch.git(['config', 'ssh.variant', 'plink']);
    expect(await ssh({ GIT_SSH_COMMAND: 'ssh' })).to.equal(undefined);
  });

  it('has the program answer that git asks for passwords, once', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    const { program, asked } = await writeAskpass(scratch.folder, 'secret');
    const environment = { ...scratch.environment, GIT_ASKPASS: program };
    const repository = await openScratchRepository({ ...scratch, environment });
    expect(await askRemote(repository, `${url}/code.git`, [])).to.equal(undefined);
    server.close();
    expect(await asked()).to.deep.equal([`Username for '${url}': `, `Password for '${url.replace('//', '//secret@')}': `]);
  });

  it('starts ssh with that', async () => {
    const log = join(scratch.folder, 'log');
    const program = join(scratch.folder, 'ssh');
    await writeFile(program, `#!/bin/sh\necho "$*" >'${log}'; exit 255\n`);
    await chmod(program, 0o755);
    const environment = { ...scratch.environment, GIT_SSH_COMMAND: `'${program}'` };
    const repository = await openScratchRepository({ ...scratch, environment });
    expect(await askRemote(repository, 'ssh://host.test/repository', [])).to.equal(undefined);
    expect(await readFile(log, 'utf8')).to.match(/^-o BatchMode=yes .*host\.test /);
  });
});
