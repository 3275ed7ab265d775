import { expect } from 'chai';
import { createTrafficLine } from '../../src/output/traffic-line.js';
import { createTransferRate } from '../../src/output/transfer-rate.js';

describe('the traffic of a transfer', () => {
  it('has a rate of the last five seconds, and none before there is enough to tell', () => {
    let ms = 0;
    const rate = createTransferRate(() => ms);
    const at = (time: number, bytes: number): number | undefined => {
      ms = time;
      return rate.at(bytes);
    };
    expect(at(0, 0)).to.equal(undefined);
    expect(at(400, 400)).to.equal(undefined);
    expect(at(1000, 1000)).to.equal(1000);
    expect(at(4000, 4000)).to.equal(1000);
    // The line has become slow: what it was before counts for nothing after a while.
    expect(at(9000, 4500)).to.equal(100);
    expect(at(20_000, 4500)).to.equal(0);
  });

  it('is one line at the end', () => {
    let ms = 500;
    const line = createTrafficLine('sent', () => ms);
    line.add(37_000, 150_000_000);
    line.add(0, 50_000_000);
    ms = 11_800;
    expect(line.text()).to.equal('sent 37 kB of 200 MB, 11.3 s');
  });
});
