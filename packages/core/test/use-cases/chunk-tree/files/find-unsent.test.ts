import { expect } from 'chai';
import { HOUR_MS, MINUTE_MS } from '../../../../src/model/values/index.js';
import { buildObject, sendFile, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const object = buildObject([bytesOf('a chunk'), bytesOf('another chunk')]);
const notUploaded = { kind: 'conflict', reason: 'not_uploaded', oid: object.oid };

/** An object in chunks that was removed a minute ago, and whose files are all there. */
const setting = async () => {
  const world = createWorld();
  const { push, owner, repository } = await withRepository(world);
  const { tree, objects } = world.application;
  const admin = await world.grant(owner, repository.id, 'repository.admin');
  const finalize = () => tree.finalize(push, { objects: [object] });
  const remove = async () => {
    world.clock.advance(MINUTE_MS);
    valueOf(await objects.remove(admin, { oid: object.oid, isForced: false }));
    world.clock.advance(MINUTE_MS);
  };
  await sendObject(world, push, object);
  valueOf(await finalize());
  await remove();
  const isVisible = async () => valueOf(await objects.list(push, { sort: 'size', page: { limit: 9 } })).items.length > 0;
  return { world, push, admin, tree, objects, finalize, remove, isVisible };
};

describe('a removed object in chunks', () => {
  it('is not uploaded until its manifest is sent again, and then comes back', async () => {
    const { world, push, finalize, isVisible } = await setting();
    expect(errorOf(await finalize())).to.deep.equal(notUploaded);
    expect(await isVisible()).to.equal(false);
    await sendFile(world, push, object.manifest);
    valueOf(await finalize());
    expect(await isVisible()).to.equal(true);
  });

  it('is not uploaded either by what was sent before it was removed once more', async () => {
    const { world, push, finalize, remove } = await setting();
    await sendFile(world, push, object.manifest);
    valueOf(await finalize());
    await remove();
    expect(errorOf(await finalize())).to.deep.equal(notUploaded);
  });

  it('needs nothing that was sent again once it is restored', async () => {
    const { admin, objects, finalize } = await setting();
    valueOf(await objects.restore(admin, object.oid));
    expect(valueOf(await finalize())).to.include({ objects: 1 });
  });

  it('can be pushed while the clock stands before its removal', async () => {
    const { world, push, finalize, isVisible } = await setting();
    world.clock.advance(-HOUR_MS);
    await sendFile(world, push, object.manifest);
    valueOf(await finalize());
    expect(await isVisible()).to.equal(true);
  });
});
