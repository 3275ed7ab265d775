import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { readMessages } from '../../src/transfer/message-queue.js';

describe('the messages of git-lfs', () => {
  it('end with the fault of the input where it comes while a transfer is under way', async () => {
    const fault = new Error('read EIO');
    const input = async function* () {
      yield Buffer.from('{"event":"init","operation":"upload"}\n');
      await turn();
      throw fault;
    };
    const messages = readMessages(input(), new AbortController().signal, () => undefined);
    expect((await messages.next()).value?.isOk()).to.equal(true);
    // A transfer, during which nobody waits for a message.
    for (let count = 0; count < 5; count += 1) await turn();
    const ended: unknown = await messages.next().catch((thrown: unknown) => thrown);
    expect(ended).to.equal(fault);
  });
});
