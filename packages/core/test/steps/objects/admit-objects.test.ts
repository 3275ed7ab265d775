import { expect } from 'chai';
import { stagingKey } from '../../../src/model/values/index.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const full = (current: number) => ({ kind: 'quota_exceeded', reason: 'max_session_objects', limit: 3, current });
const origin = { address: '192.0.2.1', userAgent: 'test' };
const zero = (text: string) => ({ oid: oidOf(text), sizeBytes: 0 });

const start = async () => {
  const world = createWorld('business', { bounds: { objectsPerSession: 3 } });
  return { world, ...(await withRepository(world)) };
};

describe('the objects of an upload session', () => {
  it('are so many, those of no bytes included, whatever becomes of them', async () => {
    const { world, push } = await start();
    const { uploads } = world.application;
    const { session } = valueOf(await uploads.open(push, {}));
    const authorize = (...objects: readonly { oid: ReturnType<typeof oidOf>; sizeBytes: number }[]) =>
      uploads.authorize(push, { sessionId: session.id, objects });
    valueOf(await authorize(zero('a'), zero('b')));
    expect(errorOf(await authorize(zero('c'), zero('d')))).to.deep.equal(full(2));
    valueOf(await authorize(zero('a'), zero('c')));
    expect(errorOf(await authorize(zero('d')))).to.deep.equal(full(3));
    valueOf(await authorize({ ...zero('a'), sizeBytes: 7 }, zero('b')));
    const other = valueOf(await uploads.open(push, {})).session;
    valueOf(await uploads.authorize(push, { sessionId: other.id, objects: [zero('d')] }));
  });

  it('of an LFS session are so many that have not come yet', async () => {
    const { world, push, repository } = await start();
    const { lfs, authorize } = world.application;
    const [first, ...rest] = ['a', 'b', 'c'].map(objectOf);
    if (first === undefined) throw new Error('there is a first one');
    const batch = valueOf(await lfs.batchUpload(push, [first, ...rest]));
    expect(errorOf(await lfs.batchUpload(push, [objectOf('d')]))).to.deep.equal(full(3));
    const session = valueOf(
      await world.unitOfWork.read(({ uploads }) => uploads.findOpenLfs(repository.id, push.caller.userId, world.clock.now())),
    );
    if (session === undefined || batch.verifyToken === undefined) throw new Error('the batch has opened a session');
    await world.put(stagingKey(repository.namespace, session.id, first.oid), 'a');
    const link = valueOf(await authorize.verifyLink(repository.id, batch.verifyToken, origin));
    valueOf(await lfs.verify(link, first));
    valueOf(await lfs.batchUpload(push, [objectOf('d')]));
  });
});
