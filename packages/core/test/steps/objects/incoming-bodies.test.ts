import { expect } from 'chai';
import { defaultLimits } from '../../../src/model/quotas/limits.js';
import { GIB, type ObjectKey, trusted } from '../../../src/model/values/index.js';
import { createIncomingBodies } from '../../../src/steps/objects/incoming-bodies.js';
import { createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

const key = (text: string) => trusted<ObjectKey>(text);
const refused = (reason: string) => ({ kind: 'rate_limited', reason, retryAfterSeconds: 5 });

/** Says when somebody waits for its bytes, and has none. */
const silentBody = () => {
  let tellRead = (): void => undefined;
  const isRead = new Promise<void>((resolve) => (tellRead = resolve));
  let hangUp = (): void => undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    tellRead();
    await new Promise<void>((_, reject) => (hangUp = () => reject(new Error('gone'))));
    yield new Uint8Array();
  }
  return { bytes: bytes(), isRead, hangUp: () => hangUp() };
};

describe('the bodies that come at once', () => {
  it('are so many for one key, until one has come or broken off', () => {
    const { enter } = createIncomingBodies({ ...defaultLimits, writersPerKey: 2 });
    const body = { key: key('a'), owner: 'o', declaredBytes: 1 };
    const first = valueOf(enter(body));
    valueOf(enter(body));
    expect(errorOf(enter(body))).to.deep.equal(refused('concurrent_writes'));
    valueOf(enter({ ...body, key: key('b') }));
    first.leave();
    first.leave();
    valueOf(enter(body));
    expect(errorOf(enter(body))).to.deep.equal(refused('concurrent_writes'));
  });

  it('are so many bytes for one organization, by what they declare, and one body of any length', () => {
    const { enter } = createIncomingBodies({ ...defaultLimits, unfinishedBytesPerOrganization: 100 });
    const send = (at: string, declaredBytes: number, owner = 'o') => enter({ key: key(at), owner, declaredBytes });
    const whole = valueOf(send('a', 1000));
    expect(errorOf(send('b', 1))).to.deep.equal(refused('unfinished_bytes'));
    valueOf(send('b', 60, 'another'));
    whole.leave();
    valueOf(send('b', 60));
    expect(errorOf(send('c', 41))).to.deep.equal(refused('unfinished_bytes'));
    valueOf(send('c', 40));
    expect(errorOf(send('d', 1))).to.deep.equal(refused('unfinished_bytes'));
  });

  it('of 30 that send to one upload URL and never end are four, and none is left when they have gone', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { uploads } = world.application;
    const { session } = valueOf(await uploads.open(push, {}));
    const object = { ...objectOf('weights'), sizeBytes: 5 * GIB };
    const [authorized] = valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [object] }));
    if (authorized === undefined || !('uploadUrl' in authorized)) throw new Error('it fits into one URL');
    const { pathname, searchParams } = new URL(authorized.uploadUrl);
    const grant = valueOf(
      world.application.authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)),
    );
    const receive = (bytes: AsyncIterable<Uint8Array>) =>
      world.application.signedTransfers.receive(grant, { declaredBytes: 5 * GIB, bytes });
    for (let round = 0; round < 2; round += 1) {
      const bodies = Array.from({ length: 30 }, silentBody);
      const outcomes = bodies.map(({ bytes }) => receive(bytes));
      await Promise.all(bodies.slice(0, 4).map(({ isRead }) => isRead));
      const late = (await Promise.all(outcomes.slice(4))).map(errorOf);
      expect(late).to.deep.equal(Array.from({ length: 26 }, () => refused('concurrent_writes')));
      for (const { hangUp } of bodies) hangUp();
      const gone = (await Promise.all(outcomes.slice(0, 4))).map(errorOf);
      expect(gone).to.deep.equal(Array.from({ length: 4 }, () => ({ kind: 'body_incomplete' })));
    }
  });
});
