import { expect } from 'chai';
import { finalizeIndexBody } from '../../src/schemas/git-index.js';

const taggedAt = (tagged_at: string) => {
  const tag = { id: 'a'.repeat(40), tagged_at };
  return finalizeIndexBody.safeParse({ refs: [{ name: 'refs/tags/v1', target: 'b'.repeat(40), tag }] });
};

describe('the body of the end of an upload to the Git index', () => {
  it('takes times of tags in the years 0 to 9999 of UTC, and no others, since no answer could say them', () => {
    for (const time of ['0000-01-01T00:00:00Z', '2026-01-01T12:00:00+05:30', '9999-12-31T23:59:59Z']) {
      expect(taggedAt(time).success, time).to.equal(true);
    }
    for (const time of ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59', '2026-13-01T00:00:00Z', 'yesterday']) {
      expect(taggedAt(time).success, time).to.equal(false);
    }
  });
});
