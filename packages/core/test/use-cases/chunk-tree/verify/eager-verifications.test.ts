import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { parseManifest } from '../../../../src/formats/packs/index.js';
import type { ChunkLocation } from '../../../../src/model/chunk-tree/chunk-location.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { createReceivedPacks } from '../../../../src/use-cases/chunk-tree/read/received-packs.js';
import { createEagerVerifications } from '../../../../src/use-cases/chunk-tree/verify/eager-verifications.js';
import { buildObject, buildPack, type BuiltObject, overwrite, sendFile } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const chunks = (...texts: readonly string[]) => texts.map((text) => bytesOf(text));
const words = Array.from({ length: 40 }, (_, at) => `chunk number ${at}`);

const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const { tree } = world.application;
  const reads: string[] = [];
  const { read } = world.blobs;
  world.blobs.read = (key, span) => {
    reads.push(key);
    return read(key, span);
  };
  /** Each of its chunks is another, so they lie in the packs in the order of the object. */
  const locationsOf = (object: BuiltObject): readonly ChunkLocation[] => object.packs.flatMap(({ locations }) => locations);
  const declare = async (from: number, declared: readonly ChunkLocation[], name = 'push') =>
    valueOf(await tree.declare(push, { push: name, from, chunks: declared })).verifying;
  const sendPacks = async (object: BuiltObject) => {
    for (const pack of object.packs) await sendFile(world, push, pack);
  };
  const sendRest = async (object: BuiltObject) => {
    for (const file of [...object.maps, object.manifest]) await sendFile(world, push, file);
  };
  const finalize = async (object: BuiltObject) => tree.finalize(push, { objects: [object] });
  const packReads = () => reads.filter((key) => key.includes('/packs/')).length;
  return { world, push, tree, declare, sendPacks, sendRest, finalize, locationsOf, packReads };
};

/** More ticks than anything that is under way without a clock takes to come to its end. */
const manyTicks = 1000;

