import { expect } from 'chai';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@svc/test-services/wait-until';
import { objectNamed } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { store } from './lfs-request.js';
import { cloneOf, createOrigin, createWorkingCopy, workingCopyAt } from './working-copy.js';

const MIB = 1024 * 1024;
const object = objectNamed('large', 12 * MIB);
const PASSED = 5 * MIB;

describe('an interrupted download of git-lfs', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let origin: string;

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('interrupted');
    const token = await world.createToken();
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
    origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await copy.commit({ 'large.bin': object.bytes });
    await store(repository.lfsUrl, token, object);
    expect((await copy.push()).exitCode).to.equal(0);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  const downloads = () => world.proxy.exchanges.filter(({ method }) => method === 'GET');
  const batches = () => world.proxy.exchanges.filter(({ path }) => path.endsWith('/objects/batch'));
  const incomplete = (clone: string) => join(clone, '.git/lfs/incomplete');

  /** What a person does after a clone that did not get to its end. */
  const finish = async (path: string) => {
    await rm(join(path, '.git/index.lock'), { force: true });
    const copy = workingCopyAt(computer, path);
    const fetch = await copy.attempt(['lfs', 'fetch'], { trace: true });
    expect(fetch.exitCode, fetch.stderr).to.equal(0);
    await copy.git('reset', '--quiet', '--hard');
    expect((await readFile(join(path, 'large.bin'))).equals(object.bytes)).to.equal(true);
    return fetch;
  };

  const expectResumed = (trace: string) => {
    expect(trace).to.contain(`Range: bytes=${PASSED}-${object.size - 1}`);
    expect(trace).to.contain('206 Partial Content');
    expect(trace).to.contain('server accepted resume download request');
    const resumed = downloads().at(-1);
    expect(resumed?.status).to.equal(206);
    expect(resumed?.headers.range).to.equal(`bytes=${PASSED}-${object.size - 1}`);
    expect(resumed?.responseHeaders['content-range']).to.equal(`bytes ${PASSED}-${object.size - 1}/${object.size}`);
  };

  it('goes on with a Range where a cut connection left it', async () => {
    world.proxy.interfere(({ method }) =>
      method === 'GET' && downloads().length === 1 ? { kind: 'cut_response', afterBytes: PASSED } : undefined,
    );
    const { outcome, copy } = await cloneOf(computer, origin, 'cut', { trace: true });
    expect(outcome.exitCode, outcome.stderr.slice(-2000)).to.equal(0);
    expectResumed(outcome.stderr);
    expect((await readFile(join(copy.path, 'large.bin'))).equals(object.bytes)).to.equal(true);
  });

  it('goes on with a Range in the next command when the clone was killed after its connection was cut', async () => {
    const path = join(computer.root, 'killed');
    world.proxy.interfere(({ method, path: to }) => {
      if (method === 'GET') return { kind: 'cut_response', afterBytes: PASSED };
      // The client asks for another URL to go on with, and waits for it.
      return to.endsWith('/objects/batch') && downloads().length > 0 ? { kind: 'stall_response', afterBytes: 0 } : undefined;
    });
    const clone = computer.start(computer.root, ['clone', '--quiet', origin, path]);
    await waitUntil('the client asks again', () => downloads().length > 0 && batches().at(-1)?.status === 200 && lastIsBatch());
    clone.kill();
    expect((await clone.outcome).exitCode).to.equal(null);
    expect((await stat(join(incomplete(path), `${object.oid}.part`))).size).to.equal(PASSED);

    world.proxy.interfere(() => undefined);
    expectResumed((await finish(path)).stderr);
  });

  it('is whole after the next command when the clone was killed in the middle of it', async () => {
    const path = join(computer.root, 'killed-in-the-middle');
    world.proxy.interfere(({ method }) => (method === 'GET' ? { kind: 'stall_response', afterBytes: PASSED } : undefined));
    const clone = computer.start(computer.root, ['clone', '--quiet', origin, path]);
    const begun = async (): Promise<boolean> => {
      const [file] = await readdir(incomplete(path)).catch(() => []);
      return file !== undefined && (await stat(join(incomplete(path), file))).size === PASSED;
    };
    await waitUntil('the first bytes are on the disk', begun);
    clone.kill();
    expect((await clone.outcome).exitCode).to.equal(null);

    world.proxy.interfere(() => undefined);
    await finish(path);
    // git-lfs 3.3.0 goes on only with what it has kept itself; a killed one has had no time to.
    expect(downloads().map(({ status }) => status)).to.deep.equal([200, 200]);
  });

  const lastIsBatch = () => world.proxy.exchanges.at(-1)?.path.endsWith('/objects/batch') === true;
});
