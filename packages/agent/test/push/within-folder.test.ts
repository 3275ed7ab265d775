import { expect } from 'chai';
import { mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPathFilter } from '../../src/folder/path-filter.js';
import { findSources } from '../../src/push/push-sources.js';
import { pushFiles } from '../../src/push/push-files.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

describe('what comes into a folder after it was gone through', () => {
  let rig: TransferRig;
  let folder: string;
  before(async () => {
    rig = await startTransferRig('what comes into a folder after it was gone through');
  });
  after(() => rig.close());
  beforeEach(async () => {
    folder = await rig.newFolder();
    await mkdir(join(folder, 'pushed', 'below'), { recursive: true });
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'pushed', 'file'), 'inside');
    await writeFile(join(folder, 'pushed', 'below', 'key'), 'inside, too');
    await writeFile(join(folder, 'outside', 'key'), 'a secret');
  });

  /** What is pushed of a folder that changes after it was gone through, and what is said of the rest. */
  const pushAfter = async (named: string, change: () => Promise<void>) => {
    const said: string[] = [];
    const onUnreadable = ({ message }: Error): void => void said.push(message.replaceAll(folder, ''));
    const filter = createPathFilter({ include: [], exclude: [] });
    const { sources } = await findSources(rig.context, [named], { filter, onLeftOut: () => undefined, onUnreadable });
    await change();
    const pushed: string[] = [];
    for (const { paths, nameOf, fileSystem } of sources) {
      for await (const { path } of pushFiles({ ...rig.context, fileSystem }, paths, { nameOf, onUnreadable })) {
        pushed.push(path.replace(folder, ''));
      }
    }
    return { pushed, said };
  };

  it('is not pushed where it is a link in the place of a file', async () => {
    const { pushed, said } = await pushAfter(join(folder, 'pushed'), async () => {
      await unlink(join(folder, 'pushed', 'file'));
      await symlink('../outside/key', join(folder, 'pushed', 'file'));
    });
    expect(pushed).to.deep.equal(['/pushed/below/key']);
    expect(said).to.deep.equal(['/pushed/file has been replaced by a symbolic link, or removed']);
  });

  it('is not pushed where it is a link in the place of a folder', async () => {
    const { pushed, said } = await pushAfter(join(folder, 'pushed'), async () => {
      await rename(join(folder, 'pushed', 'below'), join(folder, 'pushed', 'other'));
      await symlink('../outside', join(folder, 'pushed', 'below'));
    });
    expect(pushed).to.deep.equal(['/pushed/file']);
    expect(said).to.deep.equal(['/pushed/below/key has been replaced by a symbolic link, or removed']);
  });

  it('is not pushed where the folder itself has become a link', async () => {
    const { pushed, said } = await pushAfter(join(folder, 'pushed', 'below'), async () => {
      await rm(join(folder, 'pushed', 'below'), { recursive: true });
      await symlink('../outside', join(folder, 'pushed', 'below'));
    });
    expect(pushed).to.deep.equal([]);
    expect(said).to.have.length(1);
  });

  it('is no matter of how the folder is named, be it by a link', async () => {
    await symlink('pushed', join(folder, 'link'));
    const { pushed, said } = await pushAfter(`${join(folder, 'link')}/./below/..`, async () => undefined);
    expect(said).to.deep.equal([]);
    expect(pushed).to.have.length(2);
  });
});
