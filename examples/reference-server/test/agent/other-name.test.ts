import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import type { GitOptions } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent, runAgent } from './agent-process.js';
import { sentPacks, wholeUploads } from './tree-traffic.js';

describe('git-lfs with the agent, in a clone that calls the service otherwise than that calls itself', () => {
  let world: LfsWorld;
  let elsewhere: string;
  before(async () => {
    world = await createLfsWorld();
    elsewhere = world.proxy.url.replace('127.0.0.1', 'localhost');
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  const prepare = async (name: string) => {
    const repository = await world.createRepository(name);
    const computer = await world.newComputer();
    const token = await world.createToken();
    const saved = [world.proxy.url, elsewhere].map((url) => `${url.replace('//', `//token:${token}@`)}\n`);
    await writeFile(join(computer.root, 'home', '.git-credentials'), saved.join(''));
    const make = (lfsUrl: string): Promise<WorkingCopy> =>
      createOrigin(computer).then((origin) => createWorkingCopy(computer, origin, lfsUrl));
    return { repository, computer, make };
  };

  const expectPush = async (copy: WorkingCopy, file: string, packs: number, options?: GitOptions): Promise<void> => {
    world.proxy.forget();
    await copy.commit({ [file]: bytesNamed(`${copy.path} ${file}`, 300_000) });
    const push = await copy.push(options);
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect({ packs: sentPacks(world.proxy).length, whole: wholeUploads(world.proxy).length }).to.deep.equal({
      packs,
      whole: 1 - packs,
    });
  };

  it('works on without the agent, which is installed when the clone calls the service so too', async () => {
    const { repository, computer, make } = await prepare('otherwise');
    const copy = await make(repository.lfsUrl.replace(world.proxy.url, elsewhere));
    await expectPush(copy, 'one.bin', 0);
    const refused = await runAgent(computer, ['install'], { folder: copy.path });
    const command = `git config lfs.url '${repository.lfsUrl}'`;
    expect(refused.stderr)
      .to.contain(`the service calls itself ${world.proxy.url}, the clone ${elsewhere}: `)
      .and.contain(command);
    await expectPush(copy, 'two.bin', 0);

    await agent(computer, ['install', '--global']);
    await copy.commit({ 'three.bin': bytesNamed('three', 300_000) });
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.contain('which neither the settings nor the LFS URL of the clone name');
    const doctor = await runAgent(computer, ['doctor'], { folder: copy.path });
    expect(doctor).to.include({ code: 1, stderr: 'svc: one check has failed\n' });
    expect(doctor.stdout)
      .to.match(/^failed {2}lfs-url: /m)
      .and.contain(command);

    await copy.git('config', 'lfs.url', repository.lfsUrl);
    expect(await agent(computer, ['doctor'], { folder: copy.path })).to.contain('ok      lfs-url: ');
    await agent(computer, ['install'], { folder: copy.path });
    expect((await copy.push()).exitCode).to.equal(0);
    await expectPush(copy, 'four.bin', 1);
  });

  it('works with it by id and by names, whatever other service or other name of this one the environment has', async () => {
    const { repository, computer, make } = await prepare('environment');
    const copy = await make(repository.lfsUrl);
    await agent(computer, ['install'], { folder: copy.path });
    for (const lfsUrl of [repository.lfsUrl, `${world.proxy.url}/acme/environment.git/info/lfs`]) {
      await copy.git('config', 'lfs.url', lfsUrl);
      for (const [at, SVC_URL] of ['http://127.0.0.1:9', elsewhere].entries()) {
        const env = { SVC_URL, SVC_TOKEN: 'svc_pat_of_another_service' };
        await expectPush(copy, `${lfsUrl === repository.lfsUrl ? 'id' : 'names'}-${at}.bin`, 1, { env });
      }
    }
  });

  it('works with it where git alone reaches the service by the other name', async () => {
    const { repository, computer, make } = await prepare('rewritten');
    const copy = await make(repository.lfsUrl);
    await copy.git('config', `url.${elsewhere}/.insteadOf`, `${world.proxy.url}/`);
    await agent(computer, ['install'], { folder: copy.path });
    await expectPush(copy, 'one.bin', 1);
    expect(await agent(computer, ['doctor'], { folder: copy.path })).to.contain('ok      lfs-url: ');
  });
});
