import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@svc/test-services/free-port';

const main = fileURLToPath(new URL('../src/index.ts', import.meta.url));

describe('the Express example', () => {
  it('runs by one command', async () => {
    const port = String(await freePort());
    const child = spawn(process.execPath, ['--import=tsx', '--conditions=source', main], {
      env: { ...process.env, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const said = await new Promise<string>((resolve) => {
        child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text));
        child.once('exit', () => resolve('it has ended'));
      });
      expect(said).to.contain(`http://127.0.0.1:${port}/files is the service`);
      expect((await fetch(`http://127.0.0.1:${port}/files/api/v1/plans`)).status).to.equal(200);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
