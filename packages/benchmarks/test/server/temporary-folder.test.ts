import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { freePort, startProcess } from '../../src/server/process-under-test.js';
import { withTemporaryFolder } from '../../src/server/temporary-folder.js';

/** Answers, and goes on writing into a folder. */
const writer = `
const { createServer } = require('node:http');
const { mkdirSync } = require('node:fs');
const [folder, port] = process.argv.slice(1);
createServer((request, response) => response.end()).listen(Number(port), '127.0.0.1');
let count = 0;
setInterval(() => mkdirSync(folder + '/' + count++ + '/below', { recursive: true }));
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('withTemporaryFolder', () => {
  it('tells why a run has failed that has left a server running in it, and leaves neither', async () => {
    const cause = new Error('a step has failed');
    let left = { folder: '', pid: 0 };
    const told = await withTemporaryFolder(async (folder) => {
      const port = await freePort();
      const program = [process.execPath, '-e', writer, folder, String(port)] as const;
      const { pid } = await startProcess(program, { environment: {}, port });
      left = { folder, pid };
      throw cause;
    }).catch((fault: unknown) => fault);
    expect(told).to.equal(cause);
    expect([isAlive(left.pid), existsSync(left.folder)]).to.deep.equal([false, false]);
  });

  it('answers what a run has come to, and leaves nothing of it', async () => {
    const folder = await withTemporaryFolder((made) => Promise.resolve(made));
    expect(existsSync(folder)).to.equal(false);
  });
});
