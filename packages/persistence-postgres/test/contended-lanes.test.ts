import { expect } from 'chai';
import { createContendedLanes } from '../src/contended-lanes.js';

describe('contended lanes', () => {
  it('are remembered for 15 seconds after they were noted last', () => {
    let now = 0;
    const lanes = createContendedLanes(() => now);
    expect(lanes.has(7)).to.equal(false);
    lanes.note(7);
    now = 14_999;
    expect([lanes.has(7), lanes.has(8)]).to.deep.equal([true, false]);
    lanes.note(7);
    now += 14_999;
    expect(lanes.has(7)).to.equal(true);
    now += 1;
    expect(lanes.has(7)).to.equal(false);
  });

  it('are forgotten before that when it is said', () => {
    const lanes = createContendedLanes(() => 0);
    lanes.note(7);
    lanes.forget(7);
    expect(lanes.has(7)).to.equal(false);
  });

  it('are a thousand at most: what was noted last is kept', () => {
    const lanes = createContendedLanes(() => 0);
    for (let lane = 0; lane < 1000; lane += 1) lanes.note(lane);
    lanes.note(0);
    lanes.note(1000);
    expect([0, 1, 2, 1000].map((lane) => lanes.has(lane))).to.deep.equal([true, false, true, true]);
  });
});
