import { expect } from 'chai';
import { bytesNamed, sha256 } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

describe('svc rm and svc undelete', () => {
  let world: LfsWorld;
  let clone: IndexedClone;
  const [kept, old] = [bytesNamed('kept', 5000), bytesNamed('old', 300_000)];
  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    clone = await createIndexedClone(world, await world.newComputer(), await world.createToken({ scopes: ['repo:admin'] }));
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

  it('remove nothing in a dry run', async () => {
    expect(await succeeds('rm', '--dry-run', 'models/kept.bin')).to.equal(`${sha256(kept)}  models/kept.bin\n`);
    expect(await isStored('models/kept.bin')).to.equal(true);
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
});
