import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent } from './agent-process.js';
import { batches, permissions, sentPacks, wholeUploads } from './tree-traffic.js';

describe('git-lfs with the agent, where the server offers it', () => {
  let world: LfsWorld;
  let token: string;
  let repositories = 0;
  before(async () => {
    world = await createLfsWorld();
    token = await world.createToken();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  interface Shared {
    readonly computer: GitClient;
    readonly repository: RepositoryName;
    readonly origin: string;
    readonly copy: WorkingCopy;
  }

  const shared = async (): Promise<Shared> => {
    repositories += 1;
    const repository = await world.createRepository(`negotiated ${repositories}`);
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await agent(computer, ['install', '--global']);
    return { computer, repository, origin, copy };
  };

  const expectPush = async (copy: WorkingCopy): Promise<void> => {
    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
  };

  /** A clone with all files, fetched by the agent. */
  const expectClone = async ({ computer, origin }: Shared, name: string): Promise<WorkingCopy> => {
    world.proxy.forget();
    const { outcome, copy } = await cloneOf(computer, origin, name);
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect(await copy.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
    expect(await copy.git('status', '--porcelain')).to.equal('');
    return copy;
  };

  it('pushes several files through the chunk tree, and a fresh clone is identical', async () => {
    const everything = await shared();
    const { repository, copy } = everything;
    const sizes = [0, 1, 100, 70_000, 300_000, 5_000_000];
    const files = Object.fromEntries(sizes.map((size) => [`a folder/größe ${size}.bin`, bytesNamed(`file of ${size}`, size)]));
    await copy.commit(files);
    await expectPush(copy);
    expect(sentPacks(world.proxy)).to.not.have.length(0);
    expect(wholeUploads(world.proxy)).to.deep.equal([]);
    // git-lfs knows nothing of empty files.
    expect(await world.listedOids(repository)).to.have.length(sizes.length - 1);

    const clone = await expectClone(everything, 'fresh');
    for (const [name, bytes] of Object.entries(files)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
    expect(world.proxy.exchanges.some(({ path }) => path.includes('/lfs/assets/'))).to.equal(true);
  });

  it('sends the small ones of many files whole, and a fresh clone is identical', async () => {
    const everything = await shared();
    const { repository, copy } = everything;
    const small = Array.from({ length: 30 }, (_, at) => [`small ${at}.bin`, bytesNamed(`small ${at}`, 1000 * at + 1)] as const);
    const files = { ...Object.fromEntries(small), 'large.bin': bytesNamed('among small ones', 1_200_000) };
    await copy.commit(files);
    await expectPush(copy);
    expect(wholeUploads(world.proxy)).to.have.length(small.length);
    expect(batches(world.proxy), 'the question of git-lfs, and none of the agent').to.have.length(1);
    expect(await world.listedOids(repository)).to.have.length(small.length + 1);

    world.proxy.forget();
    const clone = await expectClone(everything, 'fresh');
    for (const [name, bytes] of Object.entries(files)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
    const manifests = world.proxy.exchanges.filter(({ method, path }) => method === 'GET' && path.includes('/lfs/assets/'));
    expect(manifests).to.have.length(1);
    expect(permissions(world.proxy), 'what the batch has answered already').to.have.length(0);
  });
});
