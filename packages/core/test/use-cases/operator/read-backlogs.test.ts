import { expect } from 'chai';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, objectOf, valueOf, withRepository } from '../../builders/world.js';

describe('readBacklogs of the operator', () => {
  it('tells what waits in the whole service, as the clock has it', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { operator, uploads } = world.application;
    await pushTexts(world, push, 'registered');
    const { session } = valueOf(await uploads.open(push, {}));
    valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [objectOf('declared')] }));
    const { openSessions, events, mails } = valueOf(await operator.readBacklogs());
    expect(openSessions).to.deep.equal({ count: 1, oldestAt: world.clock.now() });
    expect(events.count).to.be.above(0);
    expect(mails).to.deep.equal({ count: 0, oldestAt: undefined });
  });
});
