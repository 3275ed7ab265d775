import { expect } from 'chai';
import { type IndexFindings, ofGitIndex } from '../../../src/model/recommendations/index-rules.js';
import { DAY_MS, type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { slug } from '../../builders/world.js';

const id = trusted<RepositoryId>('a0000000-0000-4000-8000-000000000000');
const repository = { id, slug: slug('models'), logicalBytes: 1, physicalBytes: 1 };
const now = 10 * DAY_MS;
const indexed: IndexFindings = {
  isIndexed: true,
  objectCount: 1000,
  missingObjects: 0,
  unindexed: { count: 0, oldestAt: undefined },
};

describe('recommendations of a Git index', () => {
  const found = (part: Partial<IndexFindings>) => ofGitIndex(repository, { ...indexed, ...part }, now);

  it('are none where it names nothing that is missing, and nothing came since it was sent', () => {
    expect(found({})).to.deep.equal([]);
  });

  it('warn of objects that are missing, and say how many', () => {
    const [one] = found({ missingObjects: 1 });
    expect(one).to.include({
      id: `missing-objects.${id}`,
      severity: 'warning',
      title: 'models lacks an object of its Git history',
    });
    expect(found({ missingObjects: 2 })[0]?.title).to.equal('models lacks 2 objects of its Git history');
  });

  it('tell that it is behind a day after an object came', () => {
    const since = (oldestAt: number) => found({ unindexed: { count: 3, oldestAt } }).map((one) => one.id);
    expect(since(now - DAY_MS)).to.deep.equal([]);
    expect(since(now - DAY_MS - 1)).to.deep.equal([`index-behind.${id}`]);
    const many = { unindexed: { count: 1000, oldestAt: 0 } };
    expect(found(many)[0]?.detail).to.contain('At least 1000 objects');
  });

  it('ask for one from 100 objects on', () => {
    expect(found({ isIndexed: false, objectCount: 99 })).to.deep.equal([]);
    expect(found({ isIndexed: false, objectCount: 100 }).map((one) => one.id)).to.deep.equal([`index-missing.${id}`]);
  });
});
