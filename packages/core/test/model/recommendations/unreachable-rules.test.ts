import { expect } from 'chai';
import { unreachableObjects } from '../../../src/model/recommendations/unreachable-rules.js';
import { lookDoubts } from '../../../src/model/objects/unreachable-object.js';
import { type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { slug } from '../../builders/world.js';

const id = trusted<RepositoryId>('r');
const repository = { id, slug: slug('models'), logicalBytes: 1000, physicalBytes: 1000 };
const look = { repositoryId: id, dueAt: 9, lookedAt: 5, doubt: undefined };

describe('what is recommended of unreachable objects', () => {
  it('is nothing where nobody has asked to have them removed, nobody has looked yet, or there are none', () => {
    expect(unreachableObjects(repository, undefined)).to.deep.equal([]);
    const unseen = { ...look, lookedAt: undefined };
    expect(unreachableObjects(repository, { objects: 3, logicalBytes: 9, look: unseen })).to.deep.equal([]);
    expect(unreachableObjects(repository, { objects: 0, logicalBytes: 0, look })).to.deep.equal([]);
  });

  it('says what will be removed, with its bytes', () => {
    const [found, ...more] = unreachableObjects(repository, { objects: 2, logicalBytes: 2048, look });
    expect(more).to.deep.equal([]);
    expect(found).to.include({ id: 'unreachable-objects.r', rule: 'unreachable-objects', estimatedBytes: 2048 });
    expect(found?.title).to.equal('2 objects of models will be removed, for no branch or tag reaches them');
    expect(found?.detail).to.contain('2.0 KiB');
  });

  it('says of each doubt why nothing can be told, and what helps', () => {
    const details = lookDoubts.map((doubt) => {
      const [found] = unreachableObjects(repository, { objects: 2, logicalBytes: 9, look: { ...look, doubt } });
      expect(found).to.include({ id: 'unreachable-objects.r', estimatedBytes: undefined });
      expect(found?.detail).to.contain('svc index --complete');
      return found?.detail;
    });
    expect(new Set(details).size).to.equal(lookDoubts.length);
  });
});
