import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSource, UnreadableFile } from '../../src/push/source-file.js';
import { createFaultyFileSystem, type FaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';

describe('a file of which the system does not say what it is', () => {
  let folder: string;
  let path: string;
  let fileSystem: FaultyFileSystem;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-source-file-'));
    path = join(folder, 'file');
    await writeFile(path, 'bytes');
    fileSystem = createFaultyFileSystem(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is not held open, and keeps no other from being read', async () => {
    fileSystem.fail('fstat file', 'EIO');
    const problem = await problemIn(openSource(fileSystem, path));
    expect(problem).to.be.instanceOf(UnreadableFile);
    expect(problem.message).to.equal(`${path} cannot be read (EIO)`);
    expect(fileSystem.openFiles).to.equal(0);
  });

  it('keeps no other from being read when it has been read', async () => {
    const file = await openSource(fileSystem, path);
    fileSystem.fail('fstat file', 'ESTALE');
    expect(await problemIn(file.checkUnchanged())).to.be.instanceOf(UnreadableFile);
    await file.close();
  });
});
