import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { agent } from './agent-process.js';

/** Each costs several requests, together more than the default burst. */
const FILES = 120;

describe('the agent under the default rate limit', function () {
  this.timeout(300_000);
  let world: LfsWorld;
  before(async () => {
    world = await createLfsWorld();
  });
  after(() => world.close());

  const refusals = () => world.proxy.exchanges.filter(({ status }) => status === 429);

  it('is slowed down by it, and fails neither to push nor to clone', async () => {
    const repository = await world.createRepository('many');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await agent(computer, ['install', '--global']);
    const files = Object.fromEntries(
      Array.from({ length: FILES }, (_, index) => [`${index}.bin`, bytesNamed(`limited ${index}`, 1000 + index)]),
    );
    await copy.commit(files);

    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
    expect(refusals()).to.not.have.length(0);
    expect(await world.generationOf(repository)).to.equal(FILES);

    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(files)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
  });
});
