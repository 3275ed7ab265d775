import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from './working-copy.js';

const file = bytesNamed('file', 3000);

describe('what git-lfs tells people who may not do something', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let origin: string;

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('guarded');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await copy.commit({ 'file.bin': file });
    expect((await copy.push()).exitCode).to.equal(0);
  });
  after(() => world.close());

  const computerWith = async (credential: string): Promise<GitClient> => {
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, credential);
    return computer;
  };

  /** Clones without the large files, then pushes a new one. */
  const tryToPush = async (computer: GitClient) => {
    const { copy } = await cloneOf(computer, origin, 'copy', { env: { GIT_LFS_SKIP_SMUDGE: '1' } });
    await copy.commit({ 'other.bin': bytesNamed('never sent', 10) });
    const push = await copy.push();
    return { copy, push, said: push.stdout + push.stderr };
  };

  const expectRefusedPush = async (computer: GitClient, credential: string, reason: string) => {
    const { copy, push, said } = await tryToPush(computer);
    expect(push.exitCode).to.not.equal(0);
    expect(said).to.contain(reason);
    expect(await computer.savedCredentials()).to.contain(credential);
    expect(await world.listedOids(repository)).to.have.length(1);
    return copy;
  };

  it('a VIEWER clones, cannot push, reads which permission that needs, and keeps the saved credential', async () => {
    const credential = await world.addUser('viewer@example.com', 'VIEWER');
    const computer = await computerWith(credential);
    const { outcome, copy } = await cloneOf(computer, origin, 'cloned');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect((await readFile(join(copy.path, 'file.bin'))).equals(file)).to.equal(true);
    const pushed = await expectRefusedPush(computer, credential, 'This needs the permission repository.push.');
    expect((await pushed.attempt(['config', '--get-regexp', 'locksverify'])).stdout).to.equal('');
  });

  it('a token that may only read cannot push', async () => {
    const credential = await world.createToken({ scopes: ['repo:read'] });
    await expectRefusedPush(await computerWith(credential), credential, 'This needs the permission repository.push.');
  });

  it('a stranger is told that there is nothing', async () => {
    const credential = await world.addUser('stranger@example.com');
    const computer = await computerWith(credential);
    await expectRefusedPush(computer, credential, 'Not found: nothing that this caller may see at');
    const { outcome } = await cloneOf(computer, origin, 'cloned');
    expect(outcome.exitCode).to.not.equal(0);
    expect(outcome.stderr).to.contain('Not found: nothing that this caller may see at');
  });

  it('a token of another repository is told that there is nothing', async () => {
    const other = await world.createRepository('other');
    const credential = await world.createToken({ kind: 'REPO', repositoryId: other.id });
    await expectRefusedPush(await computerWith(credential), credential, 'Not found: nothing that this caller may see at');
  });

  it('a suspended user is told so', async () => {
    const credential = await world.addUser('late@example.com', 'DEVELOPER');
    const computer = await computerWith(credential);
    expect((await world.server.command('user', 'suspend', 'late@example.com')).code).to.equal(0);
    await expectRefusedPush(computer, credential, 'This account is suspended.');
  });
});
