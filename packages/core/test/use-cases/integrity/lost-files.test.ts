import { createSeededRandom } from '@svc/conformance';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { frozenManifestPath, manifestPath, MINUTE_MS, treeKey, type TreePath, trusted } from '../../../src/model/values/index.js';
import type { BlobStore } from '../../../src/ports/index.js';
import { bodyOf, buildPack, collect, overwrite, readFile, sendFile, sendObject, sha256Of } from '../../builders/tree.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { bytesAt, change, putBytes, storedWorld } from './stored-world.js';

const damaged = { kind: 'not_found', reason: 'damaged' };

const setUp = async () => {
  const { world, push, trees } = await storedWorld(createSeededRandom(8), 2);
  const { repositoryId, namespace } = push.repository;
  const { tree } = world.application;
  const [object, sharing, other] = trees;
  const [pack] = object?.packs ?? [];
  if (object === undefined || sharing === undefined || other === undefined || pack === undefined)
    throw new Error('there is something stored');
  const lose = async (path: TreePath): Promise<void> => valueOf(await world.blobs.remove(treeKey(namespace, path)));
  const noted = async () =>
    valueOf(await world.unitOfWork.read(({ damage }) => damage.list(repositoryId, undefined, 10))).map(({ of, problem }) =>
      of.kind === 'file' ? `${of.path} ${problem}` : `${of.oid} ${problem}`,
    );
  const known = async () => {
    const oids = trees.map(({ oid }) => oid);
    return [...valueOf(await tree.lookUp(push, { names: [], sizes: [], oids })).objectSizes.keys()];
  };
  return { world, push, tree, object, sharing, other, pack, lose, noted, known };
};

