import { expect } from 'chai';
import { writeAskpass } from '../../../../packages/agent/test/rigs/askpass.js';
import { bytesNamed } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { mistyped } from '../secrets/mistyped.js';
import { agent, runAgent } from './agent-process.js';
import { sentPacks, wholeUploads } from './tree-traffic.js';

describe('git-lfs with the agent, where a program answers for the credential and no helper has one', () => {
  let world: LfsWorld;
  let token: string;
  before(async () => {
    world = await createLfsWorld();
    token = await world.createToken();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  /** A clone with a commit that is ready to be pushed, on a computer whose git keeps no credential. */
  const prepare = async (name: string) => {
    const repository = await world.createRepository(name);
    const computer = await world.newComputer();
    await computer.git(computer.root, 'config', '--global', '--unset-all', 'credential.helper');
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await copy.commit({ 'file.bin': bytesNamed(name, 300_000) });
    return { repository, computer, origin, copy };
  };

  it('pushes through the chunk tree and clones', async () => {
    const { repository, computer, origin, copy } = await prepare('answered');
    const { program } = await writeAskpass(computer.root, token);
    const env = { GIT_ASKPASS: program };
    await agent(computer, ['install'], { folder: copy.path, env });
    const push = await copy.push({ env });
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect([sentPacks(world.proxy).length, wholeUploads(world.proxy).length]).to.deep.equal([1, 0]);
    expect(await world.listedOids(repository)).to.have.length(1);
    await computer.git(computer.root, 'config', '--global', 'core.askPass', program);
    await agent(computer, ['install', '--global']);
    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect(await clone.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
    const { stdout } = await runAgent(computer, ['doctor'], { folder: copy.path });
    expect(stdout).to.contain('ok      credential: from the program that git asks for passwords (GIT_ASKPASS or core.askPass)\n');
  });

  it('is asked once by a command, also when the service does not know the answer', async () => {
    const { repository, computer, copy } = await prepare('refused');
    const { program, asked } = await writeAskpass(computer.root, mistyped(token));
    const env = { GIT_ASKPASS: program };
    const { code, stdout } = await runAgent(computer, ['doctor'], { folder: copy.path, env });
    expect({ code, asked: (await asked()).length }).to.deep.equal({ code: 1, asked: 2 });
    expect(stdout).to.contain('failed  repository: the service does not know the credential');
    await agent(computer, ['install', '--global']);
    const url = repository.lfsUrl;
    await agent(computer, ['install', '--standalone', '--url', url], { folder: copy.path });
    const push = await copy.push({ env });
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.contain('The token is invalid or expired.');
    expect(await asked()).to.have.length(4);
    expect(await world.listedOids(repository)).to.deep.equal([]);
  });
});
