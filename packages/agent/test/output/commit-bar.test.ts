import { expect } from 'chai';
import { createCommitBar } from '../../src/output/commit-bar.js';
import { createFakeTerminal } from '../rigs/fake-terminal.js';

describe('the bar of commits', () => {
  const nothing = [''];

  it('comes when it is known how many commits there are', async () => {
    const { stream, lines } = createFakeTerminal();
    const bar = createCommitBar(stream, true);
    const counting = Promise.resolve(4);
    bar.start(counting);
    await counting;
    expect(lines()[0]).to.include('0 of 4 commits');
    bar.clear();
    expect(lines()).to.deep.equal(nothing);
  });

  it('does not come back when that is known only after the line was left free, or never', async () => {
    const { stream, lines } = createFakeTerminal();
    const bar = createCommitBar(stream, true);
    const counting = Promise.resolve(4);
    bar.start(counting);
    bar.clear();
    bar.start(Promise.reject(new Error('git has failed')));
    await counting;
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines()).to.deep.equal(nothing);
    bar.clear();
  });
});
