import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { unavailable } from '../../../src/model/app-error.js';
import { MINUTE_MS, type Oid } from '../../../src/model/values/index.js';
import { bodyOf } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  const { authorize, signedTransfers, uploads } = world.application;
  const { session } = valueOf(await uploads.open(push, {}));
  const object = { sessionId: session.id, ...objectOf('model') };
  const [entry] = valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [objectOf('model')] }));
  const { pathname, searchParams } = new URL(entry !== undefined && 'uploadUrl' in entry ? entry.uploadUrl : '');
  const grant = valueOf(authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)));
  return {
    world,
    send: async () => signedTransfers.receive(grant, bodyOf(bytesOf('model'))),
    complete: async () => uploads.complete(push, object),
    mark: async (holder: string) => {
      const at = world.clock.now();
      const by = { holder, at, staleBefore: at - 15 * MINUTE_MS };
      const marked = await world.unitOfWork.transact(async (records): Promise<Result<readonly Oid[], never>> =>
        ok(await records.uploads.markReclaimed(repository.id, [oidOf('model')], by)),
      );
      return valueOf(marked).length > 0;
    },
    isMarked: async (holder: string) =>
      valueOf(await world.unitOfWork.read((queries) => queries.uploads.isReclaimed(repository.id, oidOf('model'), holder))),
  };
};

describe('who is about to put bytes where others may be removed', () => {
  it('waits for who removes them, and for the dead no longer than a removal of theirs can take effect', async () => {
    for (const isSentBefore of [true, false]) {
      const { world, send, complete, mark, isMarked } = await setting();
      if (isSentBefore) valueOf(await send());
      expect(await mark('dead')).to.equal(true);
      const begin = (): Promise<Result<void, { readonly kind: string }>> => (isSentBefore ? complete() : send());
      expect(errorOf(await begin())).to.deep.equal(unavailable('storage', 5));
      world.clock.advance(15 * MINUTE_MS - 1);
      expect(errorOf(await begin())).to.deep.equal(unavailable('storage', 5));
      expect(await isMarked('dead')).to.equal(true);
      world.clock.advance(1);
      valueOf(await begin());
      expect(await isMarked('dead'), 'one that has only stood still removes nothing any more').to.equal(false);
      if (!isSentBefore) valueOf(await complete());
    }
  });

  it('waits for who has taken a removal over', async () => {
    const { world, send, complete, mark, isMarked } = await setting();
    valueOf(await send());
    await mark('dead');
    world.clock.advance(15 * MINUTE_MS);
    expect(await mark('heir')).to.equal(true);
    expect(errorOf(await complete())).to.deep.equal(unavailable('storage', 5));
    expect(await isMarked('heir')).to.equal(true);
  });
});
