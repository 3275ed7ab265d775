import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createNamesInFolder, createObjectNames } from '../../src/push/object-names.js';

describe('the name of a pushed object', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-names-'));
    await mkdir(join(folder, 'clone/.git'), { recursive: true });
    await mkdir(join(folder, 'clone/data/module'), { recursive: true });
    await writeFile(join(folder, 'clone/data/module/.git'), 'gitdir: ../../.git/modules/module');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const nameOf = (path: string, from = ''): Promise<string | undefined> => createObjectNames(join(folder, from))(path);

  it("is the file's path below the Git repository that it lies in, wherever the command is run", async () => {
    expect(await nameOf('weights.bin', 'clone/data')).to.equal('data/weights.bin');
    expect(await nameOf('clone/data/deep/er/weights.bin')).to.equal('data/deep/er/weights.bin');
    expect(await nameOf(join(folder, 'clone/data/weights.bin'), 'elsewhere')).to.equal('data/weights.bin');
    expect(await nameOf('../data/./../weights.bin', 'clone/data')).to.equal('weights.bin');
    expect(await nameOf('module/weights.bin', 'clone/data'), 'of a submodule').to.equal('weights.bin');
  });

  it('is its path below the working directory where there is no repository, and never leads out of it', async () => {
    expect(await nameOf('models/weights.bin', 'plain')).to.equal('models/weights.bin');
    expect(await nameOf('..weights/..bin', 'plain')).to.equal('..weights/..bin');
    expect(await nameOf('../../weights.bin', 'plain/folder')).to.equal('weights.bin');
    expect(await nameOf(join(folder, 'other/weights.bin'), 'plain')).to.equal('weights.bin');
  });

  it("is in a pushed folder the file's path below the Git repository that the folder lies in, else below the folder", async () => {
    const nameIn = (pushed: string, path: string): Promise<string | undefined> =>
      createNamesInFolder(join(folder, pushed))(join(folder, pushed, path));
    expect(await nameIn('clone/data', 'deep/weights.bin')).to.equal('data/deep/weights.bin');
    expect(await nameIn('clone', 'data/module/weights.bin'), 'of a repository inside').to.equal('data/module/weights.bin');
    expect(await nameIn('plain', 'deep/weights.bin')).to.equal('deep/weights.bin');
    expect(await nameIn('.', 'clone/data/weights.bin'), 'around a repository').to.equal('clone/data/weights.bin');
    expect(await nameIn('plain', `${`${'x'.repeat(200)}/`.repeat(6)}weights.bin`)).to.equal('weights.bin');
  });

  it('has nothing in it that a terminal obeys, and is no longer than the service takes', async () => {
    expect(await nameOf('a\n\u001b[2Jb\u202ec', 'plain')).to.equal('a??[2Jb?c');
    expect(await nameOf(`${`${'x'.repeat(200)}/`.repeat(6)}weights.bin`, 'plain')).to.equal('weights.bin');
    expect(await nameOf('y'.repeat(1024), 'plain')).to.have.length(1024);
    expect(await nameOf('y'.repeat(1025), 'plain')).to.equal(undefined);
  });
});
