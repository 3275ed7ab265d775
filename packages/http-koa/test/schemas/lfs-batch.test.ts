import { expect } from 'chai';
import { z } from 'zod';
import { lenientBatchBody } from '../../src/schemas/lfs-batch.js';

const oid = 'ab'.repeat(32);
const otherOid = 'cd'.repeat(32);

describe('lenientBatchBody', () => {
  it('has each object once, in the order of the request, by the first of its names', () => {
    const named = (name?: string) => ({ oid, size: 3, name });
    const other = { oid: otherOid, size: 4, name: 'other.csv' };
    const body = { operation: 'upload', objects: [named(), other, named('first.gguf'), named('second.csv')] };
    const { objects } = z.parse(lenientBatchBody, body);
    expect(objects).to.deep.equal({
      wellFormed: [
        { oid, sizeBytes: 3, name: 'first.gguf' },
        { oid: otherOid, sizeBytes: 4, name: 'other.csv' },
      ],
      refused: [],
    });
  });
});
