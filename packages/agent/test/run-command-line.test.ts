import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runAgent } from './rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from './rigs/scratch-home.js';
import { sha256 } from './rigs/transfers.js';
import { startTransferService, type TransferService } from './rigs/transfer-service.js';

describe('a command beside others in a process', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  it('leaves no connection open', async () => {
    const server: Server = createServer((_request, response) => response.writeHead(404).end());
    server.keepAliveTimeout = 0;
    let opened = 0;
    let open = 0;
    server.on('connection', (socket) => {
      opened += 1;
      open += 1;
      socket.once('close', () => (open -= 1));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const SVC_URL = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    const env = { SVC_URL, SVC_REPOSITORY: '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a', SVC_TOKEN: 'secret' };
    expect((await runAgent(scratch, ['ls'], { env })).code).to.equal(1);
    await waitUntil('the connections are closed', () => open === 0);
    expect(opened).to.equal(1);
    server.close();
  });

  it('goes on where nobody can read its notes', async () => {
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    for (const code of ['EPIPE', 'ENOSPC']) {
      await writeFile(join(scratch.home, '.git-credentials'), 'https://token:secret@svc.example\n');
      const fault = Object.assign(new Error(`write ${code}`), { code });
      const stderr = new Writable({ write: (_text, _encoding, done) => done(fault) });
      const ended = await runAgent(scratch, ['logout', 'https://svc.example'], { stderr });
      expect(ended).to.include({ code: 0, stdout: 'git has forgotten the token for https://svc.example\n' });
      expect(stderr.errored, code).to.equal(fault);
    }
  });

  it('ends when a slow reader has all of its output, also where it fails', async () => {
    await writeFile(join(scratch.clone, 'file'), 'bytes');
    const slow = (onTaken: (text: string) => void) =>
      new Writable({
        decodeStrings: false,
        write: (text, _encoding, done) =>
          void setImmediate(() => {
            onTaken(String(text));
            done();
          }),
      });
    const taken = { stdout: '', stderr: '' };
    const stdout = slow((text) => (taken.stdout += text));
    const stderr = slow((text) => (taken.stderr += text));
    expect(await runAgent(scratch, ['chunk', 'file', 'gone'], { stdout, stderr })).to.include({ code: 1 });
    expect(taken.stdout).to.match(/^[0-9a-f]{64}  file: 1 chunks of 5 to 5 bytes/);
    expect(taken.stderr).to.equal('svc: gone cannot be read (ENOENT)\n');
  });

  describe('with a service', () => {
    let service: TransferService;
    before(async () => {
      service = await startTransferService();
    });
    after(() => service.close());

    it('takes paths from its own folder, whichever that of the process is, and shows them as they were given', async () => {
      const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
      const bytes = Buffer.alloc(5_000_000, 'large enough for threads');
      const oid = sha256(bytes);
      await writeFile(join(scratch.clone, 'file'), bytes);
      const ended = (stdout: string, stderr = '') => ({ code: 0, stdout, stderr });
      expect(await runAgent(scratch, ['push', './file'], { env })).to.deep.equal(ended(`${oid}  ./file\n`));
      expect(await runAgent(scratch, ['verify', oid, '--file', 'file'], { env })).to.deep.equal(ended(`${oid}  file: OK\n`));
      expect(await runAgent(scratch, ['pull', oid, '-o', '../back'], { env })).to.deep.equal(ended(`${oid}  ../back\n`));
      expect((await readFile(join(scratch.clone, '../back'))).equals(bytes)).to.equal(true);
      const foreseen = await runAgent(scratch, ['push', '--dry-run', '.'], { env });
      expect(foreseen).to.include({ code: 0, stdout: '' });
    });
  });
});
