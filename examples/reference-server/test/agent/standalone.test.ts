import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent, runAgent } from './agent-process.js';
import { sentPacks } from './tree-traffic.js';

describe('git-lfs with the agent alone', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let origin: string;
  let copy: WorkingCopy;
  const file = bytesNamed('standalone', 3_000_000);

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('standalone');
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    origin = await createOrigin(computer);
    copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await agent(computer, ['install', '--standalone', '--url', repository.lfsUrl], { folder: copy.path });
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  const batches = () => world.proxy.exchanges.filter(({ path }) => path.endsWith('/objects/batch'));

  it('pushes without a batch', async () => {
    await copy.commit({ 'file.bin': file });
    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect(batches()).to.deep.equal([]);
    expect(sentPacks(world.proxy)).to.have.length(1);
    expect(await world.listedOids(repository)).to.have.length(1);
  });

  it('fetches into a clone without a batch', async () => {
    const { copy: clone } = await cloneOf(computer, origin, 'fresh', { env: { GIT_LFS_SKIP_SMUDGE: '1' } });
    await agent(computer, ['install', '--standalone', '--url', repository.lfsUrl], { folder: clone.path });
    await clone.git('lfs', 'pull');
    expect(batches()).to.deep.equal([]);
    expect((await readFile(join(clone.path, 'file.bin'))).equals(file)).to.equal(true);
    expect(await clone.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
  });

  it('goes by the environment where nothing was installed for the clone', async () => {
    const other = await world.newComputer();
    await agent(other, ['install', '--global', '--standalone']);
    const { copy: clone } = await cloneOf(other, origin, 'environment', {
      env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: await world.createToken() },
    });
    expect(batches()).to.deep.equal([]);
    expect((await readFile(join(clone.path, 'file.bin'))).equals(file)).to.equal(true);
  });

  /** A clone of its own, made ready for a repository; what it is about to push, and another repository. */
  const madeReady = async (name: string) => {
    const [first, second] = [await world.createRepository(`${name}-first`), await world.createRepository(`${name}-second`)];
    const own = await createWorkingCopy(computer, await createOrigin(computer, `${name}.git`), first.lfsUrl, name);
    await own.commit({ 'file.bin': bytesNamed(name, 1000) });
    return { first, second, own };
  };

  it('pushes nothing when the environment names another repository than the clone, and says both', async () => {
    const { first, second, own } = await madeReady('elsewhere');
    await agent(computer, ['install', '--standalone', '--url', first.lfsUrl], { folder: own.path });
    const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: second.id, SVC_TOKEN: await world.createToken() };
    const push = await own.push({ env });
    expect(push.exitCode).to.not.equal(0);
    const message = `the LFS URL of the clone is ${first.lfsUrl}, but by SVC_URL and SVC_REPOSITORY it would be ${second.lfsUrl}`;
    expect((push.stdout + push.stderr).split(message)).to.have.length(2);
    const doctor = await runAgent(computer, ['doctor'], { folder: own.path, env });
    expect(doctor).to.include({ code: 1, stderr: 'svc: one check has failed\n' });
    expect(doctor.stdout).to.contain(`failed  settings: ${message}`);
    expect([await world.listedOids(first), await world.listedOids(second)]).to.deep.equal([[], []]);
  });

  it('pushes to the repository of the clone when another one was installed later', async () => {
    const { first, second, own } = await madeReady('moved');
    await agent(computer, ['install', '--standalone', '--url', first.lfsUrl], { folder: own.path });
    await agent(computer, ['install', '--url', second.lfsUrl], { folder: own.path });
    const push = await own.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect(await world.listedOids(first)).to.have.length(1);
    expect(await world.listedOids(second)).to.deep.equal([]);
  });

  it('pushes to the LFS URL of the remote that is pushed to', async () => {
    const { first, second, own } = await madeReady('remotes');
    await own.git('rm', '--quiet', '.lfsconfig');
    await own.git('commit', '--quiet', '--message', 'Say nothing of LFS');
    await own.git('config', 'remote.origin.lfsurl', first.lfsUrl);
    await own.git('remote', 'add', 'other', await createOrigin(computer, 'other.git'));
    await own.git('config', 'remote.other.lfsurl', second.lfsUrl);
    await agent(computer, ['install', '--standalone'], { folder: own.path });
    expect(await agent(computer, ['doctor'], { folder: own.path })).to.contain(`ok      settings: repository ${first.id} of `);
    await own.git('push', 'other', 'HEAD');
    expect([await world.listedOids(first), (await world.listedOids(second)).length]).to.deep.equal([[], 1]);
    expect((await own.push()).exitCode).to.equal(0);
    expect(await world.listedOids(first)).to.deep.equal(await world.listedOids(second));
    expect(batches()).to.deep.equal([]);
  });

  it('tells a VIEWER who pushes which permission that needs', async () => {
    const viewer = await world.newComputer();
    await viewer.saveCredential(repository.lfsUrl, await world.addUser('viewer@example.com', 'VIEWER'));
    const { copy: clone } = await cloneOf(viewer, origin, 'viewed', { env: { GIT_LFS_SKIP_SMUDGE: '1' } });
    await clone.git('lfs', 'install', '--local', '--skip-smudge');
    await agent(viewer, ['install', '--standalone', '--url', repository.lfsUrl], { folder: clone.path });
    await clone.commit({ 'other.bin': bytesNamed('never sent', 1000) });
    const push = await clone.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.contain('This needs the permission repository.push.');
    expect(await world.listedOids(repository)).to.have.length(1);
  });

  it('says what is missing when nobody has given a credential', async () => {
    const stranger = await world.newComputer();
    const { copy: clone } = await cloneOf(stranger, origin, 'unknown', { env: { GIT_LFS_SKIP_SMUDGE: '1' } });
    await clone.git('lfs', 'install', '--local', '--skip-smudge');
    await agent(stranger, ['install', '--standalone', '--url', repository.lfsUrl], { folder: clone.path });
    const pull = await clone.attempt(['lfs', 'pull']);
    expect(pull.exitCode).to.not.equal(0);
    expect(pull.stdout + pull.stderr).to.contain(`there is no credential for ${world.proxy.url}`);
  });

  it('lets git-lfs go on by itself after uninstall', async () => {
    await agent(computer, ['uninstall'], { folder: copy.path });
    await copy.commit({ 'plain.bin': bytesNamed('plain', 1000) });
    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect(batches()).to.not.have.length(0);
    expect(sentPacks(world.proxy)).to.deep.equal([]);
    expect(await world.listedOids(repository)).to.have.length(2);
  });
});
