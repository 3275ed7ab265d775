import { expect } from 'chai';
import { createApplication } from '../../../../src/application.js';
import { grantSignedDownload } from '../../../../src/access/grant.js';
import { assembledKey } from '../../../../src/model/values/index.js';
import { buildObject, collect, sendObject } from '../../../builders/tree.js';
import { createWorld, valueOf, withRepository } from '../../../builders/world.js';

/** Twelve chunks of 1 to 12 bytes, no byte twice, in three maps. */
const chunks = Array.from({ length: 12 }, (_, at) =>
  Uint8Array.from({ length: at + 1 }, (_unused, byte) => (at * (at + 1)) / 2 + byte),
);
const begins = chunks.map((_, at) => (at * (at + 1)) / 2);

const stored = async () => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  const object = buildObject(chunks, { chunksPerPack: 3, chunksPerMap: 4 });
  await sendObject(world, push, object);
  valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  const read: string[] = [];
  const blobs = {
    ...world.blobs,
    read: (...asked: Parameters<typeof world.blobs.read>) => {
      read.push(asked[0]);
      return world.blobs.read(...asked);
    },
  };
  const { signedTransfers } = createApplication({ ...world.ports, blobs });
  const key = assembledKey(repository.namespace, object.oid);
  const { open } = valueOf(await signedTransfers.open(grantSignedDownload(key)));
  const span = async (first: number, last: number) => collect(valueOf(await open({ first, last })).body);
  return { object, span, read };
};

describe('a span of an object in chunks', () => {
  it('begins and ends at every byte, on the first and on the last one of each chunk of each map', async () => {
    const { object, span } = await stored();
    expect(object.maps).to.have.length(3);
    for (let first = 0; first < object.sizeBytes; first += 1) {
      for (let last = first; last < object.sizeBytes; last += 1)
        expect(await span(first, last), `${first}-${last}`).to.deep.equal(object.content.slice(first, last + 1));
    }
  });

  it('reads the maps that its bytes lie in, and no other', async () => {
    const { object, span, read } = await stored();
    const mapsRead = async (first: number, last: number): Promise<readonly number[]> => {
      read.length = 0;
      await span(first, last);
      return object.maps.flatMap(({ path }, at) => (read.some((key) => key.endsWith(path)) ? [at] : []));
    };
    const [, , , , second = 0, , , , third = 0] = begins;
    expect(await mapsRead(0, second - 1)).to.deep.equal([0]);
    expect(await mapsRead(0, second)).to.deep.equal([0, 1]);
    expect(await mapsRead(second - 1, second - 1)).to.deep.equal([0]);
    expect(await mapsRead(second, third - 1)).to.deep.equal([1]);
    expect(await mapsRead(second, third)).to.deep.equal([1, 2]);
    expect(await mapsRead(third, third)).to.deep.equal([2]);
  });
});
