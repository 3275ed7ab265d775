import { createSeededRandom } from '@svc/conformance';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { grantSignedDownload } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import { verifyingBlobStore } from '../../../src/blob-store/verifying-blob-store.js';
import { assembledKey, type ObjectKey, objectKey, type Oid, trusted } from '../../../src/model/values/index.js';
import { collect } from '../../builders/tree.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { bytesAt, putBytes, storedWorld } from './stored-world.js';

const unknownOid = trusted<Oid>('0'.repeat(64));

const setUp = async () => {
  const stored = await storedWorld(createSeededRandom(5));
  const { world, push, whole, trees, needs } = stored;
  const { repositoryId, namespace } = push.repository;
  const ports = { ...world.ports, blobs: verifyingBlobStore(world.blobs, world.ports.hasher) };
  const { signedTransfers } = createApplication(ports);
  const read = async (key: ObjectKey): Promise<Uint8Array> => {
    const opened = valueOf(await signedTransfers.open(grantSignedDownload(key)));
    return collect(valueOf(await opened.open()).body);
  };
  const noted = async () =>
    valueOf(await world.unitOfWork.read(({ damage }) => damage.list(repositoryId, undefined, 10))).map(
      ({ of, problem }) => `${of.kind} ${problem}`,
    );
  const [first] = whole;
  const [tree] = trees;
  const needed = tree === undefined ? [] : [...(needs.get(tree.oid) ?? [])];
  const [pack, manifest] = [needed[0], needed.at(-1)];
  if (first === undefined || tree === undefined || pack === undefined || manifest === undefined)
    throw new Error('there is something stored');
  return {
    world,
    namespace,
    signedTransfers,
    read,
    noted,
    whole: first,
    tree: assembledKey(namespace, tree.oid),
    pack,
    manifest,
  };
};

const flip = async ({ world }: Awaited<ReturnType<typeof setUp>>, key: ObjectKey): Promise<void> =>
  putBytes(
    world,
    key,
    (await bytesAt(world, key)).map((byte, at) => (at === 12 ? byte ^ 1 : byte)),
  );

const expectRefused = async ({ signedTransfers }: Awaited<ReturnType<typeof setUp>>, key: ObjectKey): Promise<void> => {
  const refused = errorOf(await signedTransfers.open(grantSignedDownload(key)));
  expect(refused).to.deep.equal({ kind: 'not_found', reason: 'damaged' });
};

describe('an object that cannot be read', () => {
  it('is noted as damaged when its bytes are wrong, and is not opened again', async () => {
    const setting = await setUp();
    await flip(setting, setting.whole);
    expect(await setting.read(setting.whole).catch((fault: unknown) => fault)).to.be.an('error');
    await waitUntil('it is noted', async () => (await setting.noted()).length === 1);
    expect(await setting.noted()).to.deep.equal(['object wrong_bytes']);
    await expectRefused(setting, setting.whole);
  });

  it('is refused as damaged at once, and noted, when its blob is missing', async () => {
    const setting = await setUp();
    valueOf(await setting.world.blobs.remove(setting.whole));
    await expectRefused(setting, setting.whole);
    await waitUntil('it is noted', async () => (await setting.noted()).length === 1);
    await expectRefused(setting, setting.whole);
  });

  it('is refused as damaged at once, and noted, when its manifest is missing', async () => {
    const setting = await setUp();
    valueOf(await setting.world.blobs.remove(setting.manifest));
    await expectRefused(setting, setting.tree);
    await waitUntil('it is noted', async () => (await setting.noted()).length > 0);
  });

  it('is no object, and so not damaged, when nothing registers it', async () => {
    const setting = await setUp();
    const download = grantSignedDownload(objectKey(setting.namespace, unknownOid));
    expect(errorOf(await setting.signedTransfers.open(download))).to.deep.equal({ kind: 'not_found' });
    expect(await setting.noted()).to.deep.equal([]);
  });

  it('is noted with the pack that is to blame', async () => {
    const setting = await setUp();
    await flip(setting, setting.pack);
    expect(await setting.read(setting.tree).catch((fault: unknown) => fault)).to.be.an('error');
    await waitUntil('both are noted', async () => (await setting.noted()).length === 2);
    expect(await setting.noted()).to.deep.equal(['file wrong_bytes', 'object incomplete']);
    await expectRefused(setting, setting.tree);
  });

  it('is refused as damaged at once, and noted, when the manifest by which it was verified is wrong', async () => {
    const setting = await setUp();
    await flip(setting, setting.manifest);
    await expectRefused(setting, setting.tree);
    await waitUntil('it is noted', async () => (await setting.noted()).length === 2);
    expect(await setting.noted()).to.deep.equal(['file wrong_bytes', 'object incomplete']);
  });

  it('is not noted when it is read well', async () => {
    const setting = await setUp();
    await setting.read(setting.whole);
    await setting.read(setting.tree);
    expect(await setting.noted()).to.deep.equal([]);
  });
});
