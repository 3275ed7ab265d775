import { expect } from 'chai';
import { GIB, type OrganizationId, trusted } from '../../../../src/model/values/index.js';
import { createBegun } from '../../../../src/use-cases/chunk-tree/verify/begun-verifications.js';

const [acme, other] = ['acme', 'other'].map((name) => trusted<OrganizationId>(name));

describe('createBegun', () => {
  it('lets an organization begin smaller objects beside larger ones, and four in all', () => {
    if (acme === undefined || other === undefined) return;
    const begun = createBegun();
    const limit = () => begun.busy().map(({ organizationId, belowBytes }) => [organizationId, belowBytes]);
    expect(limit()).to.deep.equal([]);
    const endHuge = begun.begin(acme, 1000 * GIB);
    expect(limit()).to.deep.equal([['acme', 64 * GIB]]);
    const endLarge = begun.begin(acme, 63 * GIB);
    expect(limit()).to.deep.equal([['acme', 4 * GIB]]);
    begun.begin(acme, 10);
    begun.begin(acme, 10);
    expect(limit()).to.deep.equal([['acme', 0]]);
    begun.begin(other, 10);
    expect(limit()).to.deep.equal([['acme', 0]]);
    endHuge();
    endLarge();
    expect(limit()).to.deep.equal([]);
  });
});
