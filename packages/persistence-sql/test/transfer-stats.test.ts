import { expect } from 'chai';
import { statsFromText, statsToText } from '../src/transfer-stats.js';

describe('the counters of a transfer', () => {
  it('come back as they were written', () => {
    const stats = { durationMs: 12.5, logicalBytes: Number.MAX_SAFE_INTEGER, newChunks: 0 };
    expect(statsFromText(statsToText(stats))).to.deep.equal(stats);
    expect(statsFromText(statsToText({}))).to.deep.equal({});
  });

  it('are those that are known, whatever else is in the column', () => {
    expect(statsFromText('{"filesPut":1,"filesSkipped":"2","__proto__":3,"toString":4,"later":5}')).to.deep.equal({
      filesPut: 1,
    });
  });
});
