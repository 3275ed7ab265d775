import { expect } from 'chai';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wrongBytesStatuses } from '../bytes/refused-put.js';
import { bytesNamed, objectNamed, type TestObject } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { actionOf, batch, upload } from './lfs-request.js';
import { createOrigin, createWorkingCopy, objectPath, type WorkingCopy } from './working-copy.js';

const old = objectNamed('old version', 3000);
const current = objectNamed('new version', 3000);

/** Whether the working copy still has the object's bytes on its disk. */
const keeps = async (copy: WorkingCopy, { oid }: TestObject): Promise<boolean> => {
  try {
    await access(objectPath(copy, oid));
    return true;
  } catch {
    return false;
  }
};

describe('git lfs prune --verify-remote', () => {
  let world: LfsWorld;
  let token: string;
  let computer: GitClient;
  let copies = 0;

  before(async () => {
    world = await createLfsWorld();
    token = await world.createToken();
    computer = await world.newComputer();
    await computer.saveCredential(world.proxy.url, token);
  });
  after(() => world.close());

  /** A working copy of two pushed versions, with the client set to keep none but the current one. */
  const pushedTwice = async (repository: RepositoryName): Promise<WorkingCopy> => {
    copies += 1;
    const origin = await createOrigin(computer, `origin-${copies}.git`);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl, `work-${copies}`);
    for (const { bytes } of [old, current]) {
      await copy.commit({ 'a.bin': bytes });
      const push = await copy.push();
      expect(push.exitCode, push.stderr).to.equal(0);
    }
    for (const setting of ['fetchrecentrefsdays', 'fetchrecentcommitsdays', 'pruneoffsetdays']) {
      await copy.git('config', `lfs.${setting}`, '0');
    }
    return copy;
  };

  it('deletes what the server has, which can be fetched again', async () => {
    const copy = await pushedTwice(await world.createRepository('pruned'));
    await copy.git('lfs', 'prune', '--verify-remote');
    expect([await keeps(copy, old), await keeps(copy, current)]).to.deep.equal([false, true]);
    await copy.git('checkout', '--quiet', 'HEAD~1');
    expect((await readFile(join(copy.path, 'a.bin'))).equals(old.bytes)).to.equal(true);
  });

  it('keeps what the server does not have', async () => {
    const copy = await pushedTwice(await world.createRepository('full'));
    const empty = await world.createRepository('empty');
    await copy.git('config', 'lfs.url', empty.lfsUrl);
    const prune = await copy.attempt(['lfs', 'prune', '--verify-remote']);
    expect(prune.exitCode).to.not.equal(0);
    expect(prune.stdout + prune.stderr)
      .to.contain('missing on remote')
      .and.to.contain(old.oid);
    expect(await keeps(copy, old)).to.equal(true);
  });

  it('keeps an object of which the server has only wrong bytes', async () => {
    const copy = await pushedTwice(await world.createRepository('honest'));
    const lied = await world.createRepository('lied to');
    const { oid, size } = old;
    const put = actionOf(await batch(lied.lfsUrl, token, 'upload', [{ oid, size }]), 'upload');
    expect((await upload(put, bytesNamed('something else', size))).status).to.be.oneOf(wrongBytesStatuses);
    await copy.git('config', 'lfs.url', lied.lfsUrl);
    expect((await copy.attempt(['lfs', 'prune', '--verify-remote'])).exitCode).to.not.equal(0);
    expect(await keeps(copy, old)).to.equal(true);
  });
});
