import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import type { TreePath } from '../../../../src/model/values/index.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { buildObject, sendFile, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const object = buildObject([bytesOf('some '), bytesOf('chunks')]);
const { oid, sizeBytes } = object;
const [pack = expect.fail('a pack')] = object.packs;
const [map = expect.fail('a map')] = object.maps;

const setUp = async () => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  await sendObject(world, push, object);
  const note = async (path: TreePath) =>
    valueOf(
      await world.unitOfWork.transact(async ({ damage }): Promise<Result<boolean, never>> =>
        ok(await damage.note({ repositoryId: repository.id, of: { kind: 'file', path }, problem: 'wrong_bytes', foundAt: 1 })),
      ),
    );
  /** The same service, in which somebody finds the file damaged when it was verified and the manifest is written. */
  const notingMeanwhile = (path: TreePath) => {
    const write: typeof world.blobs.write = (...sent) =>
      ResultAsync.fromSafePromise(note(path)).andThen(() => world.blobs.write(...sent));
    return { ...world.ports, blobs: { ...world.blobs, write } };
  };
  const stored = async () =>
    valueOf(await world.unitOfWork.read(({ objects }) => objects.findSizes(repository.id, [oid]))).has(oid);
  /** Finalizes with room for one byte. */
  const putOff = async () => valueOf(await finalizeTree(world.ports, { maxBytes: 1 })(push, { objects: [object] }));
  return { world, push, tree: world.application.tree, note, notingMeanwhile, stored, putOff };
};

describe('demandUndamaged', () => {
  for (const [path, told] of [
    [pack.path, { reason: 'pack_invalid', pack: pack.name }],
    [map.path, { reason: 'manifest_invalid' }],
  ] as const) {
    it(`registers no object of which a file is found damaged after it was verified: ${told.reason}`, async () => {
      const { world, push, tree, notingMeanwhile, stored } = await setUp();
      const { tree: meanwhile } = createApplication(notingMeanwhile(path));
      const command = { objects: [{ oid, sizeBytes }] };
      expect(errorOf(await meanwhile.finalize(push, command))).to.deep.equal({
        kind: 'conflict',
        oid,
        problem: 'damaged',
        ...told,
      });
      expect(await stored()).to.equal(false);
      await sendFile(world, push, path === pack.path ? pack : map);
      expect(valueOf(await tree.finalize(push, command)).objects).to.equal(1);
    });

    it(`nor one that is verified in the background: ${told.reason}`, async () => {
      const { notingMeanwhile, stored, putOff } = await setUp();
      await putOff();
      expect(valueOf(await createApplication(notingMeanwhile(path)).tree.verifyNext())).to.equal(true);
      expect(await stored()).to.equal(false);
    });

    it(`but one in the background of which the file was noted before it was read and found sound: ${told.reason}`, async () => {
      const { tree, note, stored, putOff } = await setUp();
      await putOff();
      await note(path);
      expect(valueOf(await tree.verifyNext())).to.equal(true);
      expect(await stored()).to.equal(true);
    });
  }
});
