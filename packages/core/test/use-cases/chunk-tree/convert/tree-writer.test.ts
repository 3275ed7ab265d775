import { expect } from 'chai';
import { ok, okAsync, type Result } from 'neverthrow';
import { packFolder } from '../../../../src/model/values/index.js';
import { createTreeWriter } from '../../../../src/use-cases/chunk-tree/convert/tree-writer.js';
import { bytesOf, createWorld, valueOf, withRepository } from '../../../builders/world.js';

const chunkOf = (name: string | number): Uint8Array => bytesOf(`chunk ${name} `.repeat(20));

/** Writes the chunks of one object into packs of about three; answers how many chunks the packs have together. */
const writeChunks = async (isSparse: boolean, chunks: readonly Uint8Array[]): Promise<number> => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const { repository: owner } = push;
  const { repositoryId, namespace } = owner;
  if (isSparse) {
    valueOf(
      await world.unitOfWork.transact(async ({ chunkIndex }): Promise<Result<void, never>> => {
        await chunkIndex.makeSparse(repositoryId);
        return ok();
      }),
    );
  }
  const { blobs, codec, hasher } = world.ports;
  const unlimited = { requests: () => Promise.resolve(), bytes: () => Promise.resolve() };
  const work = {
    ports: world.ports,
    owner,
    pace: unlimited,
    renewLease: () => okAsync(true),
    keepClaim: () => Promise.resolve(true),
    tree: { blobs, codec, hasher, namespace },
  };
  const writer = createTreeWriter(work, 3 * chunkOf(0).byteLength);
  for (const chunk of chunks) await writer.add(chunk);
  const { maps } = await writer.finish();
  expect(
    maps.reduce((sum, map) => sum + map.chunkCount, 0),
    'chunks of the object',
  ).to.equal(chunks.length);
  const packs = valueOf(await world.unitOfWork.read(({ tree }) => tree.listBelow(repositoryId, packFolder, undefined, 1000)));
  expect(packs.length).to.be.greaterThan(2);
  return packs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
};

describe('the writer of converted objects', () => {
  it('writes a chunk that comes again in a later pack once, also where the index is sparse', async () => {
    const chunks = Array.from({ length: 250 }, (_, at) => chunkOf(at));
    const again = [...chunks, ...chunks.slice(0, 200)];
    const once = await writeChunks(false, chunks);
    expect(await writeChunks(true, chunks)).to.equal(once);
    expect(await writeChunks(false, again), 'with rows').to.equal(once);
    expect(await writeChunks(true, again), 'with hooks').to.equal(once);
  });
});
