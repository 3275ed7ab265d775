import { expect } from 'chai';
import { bytesNamed } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent } from './agent-process.js';
import { sentPacks } from './tree-traffic.js';

describe('git-lfs with the agent, among other people', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let origin: string;
  let anns: WorkingCopy;
  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('shared');
    const ann = await computerOf(await world.createToken());
    origin = await createOrigin(ann);
    anns = await createWorkingCopy(ann, origin, repository.lfsUrl);
    await anns.commit({ 'a.bin': bytesNamed('a', 1000) });
    await expectPush(anns);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  const computerOf = async (credential: string): Promise<GitClient> => {
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, credential);
    await agent(computer, ['install', '--global']);
    return computer;
  };

  const cloned = async (computer: GitClient): Promise<WorkingCopy> => {
    const { outcome, copy } = await cloneOf(computer, origin, 'copy');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    return copy;
  };

  const expectPush = async (copy: WorkingCopy): Promise<void> => {
    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
  };

  it('tells a VIEWER who pushes which permission that needs, and lets them clone', async () => {
    const credential = await world.addUser('viewer@example.com', 'VIEWER');
    const viewer = await computerOf(credential);
    const copy = await cloned(viewer);
    expect(await copy.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
    expect(await copy.git('status', '--porcelain')).to.equal('');
    await copy.commit({ 'b.bin': bytesNamed('never sent', 1000) });
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.contain('This needs the permission repository.push.');
    expect(await viewer.savedCredentials()).to.contain(credential);
    expect(await world.listedOids(repository)).to.have.length(1);
  });

  it('asks about locks before a push, and a file that another user has locked stays where it is', async () => {
    await anns.git('lfs', 'lock', 'a.bin');
    const bobs = await cloned(await computerOf(await world.addUser('bob@example.com', 'DEVELOPER')));
    await bobs.git('config', `lfs.${repository.lfsUrl}.locksverify`, 'true');
    await bobs.commit({ 'a.bin': bytesNamed('changed', 1000) });
    world.proxy.forget();
    const refused = await bobs.push();
    expect(refused.exitCode).to.not.equal(0);
    expect(refused.stdout + refused.stderr).to.contain('a.bin');
    expect(sentPacks(world.proxy)).to.deep.equal([]);

    await anns.git('lfs', 'unlock', 'a.bin');
    await expectPush(bobs);
    expect(sentPacks(world.proxy)).to.have.length(1);
  });
});
