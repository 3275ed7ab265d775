import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('the check of the LFS URL', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let elsewhere: string;
  beforeEach(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    elsewhere = service.baseUrl.replace('127.0.0.1', 'localhost');
    await runAgent(scratch, ['install']);
    await set('credential.helper', 'store');
    const saved = [service.baseUrl, elsewhere].map((url) => `${url.replace('//', `//token:${service.token}@`)}\n`);
    await writeFile(join(scratch.home, '.git-credentials'), saved.join(''));
  });
  afterEach(async () => {
    await service.close();
    await scratch.remove();
  });
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const lfsUrls = () => [`/api/v1/repositories/${service.repositoryId}/lfs`, '/tests/models.git/info/lfs'];
  const doctor = (env = {}) => runAgent(scratch, ['doctor'], { env });
  const ok = 'ok      lfs-url: svc goes where the service sends git-lfs\n';

  it('fails where the service calls itself otherwise than the clone does, with what changes that', async () => {
    for (const path of lfsUrls()) {
      await set('lfs.url', elsewhere + path);
      const { code, stdout, stderr } = await doctor();
      const command = `git config lfs.url '${service.baseUrl}${path}'`;
      const names = `the service calls itself ${service.baseUrl}, the clone ${elsewhere}`;
      expect(stdout).to.contain(
        `failed  lfs-url: ${names}: git-lfs with svc moves nothing until the clone calls it so too: ${command}\n`,
      );
      expect({ code, stderr }).to.deep.equal({ code: 1, stderr: 'svc: one check has failed\n' });
      await set('lfs.url', service.baseUrl + path);
      expect(await doctor())
        .to.include({ code: 0 })
        .and.to.have.property('stdout')
        .that.contains(ok);
    }
  });

  it('is content where the clone calls the service so, and git reaches it by another URL', async () => {
    await set(`url.${elsewhere}/.insteadOf`, `${service.baseUrl}/`);
    for (const path of lfsUrls()) {
      await set('lfs.url', service.baseUrl + path);
      const { code, stdout } = await doctor();
      expect(stdout).to.contain(`of ${elsewhere}\n`).and.contain(ok);
      expect(code).to.equal(0);
    }
  });

  it('is none where git-lfs has no agent, or leaves everything to it', async () => {
    const [path = ''] = lfsUrls();
    await set('lfs.url', elsewhere + path);
    await set(`lfs.${elsewhere}${path}.standaloneTransferAgent`, 'svc');
    expect((await doctor()).stdout)
      .to.contain('ok      repository: ')
      .and.not.contain('lfs-url');
    await runAgent(scratch, ['uninstall']);
    expect((await doctor()).stdout)
      .to.contain('ok      repository: ')
      .and.not.contain('lfs-url');
  });

  it('warns where the service does not say it', async () => {
    await set('lfs.url', elsewhere + (lfsUrls()[0] ?? ''));
    service.intercept = (request, response) => {
      if (request.url?.endsWith('/connect') !== true) return false;
      response.writeHead(404).end('<html>');
      return true;
    };
    const { code, stdout } = await doctor();
    const why = `${elsewhere} does not say what it calls itself: `;
    expect(stdout).to.contain(`warning lfs-url: whether svc goes where the service sends git-lfs is not known: ${why}`);
    expect(code).to.equal(0);
  });
});
