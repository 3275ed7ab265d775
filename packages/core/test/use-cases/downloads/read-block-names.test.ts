import { expect } from 'chai';
import { blockNamesBytes, createBlockNamer } from '../../../src/formats/block-names/block-names.js';
import { portableCodec } from '../../../src/formats/chunking/index.js';
import { blockNamesKey, type ObjectKey, objectKey } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

const blockHasher = portableCodec();
const large = 'weights '.repeat(20_000);
const notFound = { kind: 'not_found' };

const setting = async (options: Parameters<typeof createWorld>[1] = { blockHasher }) => {
  const world = createWorld('business', options);
  const made = await withRepository(world);
  await pushTexts(world, made.push, large, 'small');
  const namesKey = (text: string): ObjectKey => {
    const key = blockNamesKey(objectKey(made.repository.namespace, objectOf(text).oid));
    if (key === undefined) throw new Error('invariant: names may lie beside a final blob');
    return key;
  };
  const open = (text: string) => world.application.downloads.blockNames(made.push, objectOf(text).oid);
  return { world, ...made, namesKey, open };
};

describe('the block names of an object', () => {
  it('are read by those who may pull it, in any span', async () => {
    const { open } = await setting();
    const groups: Uint8Array[] = [];
    const namer = createBlockNamer(blockHasher, objectOf(large), (group) => groups.push(group));
    namer.update(bytesOf(large));
    namer.end();
    const names = valueOf(await open(large));
    expect(names.sizeBytes).to.equal(blockNamesBytes(objectOf(large)));
    const read: Uint8Array[] = [];
    for await (const piece of valueOf(await names.open({ first: 32, last: 95 })).body) read.push(piece);
    expect(Buffer.concat(read).equals(Buffer.concat(groups).subarray(32, 96))).to.equal(true);
  });

  it('are not there of one block, of what is not stored, and where the store has kept none', async () => {
    const { open } = await setting();
    for (const text of ['small', 'never pushed']) expect(errorOf(await open(text)), text).to.deep.equal(notFound);
    expect(errorOf(await (await setting({})).open(large))).to.deep.equal(notFound);
  });

  it('are not there when they are of another length than those of the object', async () => {
    const { world, open, namesKey } = await setting();
    await world.put(namesKey(large), 'cut off');
    expect(errorOf(await open(large))).to.deep.equal(notFound);
  });

  it('are not there of an object in chunks, also when some are left of when it was whole', async () => {
    const { world, push, repository } = await setting();
    const object = buildObject([new Uint8Array(40_000).fill(1), new Uint8Array(40_000).fill(2)]);
    await sendObject(world, push, object);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
    const key = blockNamesKey(objectKey(repository.namespace, object.oid));
    if (key === undefined) throw new Error('invariant: names may lie beside a final blob');
    await world.put(key, 'x'.repeat(blockNamesBytes(object)));
    expect(errorOf(await world.application.downloads.blockNames(push, object.oid))).to.deep.equal(notFound);
  });

  it('are not there of an object that was removed, whose bytes wait in quarantine', async () => {
    const { world, owner, repository, open, namesKey } = await setting();
    const admin = await world.grant(owner, repository.id, 'repository.admin');
    valueOf(await world.application.objects.remove(admin, { oid: objectOf(large).oid, isForced: true }));
    expect((await world.blobs.head(namesKey(large))).isOk()).to.equal(true);
    expect(errorOf(await open(large))).to.deep.equal(notFound);
  });

  it('are not asked for where the object is known to be damaged, which is said', async () => {
    const { world, repository, open } = await setting();
    const { oid } = objectOf(large);
    await world.put(objectKey(repository.namespace, oid), 'cut off');
    valueOf(await world.application.integrity.check({ readData: undefined, repairs: true, onFinding: () => undefined }));
    expect(errorOf(await open(large))).to.deep.equal({ kind: 'not_found', reason: 'damaged' });
  });
});
