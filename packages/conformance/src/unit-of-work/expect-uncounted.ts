import { expect } from 'chai';

/** Demands that the ids of a tenant's two last rows, the newer first, differ and do not tell how many rows others have added between them. */
export const expectUncounted = (ids: readonly string[]): void => {
  expect(new Set(ids).size).to.equal(ids.length);
  const [newer, older] = ids.map((id) => (/^\d+$/.test(id) ? Number(id) : undefined));
  if (newer !== undefined && older !== undefined) expect(newer - older, ids.join(', ')).to.equal(1);
};
