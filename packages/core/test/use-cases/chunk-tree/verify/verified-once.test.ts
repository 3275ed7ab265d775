import { expect } from 'chai';
import { createApplication } from '../../../../src/application.js';
import type { ChunkCodec } from '../../../../src/ports/index.js';
import { buildObject, type BuiltObject, overwrite, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const chunks = (...texts: readonly string[]) => texts.map((text) => bytesOf(text));
const words = Array.from({ length: 20 }, (_, at) => `chunk number ${at}`);

/** A service that counts the bytes that it hashes piece by piece with BLAKE3, and the chunks that it decodes with and without a name. */
const setUp = async () => {
  const world = createWorld();
  const seen = { hashedBytes: 0, named: 0, unnamed: 0 };
  const { codec: inner } = world.ports;
  const codec: ChunkCodec = {
    ...inner,
    blake3: () => {
      const hash = inner.blake3();
      return {
        ...hash,
        update: (bytes) => {
          seen.hashedBytes += bytes.byteLength;
          hash.update(bytes);
        },
      };
    },
    decodeAll: (stored, memory) => {
      for (const { name } of stored) seen[name === undefined ? 'unnamed' : 'named'] += 1;
      return inner.decodeAll(stored, memory);
    },
  };
  const start = () => createApplication({ ...world.ports, codec });
  const application = start();
  const counting = { ...world, application };
  const { push } = await withRepository(counting);
  const send = (object: BuiltObject) => sendObject(counting, push, object);
  return { world: counting, push, tree: application.tree, start, send, seen };
};

const packBytes = ({ packs }: BuiltObject): number => packs.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

describe('what a process has verified', () => {
  it('is not hashed again: a pack that it has received is hashed once', async () => {
    const { tree, push, send, seen } = await setUp();
    const object = buildObject(chunks(...words));
    await send(object);
    const received = seen.hashedBytes;
    expect(received).to.be.at.least(packBytes(object));
    expect(valueOf(await tree.finalize(push, { objects: [object] })).objects).to.equal(1);
    expect(seen.hashedBytes).to.equal(received);
    expect(seen.named).to.equal(words.length);
  });

  it('another process hashes', async () => {
    const { push, start, send, seen } = await setUp();
    const object = buildObject(chunks(...words));
    await send(object);
    const received = seen.hashedBytes;
    expect(valueOf(await start().tree.finalize(push, { objects: [object] })).objects).to.equal(1);
    expect(seen.hashedBytes - received).to.equal(packBytes(object));
  });

  for (const at of [0, 8, 20, -100, -1]) {
    it(`is refused all the same when somebody has changed it in the store since, at byte ${at}`, async () => {
      const { world, tree, push, send } = await setUp();
      const object = buildObject(chunks(...words));
      await send(object);
      const [pack] = object.packs;
      if (pack === undefined) expect.fail('a pack');
      const changed = Buffer.from(pack.bytes);
      const place = at < 0 ? changed.length + at : at;
      changed[place] = (changed[place] ?? 0) ^ 1;
      await overwrite(world, push, pack.path, changed);
      expect(errorOf(await tree.finalize(push, { objects: [object] }))).to.have.property('kind', 'conflict');
      await overwrite(world, push, pack.path, pack.bytes);
      expect(valueOf(await tree.finalize(push, { objects: [object] })).objects).to.equal(1);
    });
  }

  it('is not named again in a second version, which is hashed as a whole', async () => {
    const { tree, push, send, seen } = await setUp();
    const first = buildObject(chunks(...words));
    await send(first);
    valueOf(await tree.finalize(push, { objects: [first] }));
    const second = buildObject(chunks(...words.slice(0, 10), 'new', ...words.slice(10)), { present: first.packs });
    await send(second);
    expect(seen.unnamed).to.equal(0);
    expect(valueOf(await tree.finalize(push, { objects: [second] })).objects).to.equal(1);
    expect([seen.named, seen.unnamed]).to.deep.equal([words.length + 1, words.length]);
  });

  it('is told as the culprit when it was damaged before the second version came', async () => {
    const { world, tree, push, send } = await setUp();
    const first = buildObject(chunks(...words));
    await send(first);
    valueOf(await tree.finalize(push, { objects: [first] }));
    const second = buildObject(chunks(...words, 'new'), { present: first.packs });
    await send(second);
    const [pack] = first.packs;
    if (pack === undefined) expect.fail('a pack');
    const changed = pack.bytes.slice();
    changed[10] = (changed[10] ?? 0) ^ 1;
    await overwrite(world, push, pack.path, changed);
    expect(errorOf(await tree.finalize(push, { objects: [second] }))).to.include({ kind: 'conflict', reason: 'pack_invalid' });
    await overwrite(world, push, pack.path, pack.bytes);
    expect(valueOf(await tree.finalize(push, { objects: [second] })).objects).to.equal(1);
  });
});
