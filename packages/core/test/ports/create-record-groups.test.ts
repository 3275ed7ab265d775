import { createRecordGroups } from '@svc/core/ports';
import { expect } from 'chai';

/** Makers of one group of each kind, which note what they make of which source. */
const createFewGroups = () => {
  const made: string[] = [];
  const audit = { lastSame: async () => undefined, latest: async () => [] };
  // @ts-expect-error -- the compiler demands a maker of every group
  const { queriesOf, recordsOf } = createRecordGroups<string, string>({
    access: {
      queries: (source) => {
        made.push(`access of ${source}`);
        return {
          ofRepository: async () => undefined,
          findRepository: async () => undefined,
          ofOrganization: async () => undefined,
        };
      },
    },
    audit: { queries: () => audit, records: () => ({ ...audit, append: async () => undefined }) },
    leases: {
      records: () => ({
        claim: async () => undefined,
        release: async () => undefined,
        claimShared: async () => false,
        holdFree: async () => true,
      }),
    },
  });
  return { made, queriesOf, recordsOf };
};

describe('record groups', () => {
  it('are made when somebody asks for them, once for each source', () => {
    const { made, queriesOf } = createFewGroups();
    const one = queriesOf('one');
    expect(made).to.deep.equal([]);
    expect(one.access).to.equal(one.access);
    expect(made).to.deep.equal(['access of one']);
    expect(queriesOf('two').access).not.to.equal(one.access);
    expect(made).to.deep.equal(['access of one', 'access of two']);
  });

  it('change something within a transaction alone', () => {
    const { queriesOf, recordsOf } = createFewGroups();
    expect(queriesOf('one').audit).not.to.have.property('append');
    expect(recordsOf('one').audit).to.have.property('append');
  });

  it('answer within a transaction when they have queries alone, and are nowhere else when they have records alone', () => {
    const { queriesOf, recordsOf } = createFewGroups();
    expect(recordsOf('one').access).to.have.property('ofRepository');
    expect(recordsOf('one').leases).to.have.property('claim');
    expect(queriesOf('one')).not.to.have.property('leases');
  });
});
