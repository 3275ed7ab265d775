import { expect } from 'chai';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import { batch, entriesOf } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { writeSparseFile } from './sparse-file.js';
import { commitPointer, createOrigin, createWorkingCopy, objectPath, type WorkingCopy } from './working-copy.js';

const GIB = 1024 ** 3;
const MOST_REQUESTS = 4;

describe('git-lfs at the limits of the free plan', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;
  let computer: GitClient;
  let copies = 0;

  before(async () => {
    world = await createLfsWorld({ DEFAULT_PLAN: 'free' });
    repository = await world.createRepository('small');
    token = await world.createToken();
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  const newCopy = async (): Promise<WorkingCopy> => {
    copies += 1;
    return createWorkingCopy(computer, await createOrigin(computer, `${copies}.git`), repository.lfsUrl, `work-${copies}`);
  };

  /** Commits a file whose object has another oid than it should: the client does not read it before it may send it. */
  const commitHuge = async (copy: WorkingCopy, name: string, sizeBytes: number): Promise<string> => {
    const oid = sha256(Buffer.from(name));
    await writeSparseFile(objectPath(copy, oid), sizeBytes);
    await commitPointer(copy, name, oid, sizeBytes);
    return oid;
  };

  const expectNothingSent = async () => {
    expect(world.proxy.exchanges.filter(({ method }) => method === 'PUT')).to.deep.equal([]);
    expect(world.proxy.exchanges.length).to.be.at.most(MOST_REQUESTS);
    const usage = await world.call(world.owner, 'GET', `/repositories/${repository.id}/objects`);
    expect(usage.status).to.equal(200);
  };

  it('an object above the plan is refused by itself, and the client says why', async () => {
    const copy = await newCopy();
    const oid = await commitHuge(copy, 'huge.bin', 5 * GIB + 1);
    await copy.commit({ 'fits.bin': bytesNamed('fits', 100) });
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr)
      .to.contain('The object is larger than the plan allows.')
      .and.to.contain(oid);
    expect(await world.listedOids(repository)).to.deep.equal([sha256(bytesNamed('fits', 100))]);
    const [refused, allowed] = entriesOf(
      await batch(repository.lfsUrl, token, 'upload', [
        { oid, size: 5 * GIB + 1 },
        { oid: sha256(Buffer.from('exactly')), size: 5 * GIB },
      ]),
    );
    expect(refused?.error?.code).to.equal(402);
    expect(refused?.actions).to.equal(undefined);
    expect(allowed?.error).to.equal(undefined);
  });

  it('a push above the storage quota is refused, and the client says why', async () => {
    const copy = await newCopy();
    for (const name of ['one.bin', 'two.bin', 'three.bin']) await commitHuge(copy, name, 4 * GIB);
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.match(
      /storage has no room for this: of its 10 GiB, 100 bytes are stored and 5\.0 GiB are reserved for uploads under way/,
    );
    await expectNothingSent();
  });
});
