import { expect } from 'chai';
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import pino from 'pino';
import { ownProcess } from '../src/own-process.js';

describe('the process of a server', () => {
  const before = { timeoutMs: getDefaultAutoSelectFamilyAttemptTimeout(), warning: process.listeners('warning') };
  const bugsBefore = process.listeners('uncaughtException');
  afterEach(() => {
    setDefaultAutoSelectFamilyAttemptTimeout(before.timeoutMs);
    process.removeAllListeners('warning');
    for (const listener of before.warning) process.on('warning', listener);
    for (const listener of process.listeners('uncaughtException'))
      if (!bugsBefore.includes(listener)) process.off('uncaughtException', listener);
  });

  it('gives each address of a webhook, a bucket or an issuer the time that one takes which is far away', () => {
    ownProcess.begin(pino({ enabled: false }));
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).to.equal(1500);
  });
});
