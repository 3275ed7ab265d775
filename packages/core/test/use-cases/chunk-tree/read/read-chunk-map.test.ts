import { expect } from 'chai';
import { createAssembledObjects } from '../../../../src/use-cases/chunk-tree/read/assembled-objects.js';
import { buildObject, collect, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, valueOf, withRepository } from '../../../builders/world.js';

const again = Array.from({ length: 40 }, () => bytesOf('a'));

/** An object of one map that comes forty times and a last one, and another one; `mapReads` tells how many maps were read. */
const setUp = async () => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  const object = buildObject([...again, bytesOf('z')], { chunksPerMap: 1 });
  const other = buildObject([bytesOf('y')]);
  for (const sent of [object, other]) await sendObject(world, push, sent);
  valueOf(await world.application.tree.finalize(push, { objects: [object, other] }));
  let mapReads = 0;
  const read: typeof world.blobs.read = (key, span) => {
    if (key.includes('/chunks/maps/')) mapReads += 1;
    return world.blobs.read(key, span);
  };
  const assembled = createAssembledObjects({ ...world.ports, blobs: { ...world.blobs, read } });
  const { namespace } = repository;
  return {
    assembled,
    object,
    own: { namespace, oid: object.oid },
    other: { namespace, oid: other.oid },
    mapReads: () => mapReads,
  };
};

describe('createMapReader', () => {
  it('reads a map once that comes again and again in a download', async () => {
    const { assembled, object, own, mapReads } = await setUp();
    const { open } = valueOf(await assembled.open(own));
    expect(await collect(valueOf(await open()).body)).to.deep.equal(object.content);
    expect(mapReads()).to.equal(2);
    expect(await collect(valueOf(await open({ first: 7, last: 40 })).body)).to.deep.equal(object.content.slice(7));
    expect(mapReads()).to.equal(4);
  });

  it('reads a map once that comes again and again in a comparison', async () => {
    const { assembled, own, other, mapReads } = await setUp();
    expect(valueOf(await assembled.readPieces(own, other))).to.include({ kind: 'known' });
    expect(mapReads()).to.equal(3);
  });
});
