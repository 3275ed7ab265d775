import { expect } from 'chai';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../src/free-port.js';
import { findInstalledPostgres, preparePostgres, startPostgres } from '../src/postgres-programs.js';

describe("npm's PostgreSQL", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-postgres-'));
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('runs where a checkout lies that nobody but its owner can reach, as in the home of root', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const installed = join(home, 'native');
    await cp(findInstalledPostgres(), installed, { recursive: true, verbatimSymlinks: true });
    const port = await freePort();
    const flags = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    const end = await startPostgres(await preparePostgres(folder, installed), flags);
    const client = new pg.Client(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`);
    await client.connect();
    const { rows } = await client.query('select 7 as seven');
    expect(rows).to.deep.equal([{ seven: 7 }]);
    await client.end();
    await end('SIGINT');
  });

  it('says why it does not start', async () => {
    const programs = await preparePostgres(folder);
    const fault = await startPostgres(programs, ['-c', 'no_such_setting=1']).catch((reason: unknown) => reason);
    expect(fault).to.be.an('error').with.property('message').that.contains('unrecognized configuration parameter');
  });
});
