import { expect } from 'chai';
import { GIB, HOUR_MS, MINUTE_MS, SECOND_MS, stagingKey } from '../../../src/model/values/index.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

/** A session that fills a hard plan. */
const fullPlan = async () => {
  const world = createWorld('free');
  const { push } = await withRepository(world);
  const { uploads, maintenance } = world.application;
  const { session } = valueOf(await uploads.open(push, {}));
  const authorize = (...names: readonly string[]) =>
    uploads.authorize(push, {
      sessionId: session.id,
      objects: names.map((name) => ({ oid: oidOf(name), sizeBytes: 5 * GIB })),
    });
  valueOf(await authorize('first', 'second'));
  return {
    ...{ world, push, session, uploads },
    authorize,
    sweep: async () => valueOf(await maintenance.sweep()).sweptSessions,
    /** Whether there is room for one byte. */
    hasRoom: async () => {
      const { session: other } = valueOf(await uploads.open(push, {}));
      const answer = await uploads.authorize(push, { sessionId: other.id, objects: [objectOf('x')] });
      if (answer.isErr()) expect(errorOf(answer)).to.include({ reason: 'storage_quota' });
      return answer.isOk();
    },
  };
};

describe('an upload session that is aborted', () => {
  it('holds its bytes back until the last URL that it gave, and what was begun with it, is over', async () => {
    const { world, push, session, uploads, sweep, hasRoom } = await fullPlan();
    world.clock.advance(HOUR_MS);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await sweep()).to.equal(0);
    expect(await hasRoom(), 'a PUT may still be under way').to.equal(false);
    // To a minute it is known when something was last done in it.
    world.clock.advance(15 * MINUTE_MS + MINUTE_MS);
    expect(await sweep()).to.equal(1);
    expect(await hasRoom()).to.equal(true);
  });

  it('gives everything back at once when that was over before', async () => {
    const { world, push, session, uploads, sweep, hasRoom } = await fullPlan();
    const key = stagingKey(session.namespace, session.id, oidOf('first'));
    await world.put(key, 'sent');
    world.clock.advance(2 * HOUR_MS);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await sweep()).to.equal(1);
    expect((await world.blobs.head(key)).isErr(), 'what was sent is gone, too').to.equal(true);
    expect(await hasRoom()).to.equal(true);
  });

  it('waits for a URL that was given again within the minute in which activity is noted once', async () => {
    const { world, push, session, uploads, authorize, sweep } = await fullPlan();
    world.clock.advance(59 * SECOND_MS);
    valueOf(await authorize('first'));
    world.clock.advance(HOUR_MS);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    world.clock.advance(15 * MINUTE_MS);
    expect(await sweep()).to.equal(0);
    world.clock.advance(SECOND_MS);
    expect(await sweep()).to.equal(1);
  });

  it('holds its bytes back from its end on when it is aborted at once', async () => {
    const { world, push, session, uploads, sweep } = await fullPlan();
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    world.clock.advance(75 * MINUTE_MS - 1);
    expect(await sweep()).to.equal(0);
    world.clock.advance(1);
    expect(await sweep()).to.equal(1);
  });
});
