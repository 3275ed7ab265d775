import { freePort } from '@svc/test-services/free-port';
import { trusted, type TreePath } from '@svc/core/model';
import { expect } from 'chai';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupStack, newStack } from '../backup/backup-stack.js';
import { createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import type { TestServer } from '../server/start-server.js';
import { createTreeClient, type TreeClient } from '../tree/tree-client.js';
import { expectUnavailable } from './outage.js';

const bytes = Buffer.from('notes');
const path = trusted<TreePath>('meta/notes');

describe('a server whose disk for files', () => {
  let stack: BackupStack;
  let server: TestServer;
  let tree: TreeClient;
  let blobs: string;
  beforeEach(async () => {
    stack = await newStack('sqlite-fs');
    server = await stack.serve();
    blobs = join(stack.dataDir, 'blobs');
    const api = createApiClient(server.baseUrl, server.adminToken, { isPatient: false });
    const repository = await api.createRepository('models');
    tree = createTreeClient(repository, server.baseUrl, server.adminToken);
    expectStatus(await tree.put({ path, bytes }), 201);
  });
  afterEach(() => stack.drop());

  /** What is at the path of a mount when the disk is not there. */
  const unmount = (): void => {
    renameSync(blobs, `${blobs}-disk`);
    mkdirSync(blobs);
  };
  const mount = (): void => {
    rmSync(blobs, { recursive: true });
    renameSync(`${blobs}-disk`, blobs);
  };

  it('is not mounted answers 503 also when a check was started meanwhile, which cannot tell, and goes on when it is', async () => {
    unmount();
    expectUnavailable(await tree.get(path));
    const { code, stderr } = await stack.command('fsck');
    expect(code).to.equal(2);
    expect(stderr).to.match(/^svc-server: the storage does not answer$/m);
    const copied = await stack.command('copy-files', '--from', blobs, '--to', `${blobs}-copy`);
    const problem = `svc-server: --from cannot be used: there are no files in ${blobs}; is its disk mounted?\n`;
    expect([copied.code, copied.stderr]).to.deep.equal([1, problem]);
    expect(readdirSync(blobs)).to.deep.equal([]);
    expectUnavailable(await tree.get(path));
    expectUnavailable(await tree.put({ path: trusted<TreePath>('meta/others'), bytes }));
    mount();
    expect((await tree.get(path)).bytes).to.deep.equal(bytes);
  });

  it('is not mounted does not start, unless the files are said to be lost', async () => {
    await server.stop();
    unmount();
    const settings = { PORT: String(await freePort()) };
    const { code, stderr } = await stack.commandWith(settings, 'serve');
    const files = join(blobs, 'repositories');
    expect([code, stderr]).to.deep.equal([
      1,
      `svc-server: the database knows of files, and there are none in ${blobs}: mount its disk, or bring them back; where they are lost, make the folder ${files}\n`,
    ]);
    expect(readdirSync(blobs)).to.deep.equal([]);
    mkdirSync(files);
    await server.start();
    await server.stop();
    mount();
    await server.start();
    expect((await tree.get(path)).bytes).to.deep.equal(bytes);
  });
});
