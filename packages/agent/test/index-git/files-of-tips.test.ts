import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allFileLimits, fileLimits, filesOfTips } from '../../src/index-git/files-of-tips.js';
import type { GitRepository, ObjectFormat } from '../../src/index-git/open-repository.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

/** Nothing looks like a pointer and is none. */
const plain = new Set<string>();

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5\n`;

for (const format of ['sha1', 'sha256'] as const satisfies readonly ObjectFormat[]) {
  describe(`filesOfTips, ${format}`, () => {
    let scratch: ScratchRepository;
    let repository: GitRepository;
    beforeEach(async () => {
      scratch = await makeScratchRepository(format, false);
      repository = await openScratchRepository(scratch);
    });
    afterEach(() => scratch.remove());

    const commit = async (files: Readonly<Record<string, string>>): Promise<string> => {
      for (const [path, text] of Object.entries(files)) await writeFile(join(scratch.folder, path), text);
      await scratch.git(['add', '-A']);
      await scratch.git(['commit', '--quiet', '-m', 'some files']);
      return (await scratch.git(['rev-parse', 'HEAD'])).trim();
    };
    const idOf = async (text: string): Promise<string> => (await scratch.git(['hash-object', '--stdin'], text)).trim();

    it('are those of all tips that are no pointers and not too large, and what links lead to, each once', async () => {
      await mkdir(join(scratch.folder, 'a folder'));
      await symlink('README', join(scratch.folder, 'link'));
      const large = 'x'.repeat(fileLimits.fileBytes + 1);
      const one = await commit({ README: 'read', 'a folder/same': 'read', model: pointer, large, whole: large.slice(1) });
      const two = await commit({ README: 'read more' });
      const found = await filesOfTips(repository, { range: { from: [one, two], without: [] }, plain });
      const ids = await Promise.all(['read', 'read more', 'README', large.slice(1)].map(idOf));
      expect(found.files.map(({ id }) => id))
        .to.have.members(ids)
        .and.have.length(4);
      expect(found.files.map(({ path }) => path)).to.have.members(['README', 'README', 'link', 'whole']);
      expect(found).to.include({ tooLarge: 1, isCut: false });
    });

    it('are also what only looks like a pointer', async () => {
      const one = await commit({ model: pointer });
      const id = await idOf(pointer);
      const { files } = await filesOfTips(repository, { range: { from: [one], without: [] }, plain: new Set([id]) });
      expect(files.map((file) => file.id)).to.deep.equal([id]);
    });

    it('are those alone that what is indexed does not have', async () => {
      const one = await commit({ README: 'read', other: 'other' });
      const two = await commit({ README: 'read more' });
      const { files } = await filesOfTips(repository, { range: { from: [two], without: [one] }, plain });
      expect(files).to.deep.equal([{ id: await idOf('read more'), sizeBytes: 9, path: 'README' }]);
    });

    it('are as many as may be stored at once', async () => {
      const one = await commit({ a: '1', b: '22', c: '333' });
      const range = { from: [one], without: [] };
      expect(await filesOfTips(repository, { range, plain }, { ...fileLimits, files: 2 }))
        .to.deep.include({ isCut: true })
        .and.have.nested.property('files.length', 2);
      expect((await filesOfTips(repository, { range, plain }, { ...fileLimits, totalBytes: 6 })).isCut).to.equal(false);
      expect((await filesOfTips(repository, { range, plain }, { ...fileLimits, totalBytes: 5 })).isCut).to.equal(true);
    });

    it('have the limit of each file alone where all are asked for', async () => {
      const one = await commit({ large: 'x'.repeat(fileLimits.fileBytes + 1), whole: 'x'.repeat(fileLimits.fileBytes) });
      const { files, tooLarge } = await filesOfTips(repository, { range: { from: [one], without: [] }, plain }, allFileLimits);
      expect([files.length, tooLarge, allFileLimits.files, allFileLimits.totalBytes]).to.deep.equal([1, 1, Infinity, Infinity]);
    });
  });
}
