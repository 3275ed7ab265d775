import { expect } from 'chai';
import {
  activityResolutionMs,
  idleSessionMs,
  isActivityDue,
  lastActiveBy,
  makeRoom,
} from '../../../src/model/uploads/idle-session.js';
import { DAY_MS, MINUTE_MS } from '../../../src/model/values/index.js';

const now = 1_000_000_000;
const longAgo = now - idleSessionMs - activityResolutionMs;
const at = (activeAt: number, expiresAt = now + 10 * idleSessionMs) => ({ activeAt, expiresAt });

describe('room for another upload session', () => {
  it('is there below the limit, whatever is idle', () => {
    expect(makeRoom([], 1, now)).to.deep.equal({ leaving: [] });
    expect(makeRoom([at(0)], 2, now)).to.deep.equal({ leaving: [] });
  });

  it('is made by the session that has been idle longest, for more than ten minutes, to the millisecond', () => {
    const [idlest, idle] = [at(longAgo - 1), at(longAgo)];
    expect(makeRoom([idle, at(now), idlest], 3, now)).to.deep.equal({ leaving: [idlest] });
    expect(makeRoom([at(longAgo + 1)], 1, now)).to.deep.equal({ roomAt: now + 1 });
    expect(makeRoom([at(longAgo + 5), at(now), at(longAgo + 9)], 3, now)).to.deep.equal({ roomAt: now + 5 });
  });

  it('comes when a session is over, if that is earlier', () => {
    expect(makeRoom([at(now, now + 3), at(now)], 2, now)).to.deep.equal({ roomAt: now + 3 });
  });

  it('is made by as many as a smaller plan asks for, or by none', () => {
    const idle = [at(longAgo), at(longAgo - 1), at(longAgo - 2)];
    expect(makeRoom([...idle, at(now)], 3, now)).to.deep.equal({ leaving: [idle[2], idle[1]] });
    expect(makeRoom([...idle, at(now), at(longAgo + 7)], 2, now)).to.deep.equal({ roomAt: now + 7 });
  });

  it('is made at once by a session in which nothing was done since the clock was set back, after those that are idle for certain', () => {
    const ahead = at(now + MINUTE_MS + 1, now + 40 * DAY_MS);
    expect(makeRoom([ahead, at(now)], 2, now)).to.deep.equal({ leaving: [ahead] });
    expect(makeRoom([ahead, at(longAgo - 1)], 2, now)).to.deep.equal({ leaving: [at(longAgo - 1)] });
    const little = at(now + MINUTE_MS);
    expect(makeRoom([little], 1, now)).to.deep.equal({ roomAt: little.activeAt + idleSessionMs + activityResolutionMs });
  });

  it('is asked of what is noted once a minute', () => {
    expect(isActivityDue({ activeAt: now }, now + activityResolutionMs - 1)).to.equal(false);
    expect(isActivityDue({ activeAt: now }, now + activityResolutionMs)).to.equal(true);
  });

  it('is asked of what is noted anew when the clock was set back', () => {
    expect(isActivityDue({ activeAt: now + MINUTE_MS }, now)).to.equal(false);
    expect(isActivityDue({ activeAt: now + MINUTE_MS + 1 }, now)).to.equal(true);
  });
});

describe('what was done last in an upload session', () => {
  it('was done within the minute for which activity is noted once, and neither after now nor after the end of the session', () => {
    expect(lastActiveBy(at(longAgo), now)).to.equal(longAgo + activityResolutionMs);
    expect(lastActiveBy(at(now - 1), now)).to.equal(now);
    expect(lastActiveBy(at(longAgo, longAgo + 1), now)).to.equal(longAgo + 1);
  });
});
