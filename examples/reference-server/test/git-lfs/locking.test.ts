import { expect } from 'chai';
import { bytesNamed } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { lfsRequest } from './lfs-request.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from './working-copy.js';

const MANY = 120;

describe('git-lfs file locking', () => {
  let world: LfsWorld;
  let token: string;
  let repository: RepositoryName;
  /** The OWNER's. */
  let anns: WorkingCopy;
  /** A DEVELOPER's. */
  let bobs: WorkingCopy;

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    token = await world.createToken();
    const ann = await world.newComputer();
    const bob = await world.newComputer();
    await ann.saveCredential(world.proxy.url, token);
    await bob.saveCredential(world.proxy.url, await world.addUser('bob@example.com', 'DEVELOPER'));
    repository = await world.createRepository('shared');
    const origin = await createOrigin(ann);
    anns = await createWorkingCopy(ann, origin, repository.lfsUrl);
    await anns.commit({ 'a.bin': bytesNamed('a', 100), 'b.bin': bytesNamed('b', 100) });
    const push = await anns.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    const { outcome, copy } = await cloneOf(bob, origin, 'work');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    bobs = copy;
  });
  after(() => world.close());

  /** No push may leave the client with lock checks turned off. */
  const expectChecksOn = async (copy: WorkingCopy): Promise<void> => {
    const { stdout } = await copy.attempt(['config', '--get-regexp', 'locksverify']);
    expect(stdout).to.not.contain('false');
  };

  it('locks, lists and unlocks a path', async () => {
    expect(await anns.git('lfs', 'lock', 'a.bin')).to.contain('Locked a.bin');
    expect(await anns.git('lfs', 'locks')).to.match(/^a\.bin\s+\S+.*ID:[0-9a-f-]{36}\s*$/);
    expect(await bobs.git('lfs', 'locks')).to.contain('a.bin');
    expect(await bobs.git('lfs', 'locks', '--path', 'b.bin')).to.equal('');
    expect(await anns.git('lfs', 'unlock', 'a.bin')).to.contain('Unlocked a.bin');
    expect(await bobs.git('lfs', 'locks')).to.equal('');
  });

  it('says which locks are ours and whose the others are', async () => {
    await anns.git('lfs', 'lock', 'a.bin');
    await bobs.git('lfs', 'lock', 'b.bin');
    const lines = (await bobs.git('lfs', 'locks', '--verify')).trimEnd().split('\n').sort();
    expect(lines).to.have.length(2);
    expect(lines[0]).to.match(/^ {2}a\.bin\s+admin/);
    expect(lines[1]).to.match(/^O b\.bin\s+bob/);
    await anns.git('lfs', 'unlock', 'a.bin');
    await bobs.git('lfs', 'unlock', 'b.bin');
  });

  it('gives a path that is locked to nobody else', async () => {
    await anns.git('lfs', 'lock', 'a.bin');
    const second = await bobs.attempt(['lfs', 'lock', 'a.bin']);
    expect(second.exitCode).to.not.equal(0);
    expect(second.stderr + second.stdout).to.contain('This path is locked already.');
    await anns.git('lfs', 'unlock', 'a.bin');
  });

  it("unlocks another user's lock only with --force", async () => {
    await anns.git('lfs', 'lock', 'a.bin');
    const polite = await bobs.attempt(['lfs', 'unlock', 'a.bin']);
    expect(polite.exitCode).to.not.equal(0);
    expect(await anns.git('lfs', 'locks')).to.contain('a.bin');
    const list = await bobs.git('lfs', 'locks', '--json');
    const id = /"id":"([0-9a-f-]+)"/.exec(list)?.[1] ?? '';
    const byId = await bobs.attempt(['lfs', 'unlock', `--id=${id}`]);
    expect(byId.exitCode).to.not.equal(0);
    expect(byId.stderr + byId.stdout).to.contain('This lock belongs to another user.');
    expect(await bobs.git('lfs', 'unlock', '--force', `--id=${id}`)).to.contain('Unlocked');
    expect(await anns.git('lfs', 'locks')).to.equal('');
  });

  it('lets the holder of a lock push, and never turns the check off', async () => {
    await anns.git('lfs', 'lock', 'a.bin');
    await anns.commit({ 'a.bin': bytesNamed('changed by the holder', 100) });
    const push = await anns.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(push.stdout + push.stderr)
      .to.contain('Locking support detected')
      .and.to.not.contain('does not support');
    await bobs.git('pull', '--quiet');
    await bobs.commit({ 'b.bin': bytesNamed('changed beside a lock', 100) });
    expect((await bobs.push()).exitCode).to.equal(0);
    await expectChecksOn(anns);
    await expectChecksOn(bobs);
    await anns.git('lfs', 'unlock', 'a.bin');
  });

  it('keeps a push of a file that another user has locked from happening', async () => {
    await anns.git('lfs', 'lock', 'a.bin');
    await bobs.git('config', `lfs.${repository.lfsUrl}.locksverify`, 'true');
    await bobs.commit({ 'a.bin': bytesNamed('changed', 100) });
    const refused = await bobs.push();
    expect(refused.exitCode).to.not.equal(0);
    expect(refused.stderr + refused.stdout)
      .to.match(/Unable to push locked files|Cannot update locked files/)
      .and.to.contain('a.bin');
    await anns.git('lfs', 'unlock', 'a.bin');
    const allowed = await bobs.push();
    expect(allowed.exitCode, allowed.stderr).to.equal(0);
  });

  it('lists more locks than one page holds, and checks all of them before a push', async () => {
    const paths = Array.from({ length: MANY }, (_, index) => `folder/${index}.bin`);
    for (const path of paths) {
      const { status } = await lfsRequest(repository.lfsUrl, '/locks', token, { path, ref: { name: 'refs/heads/main' } });
      expect(status).to.equal(201);
    }
    const listed = (await anns.git('lfs', 'locks')).trim().split('\n');
    expect(listed.map((line) => line.split('\t')[0]?.trim())).to.have.members(paths);
    await bobs.git('config', `lfs.${repository.lfsUrl}.locksverify`, 'true');
    const last = paths.at(-1) ?? '';
    await bobs.commit({ [last]: bytesNamed('locked by ann', 10) });
    const refused = await bobs.push();
    expect(refused.exitCode).to.not.equal(0);
    expect(refused.stderr + refused.stdout).to.contain(last);
  });
});
