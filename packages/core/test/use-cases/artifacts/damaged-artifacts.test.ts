import { expect } from 'chai';
import { ok } from 'neverthrow';
import { absent } from '../../../src/model/app-error.js';
import { objectKey, type ObjectKey, type Oid, treeKey } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { buildObject, type BuiltObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

/** A safetensors file of one tensor. */
const tensorFile = (values: string): string => {
  const header = JSON.stringify({ a: { dtype: 'U8', shape: [values.length], data_offsets: [0, values.length] } });
  return `${String.fromCharCode(header.length)}${'\0'.repeat(7)}${header}${values}`;
};

const setUp = async () => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  const { artifacts, tree } = world.application;
  const sendInChunks = async (...chunks: readonly string[]): Promise<BuiltObject> => {
    const object = buildObject(chunks.map(bytesOf), { chunksPerPack: 1, chunksPerMap: 2 });
    await sendObject(world, push, object);
    valueOf(await tree.finalize(push, { objects: [object] }));
    return object;
  };
  const mapOf = (object: BuiltObject): ObjectKey =>
    treeKey(repository.namespace, object.maps[0]?.path ?? expect.fail('an object has a map'));
  /** Objects that are noted as damaged, once what was told has been looked at. */
  const noted = async (): Promise<readonly Oid[]> => {
    const listed = valueOf(await world.application.objects.list(push, { sort: 'recent', page: { limit: 99 } }));
    const oids = listed.items.map(({ oid }) => oid);
    for (let turn = 0; turn < 100; turn += 1) {
      const found = valueOf(await world.unitOfWork.read(({ damage }) => damage.findObjects(repository.id, oids)));
      if (found.size > 0) return [...found];
      await new Promise((resolve) => setImmediate(resolve));
    }
    return [];
  };
  const shared = async ({ oid }: BuiltObject) => valueOf(await artifacts.get(push, oid)).sharedWith?.map((other) => other.oid);
  const compare = (oid: BuiltObject['oid'], other: BuiltObject['oid']) =>
    artifacts.compare(push, { oid, other, page: { limit: 9 } });
  return { world, push, repository, artifacts, sendInChunks, mapOf, noted, shared, compare };
};

describe('what is told of an object beside a damaged one', () => {
  for (const [damage, spoil] of [
    ['is gone', async ({ world }, key) => valueOf(await world.blobs.remove(key))],
    ['has other bytes', async ({ world }, key) => world.put(key, 'other bytes')],
  ] as const satisfies readonly (readonly [
    string,
    (setting: Awaited<ReturnType<typeof setUp>>, key: ObjectKey) => Promise<void>,
  ])[]) {
    it(`is all but what they share, when a chunk map of that ${damage}, which is noted then`, async () => {
      const setting = await setUp();
      const damaged = await setting.sendInChunks('one', 'two');
      const [sound, other] = [await setting.sendInChunks('one', 'three'), await setting.sendInChunks('one', 'four')];
      await spoil(setting, setting.mapOf(damaged));
      expect(await setting.shared(sound)).to.deep.equal([other.oid]);
      expect(await setting.shared(damaged)).to.deep.equal([]);
      expect(await setting.noted()).to.deep.equal([damaged.oid]);
    });
  }

  it('is nothing of that one once it is noted, also where what they share was known before', async () => {
    const { world, repository, sendInChunks, shared } = await setUp();
    const [sound, damaged] = [await sendInChunks('one', 'two'), await sendInChunks('one', 'three')];
    expect(await shared(sound)).to.deep.equal([damaged.oid]);
    expect(await shared(damaged)).to.deep.equal([sound.oid]);
    const of = { kind: 'object', oid: damaged.oid } as const;
    const damage = { repositoryId: repository.id, of, problem: 'incomplete', foundAt: world.clock.now() } as const;
    valueOf(await world.unitOfWork.transact(async (records) => ok(await records.damage.note(damage))));
    expect(await shared(sound)).to.deep.equal([]);
    expect(await shared(damaged)).to.deep.equal([]);
  });
});

describe('a comparison with a damaged object', () => {
  it('is not found as damaged, and has it noted, when its header cannot be read', async () => {
    for (const spoil of ['chunks', 'whole', 'absent'] as const) {
      const { world, push, repository, sendInChunks, noted, compare } = await setUp();
      const [first, second] = [tensorFile('abcd'), tensorFile('abxd')];
      await pushTexts(world, push, first);
      if (spoil === 'chunks') {
        const { oid, packs } = await sendInChunks(second);
        await world.put(treeKey(repository.namespace, packs[0]?.path ?? expect.fail()), 'no pack');
        expect(errorOf(await compare(objectOf(first).oid, oid))).to.deep.equal(absent('damaged'));
      } else {
        await pushTexts(world, push, second);
        const { oid } = objectOf(second);
        const key = objectKey(repository.namespace, oid);
        if (spoil === 'absent') valueOf(await world.blobs.remove(key));
        else await world.put(key, second.slice(0, 12));
        expect(errorOf(await compare(oid, objectOf(first).oid)), spoil).to.deep.equal(absent('damaged'));
      }
      expect(await noted(), spoil).to.deep.equal([objectOf(second).oid]);
    }
  });

  it('is not found as damaged when its chunk map is gone, of whichever of the two', async () => {
    const { world, sendInChunks, mapOf, noted, compare } = await setUp();
    const [one, two] = [await sendInChunks(tensorFile('abcd')), await sendInChunks(tensorFile('abxd'))];
    valueOf(await compare(one.oid, two.oid));
    const three = await sendInChunks(tensorFile('zzzz'));
    valueOf(await world.blobs.remove(mapOf(three)));
    expect(errorOf(await compare(one.oid, three.oid))).to.deep.equal(absent('damaged'));
    expect(errorOf(await compare(three.oid, one.oid))).to.deep.equal(absent('damaged'));
    expect(await noted()).to.deep.equal([three.oid]);
  });
});
