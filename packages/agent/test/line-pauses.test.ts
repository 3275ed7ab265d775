import { expect } from 'chai';
import { watchPauses } from '../src/line-pauses.js';

describe('the pauses of a line', () => {
  let now = 0;
  const takenAfter = (connection: object, times: readonly number[]): readonly number[] => {
    const pauses = watchPauses(connection, () => now);
    return times.map((ms) => {
      now += ms;
      pauses.tellTaken();
      return pauses.allowedMs();
    });
  };

  it('may each be three times as long as the longest before it, the wait for the first piece aside', () => {
    expect(takenAfter({}, [9000, 0, 100, 20, 250, 10])).to.deep.equal([0, 0, 300, 300, 750, 750]);
  });

  it('are not known from a command that slept for hours: it may then wait for ten minutes', () => {
    expect(takenAfter({}, [0, 8 * 3_600_000, 10])).to.deep.equal([0, 600_000, 600_000]);
  });

  it('are known of a connection that is used again, and of no other', () => {
    const connection = {};
    takenAfter(connection, [0, 400]);
    expect(watchPauses(connection, () => now).allowedMs()).to.equal(1200);
    expect(takenAfter(connection, [60_000, 5])).to.deep.equal([1200, 1200]);
    expect(watchPauses({}, () => now).allowedMs()).to.equal(0);
  });
});
