import { hearWarnings } from '@svc/test-services/hear-warnings';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { tell } from '../../src/jobs/tell.js';

describe('tell', () => {
  it('has the process warn of what a listener throws or rejects with, by the name of the listener', async () => {
    const listeners: readonly (() => unknown)[] = [
      () => {
        throw new Error('the log is full');
      },
      () => Promise.reject(new Error('the log is full')),
    ];
    const heard = hearWarnings();
    for (const listener of listeners) tell('onFault', listener, undefined);
    await waitUntil('the process has warned', () => heard.warnings.length === 2);
    heard.stop();
    for (const warning of heard.warnings) {
      expect(warning).to.include({ name: 'ListenerWarning', message: 'onFault has thrown' });
      expect(warning).to.have.property('detail').that.contains('the log is full');
    }
  });

  it('tells at once', () => {
    const heard: string[] = [];
    tell('onRun', (job: string) => void heard.push(job), 'maintenance.sweep');
    expect(heard).to.deep.equal(['maintenance.sweep']);
  });
});
