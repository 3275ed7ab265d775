import { expect } from 'chai';
import { jittered } from '../../src/jobs/jittered.js';

describe('jittered', () => {
  it('differs by up to a fifth, to both sides', () => {
    const waits = Array.from({ length: 10_000 }, () => jittered(1000));
    expect(Math.min(...waits)).to.be.within(800, 810);
    expect(Math.max(...waits)).to.be.within(1190, 1200);
  });
});
