import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed, sha256 } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from './lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from './working-copy.js';

const FILES = 110;
const AT_ONCE = 15;

const uploads = (world: LfsWorld) => world.proxy.exchanges.filter(({ method }) => method === 'PUT');
const batches = (world: LfsWorld) =>
  world.proxy.exchanges.filter(({ path, status }) => path.endsWith('/objects/batch') && status === 200);

describe('git-lfs pushes and clones', () => {
  let world: LfsWorld;
  before(async () => {
    world = await createLfsWorld();
  });
  after(() => world.close());
  afterEach(() => world.proxy.forget());

  it('110 files in two batches under the default rate limit, and a fresh clone is identical', async () => {
    const repository = await world.createRepository('many files');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    const files = Object.fromEntries(
      Array.from({ length: FILES }, (_, index) => [`part-${index}.bin`, bytesNamed(`part ${index}`, 1 + index * 37)]),
    );
    await copy.commit(files);

    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(batches(world)).to.have.length(2);
    expect(uploads(world).filter(({ status }) => status !== 200)).to.deep.equal([]);
    expect(uploads(world)).to.have.length(FILES);
    expect(world.proxy.exchanges.filter(({ status }) => status === 429)).to.deep.equal([]);

    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(files)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
    expect(await clone.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
    expect(await clone.git('status', '--porcelain')).to.equal('');
  });

  it('a second push of the same objects sends none of them', async () => {
    const repository = await world.createRepository('sent twice');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const copy = await createWorkingCopy(computer, await createOrigin(computer), repository.lfsUrl);
    await copy.commit({ 'a.bin': bytesNamed('a', 5000), 'b.bin': bytesNamed('b', 5000) });
    expect((await copy.push()).exitCode).to.equal(0);
    expect(uploads(world)).to.have.length(2);

    world.proxy.forget();
    // A remote that has nothing yet gets all commits, so the client asks about all of their objects again.
    await copy.git('remote', 'set-url', 'origin', await createOrigin(computer, 'elsewhere.git'));
    await copy.git('fetch', '--quiet', '--prune', 'origin');
    const again = await copy.push();
    expect(again.exitCode, again.stderr).to.equal(0);
    expect(batches(world)).to.have.length(1);
    expect(uploads(world)).to.deep.equal([]);
    expect(world.proxy.exchanges.filter(({ query }) => query.includes('token='))).to.deep.equal([]);
  });

  it('the same new files from two computers at once, and both succeed', async () => {
    const repository = await world.createRepository('at once');
    const objects = Array.from({ length: AT_ONCE }, (_, index) => bytesNamed(`at once ${index}`, 200_000));
    const files = Object.fromEntries(objects.map((bytes, index) => [`file-${index}.bin`, bytes]));
    const credentials = [world.owner, await world.addUser('colleague@example.com', 'DEVELOPER')];
    const copies = await Promise.all(
      credentials.map(async (credential) => {
        const computer = await world.newComputer();
        await computer.saveCredential(repository.lfsUrl, credential);
        const copy = await createWorkingCopy(computer, await createOrigin(computer), repository.lfsUrl);
        await copy.commit(files);
        return copy;
      }),
    );
    for (const push of await Promise.all(copies.map((copy) => copy.push()))) expect(push.exitCode, push.stderr).to.equal(0);
    expect(await world.listedOids(repository)).to.have.members(objects.map(sha256));
    expect(await world.generationOf(repository)).to.equal(AT_ONCE);
  });

  it('sends bytes as the server has asked: with their length and as octets, whatever they look like', async () => {
    const repository = await world.createRepository('looks like a page');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const copy = await createWorkingCopy(computer, await createOrigin(computer, 'page.git'), repository.lfsUrl, 'page');
    const page = '<!DOCTYPE html><html><body>a page</body></html>';
    await copy.commit({ 'page.bin': page });
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    const [sent, ...others] = uploads(world);
    expect(others).to.deep.equal([]);
    expect(sent?.headers).to.include({ 'content-type': 'application/octet-stream', 'content-length': String(page.length) });
    expect(sent?.headers).to.not.have.property('transfer-encoding');
  });

  it('carries empty files, and names with spaces and letters of all scripts', async () => {
    const repository = await world.createRepository('odd names');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    const files = {
      'empty.bin': Buffer.alloc(0),
      'one byte.bin': Buffer.from([0]),
      'Größe und Maß/übergroß – 重さ.bin': bytesNamed('umlaut', 1234),
      '🗿/emoji 🙂.bin': bytesNamed('emoji', 4321),
      'quote\'s "and" $dollar; %41.bin': bytesNamed('quote', 999),
    };
    await copy.commit(files);
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    const { outcome, copy: clone } = await cloneOf(computer, origin, 'odd');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(files)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
    // The client keeps an empty file in Git itself.
    const sent = Object.values(files).filter((bytes) => bytes.length > 0);
    expect(await world.listedOids(repository)).to.have.members(sent.map(sha256));
  });
});
