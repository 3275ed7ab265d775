import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('svc login where git keeps a credential for each path', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  before(async () => {
    service = await startTransferService();
  });
  after(() => service.close());
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    await scratch.git(['config', '--global', 'credential.useHttpPath', 'true']);
    await writeFile(join(scratch.clone, 'file'), 'file');
  });
  afterEach(() => scratch.remove());

  const svc = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runAgent(scratch, args, { env, input: service.token });
  const kept = (): Promise<string> => readFile(join(scratch.home, '.git-credentials'), 'utf8').catch(() => '');

  it('is refused without a repository, in a line that says what to do', async () => {
    expect(await svc(['login', service.baseUrl])).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'svc: credential.useHttpPath is set: run svc login in the clone, or name the LFS URL\n',
    });
    expect(await kept()).to.equal('');
  });

  it('is not refused where the setting is for another host', async () => {
    await scratch.git(['config', '--global', '--unset', 'credential.useHttpPath']);
    await scratch.git(['config', '--global', 'credential.https://other.example.useHttpPath', 'true']);
    expect((await svc(['login', service.baseUrl])).code).to.equal(0);
    expect(await kept()).to.equal(`${service.baseUrl.replace('//', `//token:${service.token}@`).replace(/:(\d+)$/, '%3a$1')}\n`);
  });

  it('keeps the token for the LFS URL of the clone as it is written, also where the service is named', async () => {
    for (const args of [['login'], ['login', service.baseUrl]]) {
      const path = `/api/v1/repositories/${service.repositoryId}.git/info/lfs`;
      await scratch.git(['config', 'lfs.url', `${service.baseUrl}${path}`]);
      expect((await svc(args)).code).to.equal(0);
      expect(await kept()).to.contain(`${path}\n`);
      expect(await svc(['push', 'file'])).to.include({ code: 0, stderr: '' });
      expect((await svc(['logout'])).code).to.equal(0);
    }
  });

  it('keeps the token for the LFS URL that is named, and no other one is found', async () => {
    const { baseUrl, repositoryId } = service;
    const lfsUrl = `${baseUrl}/api/v1/repositories/${repositoryId}/lfs`;
    expect((await svc(['login', lfsUrl])).code).to.equal(0);
    expect(await svc(['push', 'file'], { SVC_URL: lfsUrl })).to.include({ code: 0, stderr: '' });
    const other = `${baseUrl}/api/v1/repositories/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}/lfs`;
    const { code, stderr } = await svc(['push', 'file'], { SVC_URL: other });
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: `svc: there is no credential for ${baseUrl}: set SVC_TOKEN together with SVC_URL, or save one with git credential approve; credential.useHttpPath is set, so git keeps one for ${other} alone\n`,
    });
  });
});

describe('svc login with a user in the LFS URL', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  before(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
  });
  after(async () => {
    await service.close();
    await scratch.remove();
  });

  const loginAs = (user: string) =>
    runAgent(scratch, ['login', service.baseUrl.replace('//', `//${user}@`)], { input: service.token });
  const kept = (): Promise<string> => readFile(join(scratch.home, '.git-credentials'), 'utf8').catch(() => '');

  it('keeps no token for a host that stands in the lines of the user', async () => {
    const { code, stderr } = await loginAs('token%0ahost=evil.example%0aprotocol=https');
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'svc: --url: The URL has a backslash, a blank or a control character in it.\n',
    });
    expect(await kept()).to.equal('');
  });

  it('takes a percent sign that begins nothing for itself', async () => {
    expect(await loginAs('50%')).to.include({ code: 0, stderr: '' });
    expect(await kept()).to.match(/^http:\/\/50%25:/);
  });
});
