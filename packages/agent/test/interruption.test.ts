import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { createInterruption } from '../src/interruption.js';

describe('an interruption', () => {
  it('tells the end that a person has asked for from the one that the system has', () => {
    for (const [name, exitCode, isByPerson] of [
      ['SIGINT', 130, true],
      ['SIGTERM', 143, false],
      ['SIGHUP', 129, false],
    ] as const) {
      const signals = new EventEmitter();
      const interruption = createInterruption(signals, () => expect.fail('one is enough'));
      expect(interruption).to.include({ exitCode: undefined, isByPerson: false });
      signals.emit(name);
      expect(interruption, name).to.include({ exitCode, isByPerson });
      expect(interruption.signal.aborted).to.equal(true);
    }
  });

  it('waits for what is under way when one end comes as several signals, and not when somebody signals again', () => {
    const signals = new EventEmitter();
    const ends: number[] = [];
    let nowMs = 0;
    const interruption = createInterruption(
      signals,
      (exitCode) => ends.push(exitCode),
      () => nowMs,
    );
    signals.emit('SIGTERM');
    nowMs = 999;
    signals.emit('SIGHUP');
    expect(ends).to.deep.equal([]);
    expect(interruption.exitCode).to.equal(143);
    nowMs = 1000;
    signals.emit('SIGINT');
    expect(ends).to.deep.equal([130]);
  });
});
