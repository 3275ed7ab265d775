import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('commands that write, in a clone that pushes to another remote', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  beforeEach(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    const { host } = new URL(service.baseUrl);
    await writeFile(join(scratch.home, '.git-credentials'), `http://token:${service.token}@${host}\n`);
    for (const name of ['origin', 'fork']) await scratch.git(['remote', 'add', name, `https://git.example/${name}.git`]);
    await scratch.git(['config', 'remote.pushDefault', 'fork']);
    await scratch.git(['config', 'remote.fork.lfsurl', `${service.baseUrl}/api/v1/repositories/${service.repositoryId}/lfs`]);
    await writeFile(join(scratch.clone, 'a.bin'), 'some bytes');
  });
  afterEach(async () => {
    await service.close();
    await scratch.remove();
  });

  for (const command of ['push', 'import']) {
    it(`write to the repository of that one: svc ${command}`, async () => {
      const { code, stderr } = await runAgent(scratch, [command, command === 'push' ? 'a.bin' : '.']);
      expect({ code, isRefused: stderr.includes('which service?') }).to.deep.equal({ code: 0, isRefused: false });
      expect((await runAgent(scratch, ['ls'])).stderr).to.contain('which service?');
    });
  }
});
