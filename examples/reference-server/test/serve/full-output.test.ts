import { freePort } from '@svc/test-services/free-port';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestBundle } from '../server/server-process.js';

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

describe('a server whose output leads to what may grow no more', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-full-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const serve = async (output: string) => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const file = openSync(output, 'a');
    const bundle = join(newestBundle(), '..', 'svc-server.js');
    const child = spawn(process.execPath, [bundle, 'serve'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, PORT: String(port) },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    const stop = async (): Promise<number | null> => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      return child.exitCode;
    };
    await waitUntil('the server is ready', async () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      return (await statusOf(`${baseUrl}/readyz`)) === 200;
    });
    return { stop, answer: () => statusOf(`${baseUrl}/api/v1/plans`) };
  };

  const run = async (parameters: readonly string[], output: string) => {
    const file = openSync(output, 'a');
    const bundle = join(newestBundle(), '..', 'svc-server.js');
    const child = spawn(process.execPath, [bundle, ...parameters], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      stdio: ['ignore', file, 'pipe'],
    });
    closeSync(file);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(child, 'close');
    return { code: child.exitCode, said };
  };

  it('answers requests on a full disk, and ends with 0 when it is told to', async () => {
    const { answer, stop } = await serve('/dev/full');
    expect([await answer(), await answer()]).to.deep.equal([200, 200]);
    expect(await stop()).to.equal(0);
  });

  it('has commands beside it that fail when what they were asked for is lost', async () => {
    const { stop } = await serve('/dev/full');
    const list = ['user', 'list'];
    expect(await run(list, '/dev/full')).to.deep.equal({ code: 1, said: 'svc-server: the output cannot be written (ENOSPC)\n' });
    expect(await run(list, join(folder, 'users'))).to.deep.equal({ code: 0, said: '' });
    await stop();
  });
});
