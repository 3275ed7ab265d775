import { createGitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import type { TagName } from '../../../src/model/git-index/git-ref.js';
import { trusted } from '../../../src/model/values/brand.js';
import type { Records, UnitOfWork } from '../../../src/ports/unit-of-work.js';
import { valueOf } from '../../builders/world.js';
import { indexedRepository } from '../../use-cases/git-index/indexed-repository.js';

describe('the history that a change needs', () => {
  it('is read before its transaction, in which others would wait for all of the graph', async () => {
    const git = createGitRepository();
    try {
      const [first, second] = [git.commit({ a: '1' }), git.commit({ a: '2' })];
      const index = await indexedRepository();
      const sessionId = await index.open();
      await index.send(sessionId, git.history('main'));
      const refs = [index.update('refs/heads/main', second), index.update('refs/tags/v1', first)];
      valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
      const { unitOfWork } = index.world;
      let read = 0;
      const counting = (records: Records): Records =>
        new Proxy(records, {
          get: (all, group): unknown => {
            if (group !== 'gitIndex') return Reflect.get(all, group);
            const listGraphChunks: Records['gitIndex']['listGraphChunks'] = (id, from) => {
              read += 1;
              return records.gitIndex.listGraphChunks(id, from);
            };
            return { ...records.gitIndex, listGraphChunks };
          },
        });
      const watched: UnitOfWork = {
        ...unitOfWork,
        transact: (work) => unitOfWork.transact((records) => work(counting(records))),
      };
      const update = await index.world.grant(index.owner, index.repository.id, 'repository.update');
      const fresh = () => createApplication({ ...index.world.ports, unitOfWork: watched });
      const [from, to] = [first, second].map((id) => ({ kind: 'commit', id, repositoryId: undefined }) as const);
      if (from === undefined || to === undefined) throw new Error('there are two commits');
      valueOf(await fresh().lineage.add(update, { type: 'derived_from', from, to, note: undefined }));
      valueOf(await fresh().releases.edit(update, { tag: trusted<TagName>('v1'), notes: 'Edited.' }));
      expect(read).to.equal(0);
    } finally {
      git.remove();
    }
  });
});
