import { expect } from 'chai';
import { forecast } from '../../../src/model/usage/forecast.js';

const line = (days: number, from: number, step: number): number[] => Array.from({ length: days }, (_, day) => from + day * step);

describe('forecast', () => {
  it('goes on along a straight line, and counts the days until it meets the limit', () => {
    expect(forecast(line(30, 1000, 10), 2000)).to.deep.equal({
      observedDays: 30,
      bytesPerDay: 10,
      projectedBytes: 1290 + 300,
      daysUntilLimit: 71,
    });
    expect(forecast(line(30, 1000, 10), 1291)?.daysUntilLimit).to.equal(1);
    expect(forecast(line(30, 1000, 10), 1300)?.daysUntilLimit).to.equal(1);
    expect(forecast(line(30, 1000, 10), 1301)?.daysUntilLimit).to.equal(2);
  });

  it('needs seven days', () => {
    expect(forecast(line(6, 0, 1), 100)).to.equal(undefined);
    expect(forecast([], 100)).to.equal(undefined);
    expect(forecast(line(7, 0, 1), 100)?.observedDays).to.equal(7);
  });

  it('takes the line that lies closest to days that lie on none', () => {
    // By hand: the middle is (3, 11/7), the sum of the products 11, that of the squares 28.
    expect(forecast([0, 2, 0, 2, 1, 4, 2], 100)?.bytesPerDay).to.equal(0);
    expect(forecast([0, 2000, 0, 2000, 1000, 4000, 2000], 100_000)?.bytesPerDay).to.equal(393);
  });

  it('knows no day of the limit for storage that stands still, shrinks, or grows for more than ten years', () => {
    expect(forecast(line(10, 50, 0), 100)).to.deep.include({ bytesPerDay: 0, projectedBytes: 50, daysUntilLimit: undefined });
    const shrinking = forecast(line(10, 90, -9), 100);
    expect(shrinking).to.deep.include({ bytesPerDay: -9, projectedBytes: 0, daysUntilLimit: undefined });
    expect(forecast(line(10, 0, 1), 9 + 3650)?.daysUntilLimit).to.equal(3650);
    expect(forecast(line(10, 0, 1), 9 + 3651)?.daysUntilLimit).to.equal(undefined);
  });

  it('says 0 days where the limit is reached, whichever way storage goes', () => {
    expect(forecast(line(10, 0, 10), 90)?.daysUntilLimit).to.equal(0);
    expect(forecast(line(10, 200, -1), 90)?.daysUntilLimit).to.equal(0);
  });
});
