import { expect } from 'chai';
import type { CountedDownloads } from '../../../src/model/usage/traffic.js';
import {
  DAY_MS,
  namespaceOf,
  type OrganizationId,
  type RepositoryId,
  type StorageConnectionId,
  trusted,
} from '../../../src/model/values/index.js';
import { createDownloadMeter, type Download, maxMeteredObjects } from '../../../src/steps/accounting/download-meter.js';
import { recordDownloads } from '../../../src/steps/accounting/record-downloads.js';
import { oidOf } from '../../builders/world.js';

const midnight = 1_767_225_600_000;
const organizationId = trusted<OrganizationId>('0e000000-0000-4000-8000-000000000000');
const repositoryOf = (name: string, connection?: string): Download['repository'] => {
  const repositoryId = trusted<RepositoryId>(`${name}0000000-0000-4000-8000-000000000000`);
  const connectionId = connection === undefined ? undefined : trusted<StorageConnectionId>(connection);
  return { organizationId, repositoryId, namespace: namespaceOf(repositoryId, connectionId) };
};
const [one, two] = [repositoryOf('a'), repositoryOf('b', 'c0000000-0000-4000-8000-000000000000')];
const [oid, other] = [oidOf('one'), oidOf('two')];

describe('the download meter', () => {
  const rowOf = (repository: Download['repository'], storageMode: 'managed' | 'byos', day: number) => ({
    organizationId,
    repositoryId: repository.repositoryId,
    storageMode,
    day,
  });

  it('stops at the largest number of bytes that is exact, in one batch and in the sum of several', () => {
    const [meter, most] = [createDownloadMeter(), Number.MAX_SAFE_INTEGER];
    const objects = [oid, other].map((each) => ({ oid: each, sizeBytes: most }));
    for (const repository of [one, two]) recordDownloads(meter, repository, objects, midnight);
    recordDownloads(meter, one, objects, midnight);
    expect(meter.take(10)?.egress.map(({ bytes, downloads }) => [bytes, downloads])).to.deep.equal([
      [most, 4],
      [most, 2],
    ]);
  });

  it('adds up bytes and downloads by repository and day in UTC, and downloads by object', () => {
    const meter = createDownloadMeter();
    meter.record({ repository: one, oids: [oid], bytes: 5, at: midnight - 1 });
    meter.record({ repository: one, oids: [oid], bytes: 5, at: midnight });
    meter.record({ repository: one, oids: [other], bytes: 7, at: midnight + 2 });
    meter.record({ repository: one, oids: [], bytes: 100, at: midnight + 3 });
    meter.record({ repository: two, oids: [oid], bytes: 5, at: midnight + 1 });
    const expected: CountedDownloads = {
      egress: [
        { ...rowOf(one, 'managed', midnight - DAY_MS), bytes: 5, downloads: 1 },
        { ...rowOf(one, 'managed', midnight), bytes: 112, downloads: 2 },
        { ...rowOf(two, 'byos', midnight), bytes: 5, downloads: 1 },
      ],
      objects: [
        { repositoryId: one.repositoryId, oid, downloads: 2, lastDownloadedAt: midnight },
        { repositoryId: one.repositoryId, oid: other, downloads: 1, lastDownloadedAt: midnight + 2 },
        { repositoryId: two.repositoryId, oid, downloads: 1, lastDownloadedAt: midnight + 1 },
      ],
    };
    expect(meter.take(10)).to.deep.equal(expected);
    expect(meter.take(10)).to.equal(undefined);
  });

  it('gives the egress with the first slice, and the objects slice by slice', () => {
    const meter = createDownloadMeter();
    meter.record({ repository: one, oids: ['1', '2', '3'].map(oidOf), bytes: 3, at: midnight });
    const slices = [meter.take(2), meter.take(2), meter.take(2)];
    expect(slices.map((slice) => [slice?.egress.length, slice?.objects.length])).to.deep.equal([
      [1, 2],
      [0, 1],
      [undefined, undefined],
    ]);
  });

  it('counts what is put back beside what was counted meanwhile', () => {
    const meter = createDownloadMeter();
    meter.record({ repository: one, oids: [oid], bytes: 5, at: midnight + 9 });
    const taken = meter.take(10);
    meter.record({ repository: one, oids: [oid], bytes: 5, at: midnight });
    if (taken !== undefined) meter.putBack(taken);
    expect(meter.take(10)).to.deep.equal({
      egress: [{ ...rowOf(one, 'managed', midnight), bytes: 10, downloads: 2 }],
      objects: [{ repositoryId: one.repositoryId, oid, downloads: 2, lastDownloadedAt: midnight + 9 }],
    });
  });

  it('keeps counting bytes, but no more objects, when nobody takes anything out', () => {
    const meter = createDownloadMeter();
    for (let count = 0; count <= maxMeteredObjects; count += 1) {
      const oidAt = trusted<typeof oid>(count.toString(16).padStart(64, '0'));
      meter.record({ repository: one, oids: [oidAt], bytes: 1, at: midnight });
    }
    meter.record({ repository: one, oids: [trusted<typeof oid>('0'.repeat(64))], bytes: 1, at: midnight });
    const taken = meter.take(Infinity);
    expect(taken?.egress.map(({ bytes }) => bytes)).to.deep.equal([maxMeteredObjects + 2]);
    expect(taken?.objects.length).to.equal(maxMeteredObjects);
    expect(taken?.objects[0]?.downloads).to.equal(2);
  });
});
