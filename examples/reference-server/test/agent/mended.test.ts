import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectNamed } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { store } from '../git-lfs/lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { signedUrls } from '../server/stack.js';
import { runAgent } from './agent-process.js';

const block = 64 * 1024;
/** More than goes through the memory of a server whose bytes lie in a bucket. */
const object = objectNamed('mended', 9_000_000);
const wrongAt = 5_000_000;
const first = wrongAt - (wrongAt % block);
const last = first + block - 1;

describe('svc pull of an object that was damaged', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let token: string;
  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('mended');
    token = await world.createToken();
    computer = await world.newComputer();
    await store(repository.lfsUrl, token, object);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  const pull = (name: string) =>
    runAgent(computer, ['pull', object.oid, '-o', name], {
      env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token },
    });
  const downloads = () =>
    world.proxy.exchanges.filter(({ method, path, query }) => method === 'GET' && path.includes(object.oid) && query !== '');
  /** Turns over the same byte of the object in so many answers. */
  const flip = (times: number): void => {
    let left = times;
    world.proxy.interfere(({ method, path, query, headers }) => {
      if (method !== 'GET' || query === '' || !path.endsWith(object.oid) || left === 0) return undefined;
      left -= 1;
      return { kind: 'flip_response_byte', at: headers.range === undefined ? wrongAt : wrongAt - first };
    });
  };

  it('on its way is right after one block of it was asked for again, and says so', async () => {
    flip(1);
    const { code, stderr } = await pull('once');
    expect(stderr).to.equal(
      `svc: ${object.oid} came damaged in bytes ${first} to ${last}; these were fetched again, and are right\n`,
    );
    expect(code).to.equal(0);
    expect((await readFile(join(computer.root, 'once'))).equals(object.bytes)).to.equal(true);
    expect(downloads().map(({ headers }) => headers.range)).to.deep.equal([undefined, `bytes=${first}-${last}`]);
  });

  const expectRefused = async (name: string, line: string): Promise<void> => {
    const { code, stdout, stderr } = await pull(name);
    expect({ code, stdout, stderr }).to.deep.equal({ code: 1, stdout: '', stderr: `svc: ${line}\n` });
    expect(existsSync(join(computer.root, name))).to.equal(false);
    expect((await readdir(computer.root)).filter((other) => other.endsWith('.part'))).to.deep.equal([]);
  };
  const damaged = `${object.oid} is damaged where it is stored: bytes ${first} to ${last} came wrong twice`;

  it('and comes so each time fails with the bytes that are wrong, and leaves no file', async () => {
    flip(Infinity);
    await expectRefused('never', damaged);
  });

  it('where it is stored fails in the same way, where a bucket serves it, and is broken off by a server', async () => {
    const key = `repositories/${repository.id}/objects/${object.oid.slice(0, 2)}/${object.oid.slice(2, 4)}/${object.oid}`;
    const wrong = Buffer.from(object.bytes);
    wrong[wrongAt] = (wrong[wrongAt] ?? 0) ^ 1;
    await world.server.place.replaceBlob(key, wrong);
    if (signedUrls === 'external') await expectRefused('stored', damaged);
    else expect((await pull('stored')).code).to.equal(1);
    expect(existsSync(join(computer.root, 'stored'))).to.equal(false);
  });
});
