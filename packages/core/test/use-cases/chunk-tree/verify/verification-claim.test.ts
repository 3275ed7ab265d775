import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { renewingTurns } from '../../../../src/use-cases/chunk-tree/verify/verification-claim.js';
import { createWorld, withRepository } from '../../../builders/world.js';

describe('renewingTurns', () => {
  it('go on after a fault that is none of an outage and that nobody waits for', async () => {
    const world = createWorld();
    const { ports, clock } = world;
    const { push } = await withRepository(world);
    const of = push.repository;
    const leave: (() => void)[] = [];
    const { stretch } = ports.verifications.turns(of, { inBackground: false });
    const others = [1, 2].map(() => stretch(() => new Promise<void>((resolve) => leave.push(resolve))));
    let tries = 0;
    const renewLease = () => {
      tries += 1;
      return ResultAsync.fromSafePromise<boolean>(Promise.reject(new Error('the password is another one now')));
    };
    const waiting = renewingTurns(ports, of, renewLease, 60_000).stretch(() => Promise.resolve('done'));
    for (let count = 0; count < 2; count += 1) {
      clock.advance(20_000);
      await new Promise(setImmediate);
    }
    expect(tries).to.equal(2);
    for (const end of leave) end();
    await Promise.all(others);
    expect(await waiting).to.equal('done');
  });
});
