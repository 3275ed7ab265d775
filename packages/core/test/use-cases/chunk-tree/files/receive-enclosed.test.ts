import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { isTreePath, MIB, type TreePath } from '../../../../src/model/values/index.js';
import {
  buildObject,
  type BuiltObject,
  readFile,
  sendFile,
  sendObject,
  storedTreeBytes,
  type TreeFileBytes,
} from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const words = Array.from({ length: 23 }, (_, at) => bytesOf(`chunk number ${at}`));
const object = buildObject(words);
const enclosed = ({ maps, manifest }: BuiltObject): readonly TreeFileBytes[] => [...maps, manifest];

const pathOf = (text: string): TreePath => {
  if (!isTreePath(text)) throw new Error(`${text} is no tree path`);
  return text;
};

const setUp = async () => {
  const world = createWorld();
  const { push, organization } = await withRepository(world);
  const { tree } = world.application;
  for (const pack of object.packs) await sendFile(world, push, pack);
  const usedBytes = async () =>
    valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id))).usedBytes;
  const isThere = async (path: TreePath) => (await tree.read(push, path)).isOk();
  return { world, push, tree, usedBytes, isThere };
};

describe('receiveEnclosed', () => {
  it('stores maps and manifests that come with the finalize that needs them, and charges them as ever', async () => {
    const { world, push, tree, usedBytes } = await setUp();
    const answer = valueOf(await tree.finalize(push, { objects: [object], files: enclosed(object) }));
    expect(answer).to.deep.equal({ generation: 1, objects: 1, pending: [] });
    for (const { path, bytes } of enclosed(object)) expect(await readFile(world, push, path)).to.deep.equal(bytes);
    const other = createWorld();
    const { push: otherPush } = await withRepository(other);
    await sendObject(other, otherPush, object);
    valueOf(await other.application.tree.finalize(otherPush, { objects: [object] }));
    expect(await storedTreeBytes(world, push)).to.equal(await storedTreeBytes(other, otherPush));
    expect(await usedBytes()).to.equal(await storedTreeBytes(world, push));
    expect(valueOf(await tree.finalize(push, { objects: [object], files: enclosed(object) }))).to.deep.equal(answer);
  });

  it('names the file that is not what its name says, and registers nothing', async () => {
    const { push, tree, isThere } = await setUp();
    const [first, ...others] = enclosed(object);
    if (first === undefined) throw new Error('an object has a map');
    const wrong = { ...first, bytes: bytesOf('something else') };
    const refused = await tree.finalize(push, { objects: [object], files: [...others, wrong] });
    const field = `files.${others.length}.content`;
    expect(errorOf(refused)).to.deep.equal({ kind: 'bad_request', field, problem: 'contradictory' });
    expect([await isThere(first.path), await isThere(object.manifest.path)]).to.deep.equal([false, true]);
    expect(errorOf(await tree.finalize(push, { objects: [object] }))).to.include({ kind: 'conflict' });
  });

  it('takes no packs and no plain files, and of several files none when one of them is such', async () => {
    const { push, tree, isThere } = await setUp();
    const [pack] = object.packs;
    if (pack === undefined) throw new Error('an object has a pack');
    for (const path of [pack.path, pathOf('meta/notes.txt'), pathOf('chunks/maps/x')]) {
      const files = [object.manifest, { path, bytes: pack.bytes }];
      const refused = { kind: 'bad_request', field: 'files.1.path', problem: 'unsupported' };
      expect(errorOf(await tree.finalize(push, { objects: [], files }))).to.deep.equal(refused);
    }
    expect(await isThere(object.manifest.path)).to.equal(false);
  });

  it('takes none that is too long', async () => {
    const { push, tree } = await setUp();
    const [map] = object.maps;
    if (map === undefined) throw new Error('an object has a map');
    const files = [{ path: map.path, bytes: new Uint8Array(4 * MIB + 1) }];
    const tooLong = { kind: 'payload_too_large', limitBytes: 4 * MIB };
    expect(errorOf(await tree.finalize(push, { objects: [], files }))).to.deep.equal(tooLong);
  });

  it('drops a manifest of an object that was verified with another one', async () => {
    const { world, push, tree } = await setUp();
    const finalized = valueOf(await tree.finalize(push, { objects: [object], files: enclosed(object) }));
    const { manifest } = object;
    const { manifest: other } = buildObject(words, { chunksPerMap: 7 });
    expect(other.bytes).not.to.deep.equal(manifest.bytes);
    expect(valueOf(await tree.finalize(push, { objects: [object], files: [other] }))).to.deep.equal(finalized);
    expect(await readFile(world, push, manifest.path)).to.deep.equal(manifest.bytes);
  });

  it('keeps the files of an object that is refused', async () => {
    const { world, push, tree, isThere } = await setUp();
    const lacking = buildObject([...words, bytesOf('a chunk that was not sent')]);
    expect(errorOf(await tree.finalize(push, { objects: [lacking], files: enclosed(lacking) }))).to.include({ kind: 'conflict' });
    for (const { path } of enclosed(lacking)) expect(await isThere(path), path).to.equal(true);
    for (const pack of lacking.packs) await sendFile(world, push, pack);
    expect(valueOf(await tree.finalize(push, { objects: [lacking] })).objects).to.equal(1);
  });

  it('stores a few files of an organization at a time, however many requests bring some, and refuses what would wait for too long', async () => {
    const { world, push } = await setUp();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let underWay = 0;
    let most = 0;
    const write: typeof world.blobs.write = (...given) =>
      ResultAsync.fromSafePromise(opened).andThen(() => {
        underWay -= 1;
        return world.blobs.write(...given);
      });
    const counted: typeof world.blobs.write = (...given) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return write(...given);
    };
    const { tree } = createApplication({ ...world.ports, blobs: { ...world.blobs, write: counted } });
    const files = Array.from({ length: 20 }, (_, at) => {
      const manifest = buildObject([bytesOf(`object ${at}`)]).manifest;
      return { path: manifest.path, bytes: manifest.bytes };
    });
    const asked = Array.from({ length: 40 }, () => tree.finalize(push, { objects: [], files }));
    const answered = Promise.all(asked.map(async (one) => one));
    while (underWay < 8) await new Promise((resolve) => setImmediate(resolve));
    open();
    const answers = await answered;
    expect(most).to.equal(8);
    const refused = answers.filter((answer) => answer.isErr());
    expect(refused.length).to.equal(7);
    for (const answer of refused) {
      expect(errorOf(answer)).to.deep.equal({ kind: 'rate_limited', reason: 'unfinished_bytes', retryAfterSeconds: 5 });
    }
  });
});
