import { expect } from 'chai';
import { ok, okAsync, type Result } from 'neverthrow';
import { packFolder } from '../../../../src/model/values/index.js';
import { createTreeWriter, type WrittenTree } from '../../../../src/use-cases/chunk-tree/convert/tree-writer.js';
import { bytesOf, createWorld, valueOf, withRepository } from '../../../builders/world.js';

const chunkOf = (name: string | number): Uint8Array => bytesOf(`chunk ${name} `.repeat(20));

/** Writers of objects of one repository. */
const createWriting = async (isSparse = false) => {
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
  return {
    work,
    packs: async () =>
      valueOf(await world.unitOfWork.read(({ tree }) => tree.listBelow(repositoryId, packFolder, undefined, 1000))),
  };
};

const chunksIn = ({ maps }: WrittenTree): number => maps.reduce((sum, map) => sum + map.chunkCount, 0);

/** Writes the chunks of one object into packs of about three; answers how many bytes the packs have together. */
const writeChunks = async (isSparse: boolean, chunks: readonly Uint8Array[]): Promise<number> => {
  const { work, packs } = await createWriting(isSparse);
  const writer = createTreeWriter(work, 3 * chunkOf(0).byteLength);
  for (const chunk of chunks) await writer.add(chunk);
  expect(chunksIn(await writer.finish()), 'chunks of the object').to.equal(chunks.length);
  const written = await packs();
  expect(written.length).to.be.greaterThan(2);
  return written.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
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

  it('ends a pack when many chunks wait for its name, also where all of them are known', async () => {
    const { work, packs } = await createWriting();
    const known = createTreeWriter(work);
    await known.add(chunkOf('known'));
    await known.finish();
    const writer = createTreeWriter(work, undefined, 250);
    await writer.add(chunkOf('new'));
    for (let count = 0; count < 400; count += 1) await writer.add(chunkOf('known'));
    expect(await packs()).to.have.lengthOf(2);
    expect(chunksIn(await writer.finish())).to.equal(401);
    expect(await packs()).to.have.lengthOf(2);
  });
});
