import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent } from './agent-process.js';
import { secondVersion } from './second-version.js';
import { receivedBytes, sentBytes, wholeUploads } from './tree-traffic.js';

const LARGE_BYTES = 2 ** 20 * rounds({ property: 'of a large file only what changed is sent (MiB)', test: 16, proof: 1_024 });
const PIECE_BYTES = 16 * 2 ** 20;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const largeFile = (): Buffer => {
  const bytes = Buffer.alloc(LARGE_BYTES);
  for (let at = 0; at < LARGE_BYTES; at += PIECE_BYTES) bytes.set(bytesNamed(`large at ${at}`, PIECE_BYTES), at);
  return bytes;
};

describe(`git-lfs with the agent and a file of ${LARGE_BYTES / 2 ** 20} MiB`, () => {
  let world: LfsWorld;
  let first: Buffer;
  let second: Buffer;
  before(async () => {
    first = largeFile();
    second = secondVersion(first);
    world = await createLfsWorld();
  });
  after(() => world.close());

  for (const mode of ['negotiated', 'standalone'] as const) {
    it(`pushes it, sends and fetches of its second version what changed, and a fresh clone has both: ${mode}`, async () => {
      const repository = await world.createRepository(`large ${mode}`);
      const computer = await world.newComputer();
      await computer.saveCredential(repository.lfsUrl, await world.createToken());
      const parameters = mode === 'standalone' ? ['--standalone', '--url', repository.lfsUrl] : [];
      const install = (folder: string) => agent(computer, ['install', ...parameters], { folder });
      const origin = await createOrigin(computer);
      const cloneHere = async (name: string): Promise<WorkingCopy> => {
        const { copy: clone } = await cloneOf(computer, origin, name, { env: { GIT_LFS_SKIP_SMUDGE: '1' } });
        await install(clone.path);
        await clone.git('lfs', 'pull');
        return clone;
      };
      const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
      await install(copy.path);

      let earlier: WorkingCopy | undefined;
      for (const [version, leastBytes, mostBytes] of [
        [first, LARGE_BYTES, LARGE_BYTES * 1.02],
        [second, 0, LARGE_BYTES / 10],
      ] as const) {
        world.proxy.forget();
        await copy.commit({ 'large.bin': version });
        const push = await copy.push();
        expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
        expect(sentBytes(world.proxy)).to.be.at.least(leastBytes).and.to.be.below(mostBytes);
        expect(wholeUploads(world.proxy)).to.deep.equal([]);
        earlier ??= await cloneHere(`earlier ${mode}`);
      }
      expect(await world.listedOids(repository)).to.have.members([sha256(first), sha256(second)]);

      world.proxy.forget();
      await earlier?.git('pull', '--quiet');
      expect(sha256(await readFile(join(earlier?.path ?? '', 'large.bin')))).to.equal(sha256(second));
      expect(receivedBytes(world.proxy), 'what a clone that has the first version gets').to.be.below(LARGE_BYTES / 10);

      world.proxy.forget();
      const clone = await cloneHere(`fresh ${mode}`);
      expect(receivedBytes(world.proxy), 'what one that has no version gets').to.be.at.least(LARGE_BYTES);
      expect(sha256(await readFile(join(clone.path, 'large.bin')))).to.equal(sha256(second));
      world.proxy.forget();
      await clone.git('lfs', 'fetch', '--all');
      expect(receivedBytes(world.proxy), 'what one that has the second version gets').to.be.below(LARGE_BYTES / 10);
      expect(await clone.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
      await clone.git('checkout', '--quiet', 'HEAD~1');
      expect(sha256(await readFile(join(clone.path, 'large.bin')))).to.equal(sha256(first));
    });
  }
});
