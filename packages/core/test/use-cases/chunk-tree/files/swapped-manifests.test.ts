import { expect } from 'chai';
import { manifestPath } from '../../../../src/model/values/index.js';
import { buildObject, overwrite, sendObject } from '../../../builders/tree.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const chunksOf = (begin: number, count = 7, length = 100) =>
  Array.from({ length: count }, (_, at) => new Uint8Array(length).fill(begin + at));

const setting = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const [wanted, other] = [buildObject(chunksOf(0)), buildObject(chunksOf(100))];
  expect(wanted.sizeBytes, 'objects of one size').to.equal(other.sizeBytes);
  for (const object of [wanted, other]) await sendObject(world, push, object);
  return { world, push, wanted, other };
};

describe('a manifest in the place of another object’s', () => {
  it('that is whole, honest and of the same size makes nothing visible', async () => {
    const { world, push, wanted, other } = await setting();
    await overwrite(world, push, manifestPath(wanted.oid), other.manifest.bytes);
    const refused = errorOf(await world.application.tree.finalize(push, { objects: [wanted] }));
    expect(refused).to.deep.include({ kind: 'conflict', reason: 'manifest_invalid' });
    const download = valueOf(await world.application.downloads.authorize(push, { oids: [wanted.oid, other.oid] }));
    for (const entry of download) expect(entry).not.to.have.property('downloadUrl');
  });

  it('does so neither beside its own object nor when that is visible already', async () => {
    const { world, push, wanted, other } = await setting();
    await overwrite(world, push, manifestPath(wanted.oid), other.manifest.bytes);
    expect(errorOf(await world.application.tree.finalize(push, { objects: [other, wanted] }))).to.include({ kind: 'conflict' });
    valueOf(await world.application.tree.finalize(push, { objects: [other] }));
    expect(errorOf(await world.application.tree.finalize(push, { objects: [wanted] }))).to.include({ kind: 'conflict' });
    await overwrite(world, push, manifestPath(wanted.oid), wanted.manifest.bytes);
    valueOf(await world.application.tree.finalize(push, { objects: [wanted] }));
  });

  it('is refused although what it says of the size is what is asked for', async () => {
    const { world, push, wanted, other } = await setting();
    for (const [asked, sent] of [
      [wanted, other],
      [other, wanted],
    ] as const) {
      await overwrite(world, push, manifestPath(asked.oid), sent.manifest.bytes);
      expect(errorOf(await world.application.tree.finalize(push, { objects: [asked] }))).to.include({ kind: 'conflict' });
    }
  });
});
