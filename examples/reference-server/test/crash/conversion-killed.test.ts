import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { read } from '../client/exchange.js';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess, type RepositoryName } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, objectPath, type WorkingCopy } from '../git-lfs/working-copy.js';

const kills = rounds({ property: 'a server that is killed while it converts loses nothing', test: 1, proof: 200 });
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** What a conversion of one version takes, about; a start comes before it. */
const latestKillMs = 700;
const fileBytes = 6 * 1024 * 1024;
const changedBytes = fileBytes / 100;
/** Each clone fetches all versions, so a new repository takes over after so many. */
const killsOfRepository = 20;

const summaryAnswer = z.object({
  storage: z.object({
    logical_bytes: z.number(),
    physical_bytes: z.number(),
    converted: z.object({ object_count: z.number(), former_bytes: z.number(), added_bytes: z.number() }),
  }),
});
const counted = z.array(z.object({ count: z.coerce.number() }));

describe(`a server that is killed ${kills} times while it cuts what git-lfs has pushed into chunks (seed ${seed})`, function () {
  this.bail(true);
  const random = createSeededRandom(seed);
  let world: LfsWorldWithProcess;
  let computer: GitClient;
  let repository: RepositoryName;
  let origin: string;
  let copy: WorkingCopy;
  let versions: Buffer[] = [];

  before(async () => {
    const settings = { GC_RECLAIM: 'true', DEDUPLICATE_BYTES_PER_SECOND: '1000000000' };
    world = await createLfsWorldWithProcess({
      ...settings,
      RATE_LIMIT_RPS: '1000',
      RATE_LIMIT_BURST: '2000',
      DEFAULT_PLAN: 'business',
    });
  });
  after(() => world.close());

  const begin = async (name: string): Promise<void> => {
    repository = await world.createRepository(name);
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    origin = await createOrigin(computer);
    copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    versions = [];
    const path = `/repositories/${repository.id}`;
    expect((await world.call(world.owner, 'PATCH', path, { deduplicate: 'all' })).status).to.equal(200);
  };

  /** Stock git-lfs pushes the file with a hundredth of it changed. */
  const pushVersion = async (): Promise<void> => {
    const next = Buffer.from(versions.at(-1) ?? bytesNamed(`model ${repository.id}`, fileBytes));
    const change = bytesNamed(`change ${repository.id} ${versions.length}`, changedBytes);
    if (versions.length > 0) change.copy(next, random.integer(fileBytes - changedBytes));
    versions.push(next);
    await copy.commit({ 'model.bin': next });
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
  };

  const expectClone = async (name: string): Promise<void> => {
    const { outcome, copy: clone } = await cloneOf(computer, origin, name);
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    await clone.git('lfs', 'fetch', '--all');
    for (const version of versions) {
      expect((await readFile(objectPath(clone, sha256(version)))).equals(version)).to.equal(true);
    }
    expect((await readFile(`${clone.path}/model.bin`)).equals(versions.at(-1) ?? Buffer.alloc(0))).to.equal(true);
  };

  /** A claim of a process that is gone would last for minutes. */
  const makeDue = (): Promise<void> => world.server.place.write('update conversion_turns set due_at = 0, after_oid = null');

  const wholeObjects = async (): Promise<number> => {
    const query = `select count(*) as count from objects where repository_id = '${repository.id}' and layout = 'whole'`;
    const [rows] = await world.server.place.rows(query);
    return counted.parse(rows)[0]?.count ?? 0;
  };

  const expectSound = async (): Promise<void> => {
    const { code, stdout, stderr } = await world.server.command('fsck', '--read-data');
    expect({ code, said: code === 0 ? '' : stdout + stderr }).to.deep.equal({ code: 0, said: '' });
  };

  for (let kill = 1; kill <= kills; kill += 1) {
    it(`gives every version to who clones it: kill ${kill}`, async () => {
      if ((kill - 1) % killsOfRepository === 0) {
        await begin(`models ${kill}`);
        await pushVersion();
      }
      await pushVersion();
      await world.server.stop();
      await makeDue();
      await world.server.start();
      await sleep(random.integer(latestKillMs));
      await world.server.kill();
      await world.server.start();
      await expectClone(`during ${kill}`);
    });
  }

  it('has cut all of them at last, takes a fraction of the room, and is sound', async () => {
    await pushVersion();
    await expectClone('before');
    await world.server.stop();
    await makeDue();
    await world.server.start();
    // Somebody clones while the rest is cut.
    await expectClone('while');
    await waitUntil('no object is whole', async () => (await wholeObjects()) === 0);
    await expectClone('after');
    const path = `/repositories/${repository.id}/storage/summary`;
    const { storage } = read(await world.call(world.owner, 'GET', path), 200, summaryAnswer);
    expect(storage.converted.object_count).to.equal(versions.length);
    expect(storage.logical_bytes).to.equal(versions.length * fileBytes);
    const enough = fileBytes * (1 + versions.length * 0.15);
    expect(storage.converted.added_bytes).to.be.lessThan(enough);
    // A pack that a killed conversion has written for nothing is collected days later.
    expect(storage.physical_bytes).to.be.lessThan(enough + Math.min(kills, killsOfRepository) * fileBytes);
    await expectSound();
  });
});
