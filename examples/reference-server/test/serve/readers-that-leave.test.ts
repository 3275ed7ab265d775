import { freePort } from '@svc/test-services/free-port';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundle = fileURLToPath(new URL('../../dist/svc-server.js', import.meta.url));
/** Loaded before the bundle: a bug that a signal sets off, and what Node says of a terminal that was closed. */
const onSignals = `data:text/javascript,
  process.on('SIGUSR2', () => { throw new Error('a bug'); });
  process.on('SIGWINCH', () => process.stdout.emit('error', Object.assign(new Error('write EIO'), { code: 'EIO' })));
`;

/** The writing end of a real pipe that nobody reads. */
const brokenPipe = (folder: string): number => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  // Opening for writing alone waits for a reader.
  const reader = openSync(path, 'r+');
  const writer = openSync(path, 'w');
  closeSync(reader);
  return writer;
};

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

describe('a server whose stdout and stderr nobody reads any more', () => {
  let folder: string;
  let baseUrl: string;
  let child: ChildProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-pipe-'));
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    const pipe = brokenPipe(folder);
    child = spawn(process.execPath, ['--import', onSignals, bundle, 'serve'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, PORT: String(port) },
      stdio: ['ignore', pipe, pipe],
    });
    closeSync(pipe);
    await waitUntil('the server is ready', async () => (await statusOf(`${baseUrl}/readyz`)) === 200);
  });
  afterEach(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  });

  const codeAfter = async (signal: NodeJS.Signals): Promise<number | null> => {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  };

  it('answers requests, and ends with 0 when it is told to', async () => {
    expect(await statusOf(`${baseUrl}/api/v1/plans`)).to.equal(200);
    expect(await statusOf(`${baseUrl}/api/v1/plans`)).to.equal(200);
    expect(await codeAfter('SIGTERM')).to.equal(0);
  });

  it('goes on when they were a terminal that was closed', async () => {
    child.kill('SIGWINCH');
    expect(await statusOf(`${baseUrl}/api/v1/plans`)).to.equal(200);
    expect(await codeAfter('SIGHUP')).to.equal(0);
  });

  it('ends with 1 after a bug', async () => {
    expect(await codeAfter('SIGUSR2')).to.equal(1);
  });
});