describe('a file of the chunk tree that the books have and the storage has lost', () => {
  it('is noted by who reads it, with all objects that need it, so that a push sends them again', async () => {
    const { world, push, tree, object, sharing, other, pack, lose, noted, known } = await setUp();
    await lose(pack.path);
    expect(errorOf(await tree.read(push, pack.path))).to.deep.equal(damaged);
    await waitUntil('all are noted', async () => (await noted()).length === 3);
    const incomplete = [object.oid, sharing.oid].map((oid) => `${oid} incomplete`);
    expect(await noted()).to.have.members([`${pack.path} missing`, ...incomplete]);
    expect(await known()).to.deep.equal([other.oid]);
    for (const healed of [object, sharing]) {
      await sendObject(world, push, healed);
      valueOf(await tree.finalize(push, { objects: [healed] }));
    }
    expect(await noted()).to.deep.equal([]);
    expect(await readFile(world, push, pack.path)).to.deep.equal(pack.bytes);
  });

  for (const kind of ['pack', 'map'] as const) {
    it(`and is a ${kind} that was noted alone makes who reads it note all objects that need it`, async () => {
      const { world, push, tree, object, sharing, other, pack, lose, noted, known } = await setUp();
      const { repositoryId } = push.repository;
      const [map] = object.maps;
      if (map === undefined) throw new Error('an object has a map');
      const { path } = kind === 'pack' ? pack : map;
      await lose(path);
      const missing = { repositoryId, of: { kind: 'file', path }, problem: 'missing', foundAt: 1 } as const;
      await change(world, ({ damage }) => damage.note(missing));
      expect(errorOf(await tree.read(push, path))).to.deep.equal(damaged);
      await waitUntil('all are noted', async () => (await noted()).length === 3);
      const incomplete = [object.oid, sharing.oid].map((oid) => `${oid} incomplete`);
      expect(await noted()).to.have.members([`${path} missing`, ...incomplete]);
      expect(await known()).to.deep.equal([other.oid]);
    });
  }

  it('takes the bytes of who sends it again, also when nobody has noted yet that they are lost', async () => {
    const { world, push, object, lose, noted } = await setUp();
    const files = [...object.packs, ...object.maps];
    for (const { path } of files) await lose(path);
    for (const { path, bytes } of files) {
      expect(valueOf(await world.application.tree.receive(push, path, bodyOf(bytes))), path).to.deep.equal({ created: true });
      expect(await readFile(world, push, path)).to.deep.equal(bytes);
    }
    expect(await noted(), 'what was sent again is sound').to.deep.equal([]);
  });

  for (const [title, left] of [
    ['lost', undefined],
    ['shortened', 5],
    ['emptied', 0],
    ['lengthened', 40],
  ] as const) {
    it(`is refused as damaged when it is a plain file that was ${title}, and sending it again heals it`, async () => {
      const { world, push, tree, lose, noted } = await setUp();
      const plain = { path: trusted<TreePath>('meta/run.json'), bytes: Buffer.from('{"loss":0.25}') };
      await sendFile(world, push, plain);
      if (left === undefined) await lose(plain.path);
      else await overwrite(world, push, plain.path, new Uint8Array(left));
      for (let reads = 0; reads < 2; reads += 1) expect(errorOf(await tree.read(push, plain.path))).to.deep.equal(damaged);
      expect(await noted()).to.deep.equal([`${plain.path} ${left === undefined ? 'missing' : 'wrong_size'}`]);
      await sendFile(world, push, plain);
      expect(await readFile(world, push, plain.path)).to.deep.equal(new Uint8Array(plain.bytes));
      expect(await noted()).to.deep.equal([]);
    });
  }

  it('is noted with all objects that need it when it is a pack of another length', async () => {
    const { world, push, tree, object, sharing, pack, noted } = await setUp();
    await overwrite(world, push, pack.path, pack.bytes.subarray(0, -1));
    expect(errorOf(await tree.read(push, pack.path))).to.deep.equal(damaged);
    await waitUntil('all are noted', async () => (await noted()).length === 3);
    const incomplete = [object.oid, sharing.oid].map((oid) => `${oid} incomplete`);
    expect(await noted()).to.have.members([`${pack.path} wrong_size`, ...incomplete]);
  });

  it('is not judged by its length while somebody sends it', async () => {
    const { world, push, noted } = await setUp();
    const path = trusted<TreePath>('meta/run.json');
    await sendFile(world, push, { path, bytes: Buffer.from('{"loss":0.25}') });
    const seen: Uint8Array[] = [];
    const blobs: BlobStore = {
      ...world.blobs,
      write: (...sent) =>
        world.blobs.write(...sent).map(async (written) => {
          seen.push(await readFile(world, push, path));
          return written;
        }),
    };
    const { tree } = createApplication({ ...world.ports, blobs });
    const shorter = new Uint8Array(Buffer.from('{}'));
    valueOf(await tree.receive(push, path, bodyOf(shorter)));
    expect(seen).to.deep.equal([shorter]);
    expect(await noted()).to.deep.equal([]);
  });

  it('is sound again when its sender, which was taken for dead, settles what a reader has held against the old length', async () => {
    const { world, push, tree, noted } = await setUp();
    const path = trusted<TreePath>('meta/run.json');
    const longer = new Uint8Array(Buffer.from('{"loss":0.25}'));
    await sendFile(world, push, { path, bytes: Buffer.from('{}') });
    const publishLate = async (sent: Uint8Array) => {
      world.clock.advance(2 * MINUTE_MS);
      expect(valueOf(await world.application.maintenance.sweep()).reconciledFiles).to.equal(1);
      await overwrite(world, push, path, sent);
      expect(errorOf(await tree.read(push, path))).to.deep.equal(damaged);
    };
    const blobs: BlobStore = {
      ...world.blobs,
      write: (_key, body) => ResultAsync.fromSafePromise(collect(body).then(publishLate)),
    };
    // Its clock has no timers, so it never says that it is at work.
    const standingStill = createApplication({ ...world.ports, blobs, clock: { now: world.clock.now } });
    valueOf(await standingStill.tree.receive(push, path, bodyOf(longer)));
    expect(await noted()).to.deep.equal([]);
    expect(await readFile(world, push, path)).to.deep.equal(longer);
  });

  it('stays damaged when it is a shortened plain file and who sends it again breaks off', async () => {
    const { world, push, tree, noted } = await setUp();
    const path = trusted<TreePath>('meta/run.json');
    await sendFile(world, push, { path, bytes: Buffer.from('{"loss":0.25}') });
    await overwrite(world, push, path, Buffer.from('{"lo'));
    expect(errorOf(await tree.read(push, path))).to.deep.equal(damaged);
    const { bytes } = bodyOf(Buffer.from('{"loss"'));
    expect(errorOf(await tree.receive(push, path, { declaredBytes: 13, bytes }))).to.include({ kind: 'bad_request' });
    expect(await noted()).to.deep.equal([`${path} wrong_size`]);
    expect(errorOf(await tree.read(push, path))).to.deep.equal(damaged);
  });

  it('is judged by its length when a sender of it was killed after another one had stored it', async () => {
    const { world, push, tree, noted } = await setUp();
    const { path, bytes } = buildPack([Buffer.from('a chunk that nobody needs yet')]);
    const stored = async () =>
      valueOf(await world.unitOfWork.read(({ tree: files }) => files.findFile(push.repository.repositoryId, path)));
    const sending = new Promise<never>(() => undefined);
    async function* halted() {
      yield bytes.subarray(0, 5);
      await sending;
    }
    const killed = tree.receive(push, path, { declaredBytes: bytes.byteLength, bytes: halted() });
    await waitUntil('it is being sent', async () => (await stored()) !== undefined);
    await sendFile(world, push, { path, bytes });
    expect(await stored()).to.include({ state: 'stored', receivers: 1 });
    await overwrite(world, push, path, bytes.subarray(0, -1));
    expect(errorOf(await tree.read(push, path))).to.deep.equal(damaged);
    expect(await noted()).to.deep.equal([`${path} wrong_size`]);
    expect(killed, 'it never answers').to.be.instanceOf(ResultAsync);
  });

  it('stays lost when other bytes are sent', async () => {
    const { world, push, pack, lose, noted } = await setUp();
    await lose(pack.path);
    const wrong = { path: pack.path, bytes: pack.bytes.map((byte) => byte ^ 1) };
    const sent: unknown = await sendFile(world, push, wrong).catch((fault: unknown) => fault);
    expect(sent).to.be.an('error');
    expect(await noted()).to.deep.equal([`${pack.path} missing`]);
    await sendFile(world, push, pack);
    expect(await readFile(world, push, pack.path)).to.deep.equal(pack.bytes);
  });

  for (const [title, isLost] of [
    ['lost', true],
    ['changed', false],
  ] as const) {
    it(`is answered as damaged when it is the ${title} manifest of an object, which is noted`, async () => {
      const { world, push, tree, object, lose, noted } = await setUp();
      const path = frozenManifestPath(sha256Of(object.manifest.bytes));
      const key = treeKey(push.repository.namespace, path);
      if (isLost) await lose(path);
      else
        await putBytes(
          world,
          key,
          (await bytesAt(world, key)).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
        );
      expect(errorOf(await tree.read(push, manifestPath(object.oid)))).to.deep.equal(damaged);
      await waitUntil('it is noted', async () => (await noted()).some((line) => line === `${object.oid} incomplete`));
      await sendObject(world, push, object);
      valueOf(await tree.finalize(push, { objects: [object] }));
      expect(await readFile(world, push, manifestPath(object.oid))).to.deep.equal(object.manifest.bytes);
      expect(await noted()).to.deep.equal([]);
    });
  }

  it('is missing, and nothing more, when the books do not have it', async () => {
    const { push, tree, pack, lose, noted } = await setUp();
    const never = trusted<TreePath>(pack.path.replace(/[0-9a-f]{8}$/, '00000000'));
    await lose(pack.path);
    expect(errorOf(await tree.read(push, never))).to.deep.equal({ kind: 'not_found' });
    expect(await noted()).to.deep.equal([]);
  });
});