const settled = async (): Promise<void> => {
  for (let tick = 0; tick < manyTicks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('eager verifications', () => {
  it('verify what was declared once, and register the object with its packs', async () => {
    const { push, tree, declare, sendPacks, sendRest, finalize, locationsOf, packReads } = await setUp();
    const object = buildObject(chunks(...words));
    await sendPacks(object);
    const all = locationsOf(object);
    expect(await declare(0, all.slice(0, 13))).to.equal(true);
    expect(await declare(13, all.slice(13, 40))).to.equal(true);
    await settled();
    const before = packReads();
    expect(before).to.be.greaterThan(0);
    await sendRest(object);
    expect(valueOf(await finalize(object))).to.deep.equal({ generation: 1, objects: 1, pending: [] });
    // What is left to read are the ends of packs at most.
    expect(packReads() - before).to.be.lessThan(object.packs.length);
    const known = valueOf(await tree.lookUp(push, { names: all.map(({ name }) => name), sizes: [] }));
    expect(known.chunks.size).to.equal(all.length);
  });

  it('go on with what was not declared', async () => {
    const { declare, sendPacks, sendRest, finalize, locationsOf } = await setUp();
    for (const declared of [1, 5, 8, 39]) {
      const object = buildObject(chunks(...words.map((word) => `${word} ${declared}`)));
      await sendPacks(object);
      expect(await declare(0, locationsOf(object).slice(0, declared), `push-${declared}`)).to.equal(true);
      await sendRest(object);
      expect(valueOf(await finalize(object)).objects).to.equal(1);
    }
  });

  it('are of no use to an object of other chunks, and harm none', async () => {
    const { declare, sendPacks, sendRest, finalize, locationsOf } = await setUp();
    const [one, other] = [buildObject(chunks(...words)), buildObject(chunks(...words.toReversed(), 'more'))];
    await sendPacks(one);
    await sendPacks(other);
    expect(await declare(0, locationsOf(one))).to.equal(true);
    await sendRest(other);
    expect(valueOf(await finalize(other)).objects).to.equal(1);
    await sendRest(one);
    expect(valueOf(await finalize(one)).objects).to.equal(1);
  });

  it('do not make up an object whose oid is another', async () => {
    const { world, push, declare, sendPacks, sendRest, finalize, locationsOf } = await setUp();
    const object = buildObject(chunks(...words));
    const liar = buildObject(chunks('not', 'these'));
    await sendPacks(object);
    expect(await declare(0, locationsOf(object))).to.equal(true);
    await sendRest(object);
    const manifest = Buffer.from(object.manifest.bytes).toString().replace(object.oid, liar.oid);
    await sendFile(world, push, { path: liar.manifest.path, bytes: Buffer.from(manifest) });
    expect(errorOf(await finalize({ ...liar, sizeBytes: object.sizeBytes }))).to.include({ reason: 'checksum_mismatch' });
  });

  it('end at chunks that do not lie where they are said to, and the finalize tells', async () => {
    const { world, push, declare, sendPacks, sendRest, finalize, locationsOf } = await setUp();
    const object = buildObject(chunks('a', 'b'));
    await sendPacks(object);
    await overwrite(world, push, object.packs[0]?.path ?? object.manifest.path, buildPack(chunks('x', 'y')).bytes);
    expect(await declare(0, locationsOf(object))).to.equal(true);
    await settled();
    expect(await declare(2, locationsOf(object))).to.equal(false);
    await sendRest(object);
    expect(errorOf(await finalize(object))).to.include({ reason: 'pack_invalid', problem: 'damaged' });
  });

  it('find a pack that is not what its name says', async () => {
    const { world, push, declare, sendPacks, sendRest, finalize, locationsOf } = await setUp();
    const object = buildObject(chunks('a', 'b'));
    await sendPacks(object);
    await overwrite(world, push, object.packs[0]?.path ?? object.manifest.path, buildPack(chunks('a', 'b', 'c')).bytes);
    expect(await declare(0, locationsOf(object))).to.equal(true);
    await sendRest(object);
    expect(errorOf(await finalize(object))).to.include({ reason: 'pack_invalid' });
  });

  it('need the beginning, and every declaration in its order', async () => {
    const { declare, sendPacks, locationsOf } = await setUp();
    const object = buildObject(chunks(...words));
    await sendPacks(object);
    const all = locationsOf(object);
    expect(await declare(1, all.slice(1))).to.equal(false);
    expect(await declare(0, all.slice(0, 4))).to.equal(true);
    expect(await declare(3, all.slice(3))).to.equal(false);
    expect(await declare(4, all.slice(4))).to.equal(false);
    expect(await declare(0, [])).to.equal(false);
  });

  it('make an object visible at once that would be too large for one call', async () => {
    const { world, push, sendPacks, sendRest, locationsOf } = await setUp();
    const ports = { ...world.ports, received: createReceivedPacks() };
    const eager = createEagerVerifications(ports);
    const finalize = finalizeTree(ports, { maxBytes: 10 }, eager);
    const [declared, other] = [buildObject(chunks(...words)), buildObject(chunks(...words.toReversed()))];
    for (const object of [declared, other]) {
      await sendPacks(object);
      await sendRest(object);
    }
    expect(eager.declare(push, { push: 'push', from: 0, chunks: locationsOf(declared) })).to.equal(true);
    await settled();
    expect(valueOf(await finalize(push, { objects: [other] })).pending).to.deep.equal([other.oid]);
    expect(valueOf(await finalize(push, { objects: [declared] })).pending).to.deep.equal([]);
  });

  it('leave to a later call what is too large and not verified yet', async () => {
    const { world, push, sendPacks, sendRest, locationsOf } = await setUp();
    const ports = { ...world.ports, received: createReceivedPacks() };
    const eager = createEagerVerifications(ports);
    const object = buildObject(chunks(...words));
    await sendPacks(object);
    await sendRest(object);
    expect(eager.declare(push, { push: 'push', from: 0, chunks: locationsOf(object).slice(0, 4) })).to.equal(true);
    await settled();
    expect(valueOf(await finalizeTree(ports, { maxBytes: 10 }, eager)(push, { objects: [object] })).pending).to.deep.equal([
      object.oid,
    ]);
    expect(eager.declare(push, { push: 'push', from: 4, chunks: locationsOf(object).slice(4) }), 'it is over').to.equal(false);
    expect(valueOf(await world.application.tree.verifyNext())).to.equal(true);
  });

  it('end for a client that has gone before its finalize comes to them', async () => {
    const { world, push, sendPacks, sendRest, locationsOf } = await setUp();
    const eager = createEagerVerifications({ ...world.ports, received: createReceivedPacks() });
    const object = buildObject(chunks(...words));
    await sendPacks(object);
    await sendRest(object);
    const tree = { ...world.ports, namespace: push.repository.namespace };
    const manifest = valueOf(parseManifest(object.manifest.bytes));
    const finishAfter = async (name: string, signal: AbortSignal) => {
      expect(eager.declare(push, { push: name, from: 0, chunks: locationsOf(object).slice(0, 4) })).to.equal(true);
      return (await eager.take(tree, push.repository.repositoryId, manifest))?.finish(signal);
    };
    expect(await finishAfter('one', new AbortController().signal)).to.include({ sha256: object.oid });
    expect(await finishAfter('two', AbortSignal.abort())).to.equal(undefined);
  });

  it('end when more chunks wait for them than memory is kept for', async () => {
    const { world, declare, sendPacks, locationsOf } = await setUp();
    const object = buildObject(chunks('a'));
    await sendPacks(object);
    const [chunk] = locationsOf(object);
    if (chunk === undefined) expect.fail('a chunk');
    const many = new Array<ChunkLocation>(8192).fill(chunk);
    world.blobs.head = () => new ResultAsync(new Promise(() => undefined));
    // The first ones are no longer waiting: the verification has come to them, and stands still there.
    expect(await declare(0, many)).to.equal(true);
    await settled();
    for (let from = 8192; from < 9 * 8192; from += 8192) expect(await declare(from, many)).to.equal(true);
    expect(await declare(9 * 8192, [chunk])).to.equal(false);
  });

  it('are two at a time at most, until their senders have been silent for a minute', async () => {
    const { world, declare, sendPacks, locationsOf } = await setUp();
    const object = buildObject(chunks(...words));
    await sendPacks(object);
    const some = locationsOf(object).slice(0, 4);
    expect(await declare(0, some, 'one')).to.equal(true);
    expect(await declare(0, some, 'two')).to.equal(true);
    expect(await declare(0, some, 'three')).to.equal(false);
    world.clock.advance(59_000);
    expect(await declare(4, some, 'two')).to.equal(true);
    world.clock.advance(1000);
    expect(await declare(0, some, 'three')).to.equal(true);
    expect(await declare(4, some, 'one')).to.equal(false);
    expect(await declare(8, some, 'two')).to.equal(true);
  });
});
