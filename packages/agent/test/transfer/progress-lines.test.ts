import { expect } from 'chai';
import type { Reply } from '../../src/transfer/message.js';
import { createProgressLines } from '../../src/transfer/progress-lines.js';

describe('progress', () => {
  const started = (sizeBytes: number) => {
    const replies: Reply[] = [];
    let nowMs = 0;
    const lines = createProgressLines(
      'oid',
      sizeBytes,
      (reply) => replies.push(reply),
      () => nowMs,
    );
    const at = (ms: number, bytesSoFar: number): void => {
      nowMs = ms;
      lines.report(bytesSoFar);
    };
    const told = () => replies.map((reply) => ('bytesSoFar' in reply ? [reply.bytesSoFar, reply.bytesSinceLast] : []));
    return { lines, at, told };
  };

  it('begins with one byte before anything is sent', () => {
    expect(started(1000).told()).to.deep.equal([[1, 1]]);
    expect(started(0).told()).to.deep.equal([[1, 1]]);
  });

  it('is told ten times a second at most, and ends with all of it', () => {
    const { lines, at, told } = started(1000);
    for (let ms = 1; ms <= 250; ms += 1) at(ms, ms);
    lines.finish();
    expect(told()).to.deep.equal([
      [1, 1],
      [100, 99],
      [200, 100],
      [1000, 800],
    ]);
  });

  it('never goes back and never beyond the size', () => {
    const { lines, at, told } = started(1000);
    at(100, 500);
    at(200, 400);
    at(300, 5000);
    lines.finish();
    expect(told()).to.deep.equal([
      [1, 1],
      [500, 499],
      [1000, 500],
    ]);
  });
});
