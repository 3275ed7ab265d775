import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import type { Interference } from '../git-lfs/interfering-proxy.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { agent, killAgents } from './agent-process.js';
import { arrivedPacks, sentPack, sentPacks } from './tree-traffic.js';

const MIB = 1024 * 1024;
/** A pack and a bit. */
const FILE_BYTES = 34 * MIB;
/** Two packs and a bit: of so much the agent declares what has arrived while it still sends. */
const DECLARED_FILE_BYTES = 66 * MIB;

describe('a push through the chunk tree that is cut off', () => {
  let world: LfsWorldWithProcess;
  let repositories = 0;
  before(async () => {
    world = await createLfsWorldWithProcess();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  const begun = async (fileBytes = FILE_BYTES) => {
    repositories += 1;
    const repository = await world.createRepository(`cut off ${repositories}`);
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await agent(computer, ['install'], { folder: copy.path });
    const bytes = bytesNamed(`cut off ${repositories}`, fileBytes);
    await copy.commit({ 'file.bin': bytes });
    return { repository, computer, origin, copy, bytes };
  };

  /**
   * Does it once, when another pack begins to be sent and one has arrived; the other waits for that, since two are under way at once. It never arrives
   * whole: the kernel may have taken all of it from an agent that is killed, and would bring it to the server.
   */
  const atNextPack = (act: () => unknown): void => {
    let isDone = false;
    world.proxy.interfere(async (exchange): Promise<Interference | undefined> => {
      if (isDone || sentPack(exchange) === undefined || sentPacks(world.proxy).length === 1) return undefined;
      isDone = true;
      await waitUntil('a pack has arrived', () => arrivedPacks(world.proxy).length > 0);
      await act();
      return { kind: 'cut_request', afterBytes: MIB };
    });
  };

  const expectRetry = async ({ repository, computer, origin, copy, bytes }: Awaited<ReturnType<typeof begun>>): Promise<void> => {
    const arrived = arrivedPacks(world.proxy);
    expect(arrived).to.not.have.length(0);
    expect(await world.listedOids(repository)).to.deep.equal([]);
    world.proxy.interfere(() => undefined);
    world.proxy.forget();

    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    const resent = sentPacks(world.proxy);
    expect(resent.filter((name) => arrived.includes(name))).to.deep.equal([]);
    expect(resent).to.not.have.length(0);
    expect(new Set(resent).size).to.equal(resent.length);
    expect(await world.listedOids(repository)).to.have.length(1);

    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect((await readFile(join(clone.path, 'file.bin'))).equals(bytes)).to.equal(true);
    expect(await readdir(join(clone.path, '.git/lfs/tmp')).catch(() => [])).to.deep.equal([]);
  };

  it('by kill -9 of the agent is finished by a plain retry, which sends no pack again that has arrived', async () => {
    const everything = await begun();
    let killed = 0;
    atNextPack(() => {
      killed = killAgents(everything.computer);
    });
    expect((await everything.copy.push()).exitCode).to.not.equal(0);
    expect(killed).to.equal(1);
    await expectRetry(everything);
  });

  it('by kill -9 of the server goes on by itself when that is back', async () => {
    const { copy, repository } = await begun(DECLARED_FILE_BYTES);
    let restart: Promise<void> | undefined;
    atNextPack(() => {
      restart = world.server.kill().then(() => world.server.start());
    });
    const push = await copy.push();
    await restart;
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect(await world.listedOids(repository)).to.have.length(1);
  });

  it('by kill -9 of the server and of the agent that waits for it is finished by a plain retry, which sends no pack again that has arrived', async () => {
    const everything = await begun();
    atNextPack(async () => {
      await world.server.kill();
      expect(killAgents(everything.computer)).to.equal(1);
    });
    expect((await everything.copy.push()).exitCode).to.not.equal(0);
    await world.server.start();
    await expectRetry(everything);
  });
});
