import { expect } from 'chai';
import { patiently } from '../app/uploads/patiently.js';

describe('patiently', () => {
  const fault = new Error('the storage is busy');
  /** What comes of an action, the pauses before each of its tries but the first, and how often it was tried. */
  const outcomeOf = async (
    act: (tries: number, onFurther: () => void) => boolean,
    { signal = new AbortController().signal, mayPass = (): boolean => true } = {},
  ): Promise<{ readonly pauses: readonly number[]; readonly tries: number; readonly thrown?: unknown }> => {
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => void pauses.push(ms);
    let tries = 0;
    try {
      await patiently({ signal, mayPass, pause }, async (onFurther) => {
        tries += 1;
        if (!act(tries, onFurther)) throw fault;
      });
      return { pauses, tries };
    } catch (thrown) {
      return { pauses, tries, thrown };
    }
  };

  it('tries four times, with longer and longer pauses', async () => {
    expect(await outcomeOf((tries) => tries === 4)).to.deep.equal({ pauses: [1000, 2000, 4000], tries: 4 });
    expect(await outcomeOf(() => false)).to.deep.equal({ pauses: [1000, 2000, 4000], tries: 4, thrown: fault });
  });

  it('does not count the tries before one that has come further', async () => {
    const { pauses, tries, thrown } = await outcomeOf((count, onFurther) => {
      if (count % 3 === 0) onFurther();
      return count === 30;
    });
    expect(thrown).to.equal(undefined);
    expect(tries).to.equal(30);
    expect(pauses.slice(0, 6)).to.deep.equal([1000, 2000, 1000, 2000, 4000, 1000]);
  });

  it('tries nothing again that does not pass, or when the signal has ended it', async () => {
    expect((await outcomeOf(() => false, { mayPass: () => false })).tries).to.equal(1);
    expect((await outcomeOf(() => false, { signal: AbortSignal.abort() })).tries).to.equal(1);
  });
});
