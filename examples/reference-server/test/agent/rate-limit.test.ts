import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { bytesNamed } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { agent } from './agent-process.js';

/** Each goes through the chunk tree, for several requests: together more than the default burst. */
const FILES = 30;
const TOO_LARGE_TO_GO_WHOLE = 1024 * 1024 + 1;

/** Another program with the same token, whose requests are told from those of the agent by their path. */
const OTHERS_PATH = '/users/me';
const OTHERS_AT_ONCE = 8;

describe('the agent under the default rate limit', () => {
  let world: LfsWorld;
  before(async () => {
    world = await createLfsWorld();
  });
  after(() => world.close());

  const refusals = () => world.proxy.exchanges.filter(({ status, path }) => status === 429 && !path.endsWith(OTHERS_PATH));

  /** Uses up what the token has until the agent was refused something: on a slow machine its own requests may be too few a second. */
  const useUp = async (token: string, isOver: () => boolean): Promise<void> => {
    const api = createApiClient(world.proxy.url, token);
    const ask = async (): Promise<void> => {
      while (refusals().length === 0 && !isOver()) await api.call('GET', OTHERS_PATH);
    };
    await Promise.all(Array.from({ length: OTHERS_AT_ONCE }, ask));
    api.close();
  };

  it('is slowed down by it, and fails neither to push nor to clone', async () => {
    const repository = await world.createRepository('many');
    const computer = await world.newComputer();
    const token = await world.createToken();
    await computer.saveCredential(repository.lfsUrl, token);
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await agent(computer, ['install', '--global']);
    const files = Object.fromEntries(
      Array.from({ length: FILES }, (_, index) => [
        `${index}.bin`,
        bytesNamed(`limited ${index}`, TOO_LARGE_TO_GO_WHOLE + index),
      ]),
    );
    await copy.commit(files);

    let hasPushed = false;
    const [push] = await Promise.all([copy.push().finally(() => (hasPushed = true)), useUp(token, () => hasPushed)]);
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
