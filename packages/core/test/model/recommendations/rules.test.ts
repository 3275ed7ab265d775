import { expect } from 'chai';
import { plans } from '../../../src/model/quotas/plan.js';
import { bytesText } from '../../../src/model/bytes-text.js';
import { nearStorageLimit, tokensWithoutExpiry } from '../../../src/model/recommendations/organization-rules.js';
import { bySeverity } from '../../../src/model/recommendations/recommendation.js';
import { poorDeduplication, staleUploadSessions, unusedObjects } from '../../../src/model/recommendations/repository-rules.js';
import { GIB, type RepositoryId, trusted, type UploadSessionId } from '../../../src/model/values/index.js';
import { oidOf, slug } from '../../builders/world.js';

const id = trusted<RepositoryId>('a0000000-0000-4000-8000-000000000000');
const repository = { id, slug: slug('models'), logicalBytes: 2 * GIB, physicalBytes: 2 * GIB };

describe('recommendations', () => {
  const nearLimit = (usedBytes: number, reservedBytes = 0, reclaimableBytes = 0) =>
    nearStorageLimit({ usedBytes, reservedBytes, reclaimableBytes, byosBytes: 100 * GIB }, plans.free);

  it('warn from 80 % of the storage on, and are critical when nothing is left', () => {
    expect(nearLimit(8 * GIB - 1)).to.deep.equal([]);
    expect(nearLimit(8 * GIB).map(({ severity, estimatedBytes }) => [severity, estimatedBytes])).to.deep.equal([['warning', 0]]);
    expect(nearLimit(8 * GIB - 1, 1).map(({ severity }) => severity)).to.deep.equal(['warning']);
    expect(nearLimit(8 * GIB - 1, 0, 1).map(({ severity }) => severity)).to.deep.equal(['warning']);
    expect(nearLimit(10 * GIB - 1).map(({ severity }) => severity)).to.deep.equal(['warning']);
    const [full] = nearLimit(10 * GIB);
    expect(full).to.include({ id: 'near-storage-limit', severity: 'critical', estimatedBytes: 2 * GIB });
    expect(full?.detail).to.contain('refused');
    const [metered] = nearStorageLimit(
      { usedBytes: 100 * GIB, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 },
      plans.developer,
    );
    expect(metered?.detail).to.contain('metered');
  });

  it('name objects that were never downloaded once for a repository, with what they occupy', () => {
    expect(unusedObjects(repository, [])).to.deep.equal([]);
    const object = { oid: oidOf('x'), sizeBytes: 9, physicalBytes: 7 };
    const [found] = unusedObjects(repository, [object, { ...object, oid: oidOf('y') }]);
    expect(found).to.include({ id: `unused-objects.${id}`, severity: 'info', repositoryId: id, estimatedBytes: 14 });
    expect(found?.title).to.equal('2 large objects of models were never downloaded');
  });

  it('speak of deduplication from 1 GiB on, where it saves less than 5 %', () => {
    expect(poorDeduplication({ ...repository, logicalBytes: GIB - 1, physicalBytes: GIB - 1 })).to.deep.equal([]);
    expect(poorDeduplication({ ...repository, physicalBytes: repository.logicalBytes * 0.95 })).to.deep.equal([]);
    expect(poorDeduplication({ ...repository, physicalBytes: repository.logicalBytes * 0.95 + 1 })).to.have.length(1);
    expect(poorDeduplication({ ...repository, logicalBytes: GIB, physicalBytes: 2 * GIB })).to.have.length(1);
  });

  it('bring stale sessions together by repository', () => {
    const other = trusted<RepositoryId>('b0000000-0000-4000-8000-000000000000');
    const session = { id: trusted<UploadSessionId>('c'), repository, reservedBytes: 5 };
    const found = staleUploadSessions([session, { ...session, repository: { id: other, slug: slug('data') } }, session]);
    expect(found.map(({ repositoryId, estimatedBytes }) => [repositoryId, estimatedBytes])).to.deep.equal([
      [id, 10],
      [other, 5],
    ]);
    expect(found.map(({ title }) => title)).to.deep.equal([
      '2 uploads to models did not come to an end',
      'An upload to data did not come to an end',
    ]);
  });

  it('come the most pressing first', () => {
    const found = bySeverity([...tokensWithoutExpiry(1), ...nearLimit(8 * GIB), ...nearLimit(10 * GIB)]);
    expect(found.map(({ severity }) => severity)).to.deep.equal(['critical', 'warning', 'info']);
  });

  it('write sizes for people', () => {
    const sizes = [0, 1023, 1024, 1536, 10 * 1024, GIB, 2 ** 53 - 1];
    expect(sizes.map(bytesText)).to.deep.equal(['0 bytes', '1023 bytes', '1.0 KiB', '1.5 KiB', '10 KiB', '1.0 GiB', '8.0 PiB']);
  });
});
