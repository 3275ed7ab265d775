import { expect } from 'chai';
import { createFaultyBlobStore } from '../../../../src/blob-store/faulty-blob-store.js';
import { trusted, type RepositoryId, type TreePath } from '../../../../src/model/values/index.js';
import { reconcileTreeFile } from '../../../../src/use-cases/chunk-tree/files/reconcile-tree-file.js';
import { createWorld, errorOf, withRepository } from '../../../builders/world.js';

describe('reconcileTreeFile', () => {
  it('is put off while the store does not answer, also where the repository has gone', async () => {
    const world = createWorld('business');
    const { push } = await withRepository(world);
    const gone = { ...push.repository, repositoryId: trusted<RepositoryId>('00000000-0000-4000-8000-000000000000') };
    const path = trusted<TreePath>('meta/notes.txt');
    const blobs = createFaultyBlobStore(world.blobs);
    blobs.failNext({ call: 'head', when: 'before' });
    expect(errorOf(await reconcileTreeFile({ ...world.ports, blobs }, gone, path, 0))).to.include({
      kind: 'unavailable',
      part: 'storage',
    });
    expect(errorOf(await reconcileTreeFile({ ...world.ports, blobs }, gone, path, 0))).to.deep.equal({ kind: 'not_found' });
  });
});
