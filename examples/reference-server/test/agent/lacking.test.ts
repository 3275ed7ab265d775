import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { objectNamed, type TestObject } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { store } from '../git-lfs/lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { signedUrls } from '../server/stack.js';
import { runAgent } from './agent-process.js';

describe('svc pull of an object that is not whole where it is stored', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let token: string;
  before(async () => {
    // Signed URLs lead to the bucket itself.
    world = await createLfsWorld({ BASE_URL: '' });
    repository = await world.createRepository('lacking');
    token = await world.createToken();
    computer = await world.newComputer();
  });
  after(() => world.close());

  const keyOf = ({ oid }: TestObject): string =>
    `repositories/${repository.id}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
  const storeNamed = async (name: string): Promise<TestObject> => {
    const object = objectNamed(name, 100_000);
    await store(repository.lfsUrl.replace(world.proxy.url, world.server.baseUrl), token, object);
    return object;
  };
  const expectRefused = async ({ oid }: TestObject, what: string): Promise<void> => {
    const { code, stdout, stderr } = await runAgent(computer, ['pull', oid, '-o', 'pulled'], {
      env: { SVC_URL: world.server.baseUrl, SVC_REPOSITORY: repository.id, SVC_TOKEN: token },
    });
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(existsSync(join(computer.root, 'pulled'))).to.equal(false);
    // A server whose files lie in a folder says it in its own words.
    if (signedUrls === 'external') expect(stderr).to.equal(`svc: ${oid} is damaged where it is stored: ${what}\n`);
    else expect(stderr).to.match(/^svc: [^\n]+\n$/);
  };

  it('says so of one that is missing there', async () => {
    const object = await storeNamed('missing');
    await world.server.place.loseBlob(keyOf(object));
    await expectRefused(object, 'it is missing');
  });

  it('names the bytes that are missing of one that is shorter there', async () => {
    const object = await storeNamed('shorter');
    await world.server.place.replaceBlob(keyOf(object), object.bytes.subarray(0, 60_000));
    await expectRefused(object, 'bytes 60000 to 99999 are missing');
  });
});
