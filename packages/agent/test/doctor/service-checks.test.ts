import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const id = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const lfsUrl = `http://127.0.0.1:9/api/v1/repositories/${id}/lfs`;

describe('the checks of a service', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  let server: Server | undefined;
  afterEach(async () => {
    server?.close();
    server?.closeAllConnections();
    server = undefined;
    await scratch.remove();
  });
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const doctor = async (): Promise<string> => (await runAgent(scratch, ['doctor'])).stdout;

  it('say of a credential in the LFS URL of the clone where it stands', async () => {
    for (const user of ['svc_pat_one', 'svc_pat_one:', 'me:svc_pat_one']) {
      await set('lfs.url', lfsUrl.replace('//', `//${user}@`));
      expect(await doctor(), user).to.contain('ok      credential: from the LFS URL of the clone\n');
    }
  });

  it('read no more of an answer than a service says', async () => {
    let plans = '';
    server = createServer((_request, response) => response.end(plans));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    await set('lfs.url', lfsUrl.replace('http://127.0.0.1:9', url));
    for (const [padBytes, line] of [
      [1000, `ok      service: ${url} is ready\n`],
      [1024 * 1024, `failed  service: ${url} is ready, but is no server of this service; is it the base URL?\n`],
    ] as const) {
      plans = JSON.stringify({ plans: [], pad: ' '.repeat(padBytes) });
      expect(await doctor()).to.contain(line);
    }
  });
});
