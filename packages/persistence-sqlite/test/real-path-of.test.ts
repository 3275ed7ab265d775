import { realPathOf } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('the real path', () => {
  let folder: TemporaryFolder;
  let root: string;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    root = realpathSync.native(folder.path);
    mkdirSync(join(root, 'there'));
    symlinkSync('there', join(root, 'link'));
    symlinkSync('link/not/yet', join(root, 'dangling'));
  });
  afterEach(() => folder.remove());

  for (const [path, real] of [
    ['there', 'there'],
    ['link', 'there'],
    ['link/new', 'there/new'],
    ['link/new/deeper', 'there/new/deeper'],
    ['dangling', 'there/not/yet'],
    ['dangling/deeper', 'there/not/yet/deeper'],
  ] as const) {
    it(`of ${path} is ${real}`, () => {
      expect(realPathOf(join(root, path))).to.equal(join(root, real));
    });
  }

  it('is not made up where the system does not let anybody look', () => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync('round', join(root, 'round'));
    expect(() => realPathOf(join(root, 'file/below'))).to.throw('ENOTDIR');
    expect(() => realPathOf(join(root, 'round'))).to.throw('ELOOP');
  });
});
