import { expect } from 'chai';
import { createOrderedSends } from '../../src/pipeline/ordered-sends.js';

describe('createOrderedSends', () => {
  it('does one after the other, and lets an addition wait when enough wait already', async () => {
    const sends = createOrderedSends(2);
    const steps: string[] = [];
    const act = (name: string) => async () => {
      steps.push(`begin ${name}`);
      await new Promise(setImmediate);
      steps.push(`end ${name}`);
      return name;
    };
    const a = await sends.add(act('a'));
    await sends.add(act('b'));
    steps.push('two wait');
    await sends.add(act('c'));
    expect(steps.indexOf('end a')).to.be.above(steps.indexOf('two wait'));
    await sends.finish();
    expect(await a()).to.equal('a');
    expect(steps.filter((step) => step !== 'two wait')).to.deep.equal([
      'begin a',
      'end a',
      'begin b',
      'end b',
      'begin c',
      'end c',
    ]);
  });

  it('does nothing after a failure, and throws it', async () => {
    const sends = createOrderedSends(5);
    let isDone = false;
    await sends.add(() => Promise.reject(new Error('no')));
    const later = await sends.add(async () => {
      isDone = true;
    });
    expect(await later().catch(String)).to.equal('Error: no');
    expect(await sends.finish().catch(String)).to.equal('Error: no');
    expect(isDone).to.equal(false);
  });
});
