import { expect } from 'chai';
import { Abandoned } from '../../src/concurrency/fair-queue.js';
import { createSharedWork } from '../../src/concurrency/shared-work.js';

describe('work that is shared while it is under way', () => {
  const start = () => {
    const share = createSharedWork<string>();
    const begun: { readonly finish: (outcome: string) => void; readonly fail: (fault: Error) => void }[] = [];
    const ask = (name = 'one', signal?: AbortSignal) =>
      share(name, () => new Promise((resolve, reject) => begun.push({ finish: resolve, fail: reject })), signal);
    return { begun, ask };
  };

  it('is begun once for each name, and anew when it is over', async () => {
    const { begun, ask } = start();
    const answers = [ask(), ask(), ask('two')];
    expect(begun).to.have.length(2);
    begun[0]?.finish('first');
    begun[1]?.finish('other');
    expect(await Promise.all(answers)).to.deep.equal(['first', 'first', 'other']);
    const again = ask();
    begun[2]?.finish('second');
    expect(await again).to.equal('second');
  });

  it('fails for all who have asked', async () => {
    const { begun, ask } = start();
    const answers = Promise.allSettled([ask(), ask()]);
    begun[0]?.fail(new Error('broken'));
    expect((await answers).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(begun).to.have.length(1);
  });

  it('is begun anew, once, for those who still want it when who had begun it gave it up', async () => {
    const { begun, ask } = start();
    const gone = new AbortController();
    const answers = Promise.allSettled([ask(), ask(), ask(), ask('one', gone.signal)]);
    gone.abort();
    begun[0]?.fail(new Abandoned());
    while (begun.length < 2) await new Promise(setImmediate);
    begun[1]?.finish('done');
    expect((await answers).map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect(begun).to.have.length(2);
  });
});
