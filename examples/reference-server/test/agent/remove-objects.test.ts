import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesNamed, sha256 } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

describe('svc rm and svc undelete', () => {
  let world: LfsWorld;
  let clone: IndexedClone;
  let token: string;
  const [kept, old] = [bytesNamed('kept', 5000), bytesNamed('old', 300_000)];
  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    token = await world.createToken({ scopes: ['repo:admin'] });
    clone = await createIndexedClone(world, await world.newComputer(), token);
    const { copy } = clone;
    await copy.commit({ 'models/kept.bin': kept, 'models/old.bin': old, README: 'read me' });
    await copy.git('tag', 'v1');
    await clone.publish();
  });
  after(() => world.close());

  const succeeds = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await clone.svc(...args);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return stdout;
  };
  const succeedsAsProcess = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await clone.svcProcess(...args);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return stdout;
  };
  const fails = async (...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await clone.svc(...args);
    expect(code).to.equal(1);
    return stderr;
  };
  const isStored = async (path: string): Promise<boolean> => (await succeeds('ls', '-l', path)).includes(' stored ');

  it('remove what a branch and a tag reach only by force, and say what keeps it', async () => {
    const stderr = await fails('rm', 'models/old.bin');
    expect(stderr).to.match(/^svc: models.old.bin is kept by refs.heads.\w+, refs.tags.v1; --force removes/);
    expect(await isStored('models/old.bin')).to.equal(true);
    expect(await succeedsAsProcess('rm', '--force', 'models/old.bin@v1')).to.equal(`${sha256(old)}  models/old.bin\n`);
    expect([await isStored('models/old.bin'), await isStored('models/kept.bin')]).to.deep.equal([false, true]);
    expect(await fails('verify', sha256(old))).to.include(sha256(old));
    expect(await succeedsAsProcess('undelete', sha256(old))).to.equal(`${sha256(old)}\n`);
    expect(await succeedsAsProcess('verify', sha256(old))).to.include('OK');
  });

  it('remove nothing in a dry run, which says what keeps a file as the run itself does', async () => {
    const refused = await fails('rm', '--dry-run', 'models/kept.bin');
    expect(refused).to.equal(await fails('rm', 'models/kept.bin'));
    expect(refused).to.match(/^svc: models.kept.bin is kept by refs.heads.\w+, refs.tags.v1; --force removes/);
    expect(await succeeds('rm', '--dry-run', '--force', 'models/kept.bin')).to.equal(`${sha256(kept)}  models/kept.bin\n`);
    expect(await isStored('models/kept.bin')).to.equal(true);
  });

  it('have nothing to do in a dry run of what was removed before, and no answer about what never was there', async () => {
    const bytes = bytesNamed('removed before', 3000);
    await writeFile(join(clone.options.folder, 'loose.bin'), bytes);
    await succeeds('push', 'loose.bin');
    const oid = sha256(bytes);
    const would = async (): Promise<unknown> => JSON.parse(await succeeds('rm', '--dry-run', '--json', oid));
    expect(await would()).to.deep.equal({ oid, path: oid, would: 'remove' });
    await succeeds('rm', oid);
    expect(await would()).to.deep.equal({ oid, path: oid, would: 'nothing' });
    expect(await succeeds('rm', '--dry-run', oid)).to.equal('');
    const unknown = sha256(bytesNamed('never there', 10));
    const withoutRequest = (line: string): string => line.replace(/request [^)]+/, 'request');
    const refused = withoutRequest(await fails('rm', '--dry-run', unknown));
    expect(refused).to.equal(withoutRequest(await fails('rm', unknown)));
    expect(refused).to.contain('404');
  });

  it('bring back all that can be, and name what cannot', async () => {
    const bytes = bytesNamed('brought back', 3000);
    await writeFile(join(clone.options.folder, 'back.bin'), bytes);
    await succeeds('push', 'back.bin');
    const [oid, unknown] = [sha256(bytes), sha256(bytesNamed('not removed', 10))];
    await succeeds('rm', oid);
    const { code, stdout, stderr } = await clone.svc('undelete', '--json', unknown, oid);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).to.deep.equal([{ oid: unknown, failed: 'not_found' }, { oid }]);
    expect(stderr).to.match(/^svc: ([0-9a-f]{64}) cannot be brought back: .*404.*\nsvc: 1 of 2 objects was not brought back\n$/);
    expect(stderr).to.contain(unknown);
    expect(code).to.equal(1);
  });

  it('have a push bring back what was removed', async () => {
    await succeeds('rm', '--force', sha256(kept));
    expect(await isStored('models/kept.bin')).to.equal(false);
    await succeeds('push', 'models/kept.bin');
    expect(await isStored('models/kept.bin')).to.equal(true);
    expect(await fails('undelete', sha256(kept))).to.include('404');
  });

  it('remove nothing when one of what is named is no object', async () => {
    expect(await fails('rm', '--force', sha256(kept), 'README')).to.include('README is a file of Git');
    expect(await fails('rm', '--force', sha256(kept), 'models')).to.include('models is a folder');
    expect(await fails('rm', '--force', sha256(kept), 'models/none.bin')).to.include('there is no models/none.bin');
    expect(await isStored('models/kept.bin')).to.equal(true);
  });

  it('remove in a dry run no file that a snapshot keeps, whatever is forced', async () => {
    const held = bytesNamed('held', 4000);
    await clone.copy.commit({ 'models/held.bin': held });
    await clone.publish();
    const { id } = clone.repository;
    const made = await fetch(`${world.server.baseUrl}/api/v1/repositories/${id}/snapshots`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'dry', ref: 'main' }),
    });
    expect(made.status, await made.text()).to.equal(201);
    const refused = await fails('rm', '--dry-run', '--force', 'models/held.bin');
    expect(refused).to.match(/^svc: models.held.bin is kept by .*the snapshot dry\n$/);
    expect(refused).to.equal(await fails('rm', '--force', 'models/held.bin'));
  });
});
