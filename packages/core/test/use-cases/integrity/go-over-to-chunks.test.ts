import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { assembledKey, DAY_MS, objectKey, treeKey } from '../../../src/model/values/index.js';
import { grantSignedDownload } from '../../../src/access/grant.js';
import { buildObject, collect, joinBytes, sendObject } from '../../builders/tree.js';
import { createWorld, valueOf, withRepository } from '../../builders/world.js';
import { change, check, putBytes, storeWhole } from './stored-world.js';

/** An object that came whole, and then in chunks, too. */
const setUp = async () => {
  const random = createSeededRandom(11);
  const world = createWorld('business', { gcReclaim: true });
  const { push, owner, organization } = await withRepository(world);
  const { repositoryId, namespace } = push.repository;
  const pieces = [random.bytes(70), random.bytes(50)];
  const content = joinBytes(pieces);
  await storeWhole(world, push, [content]);
  const object = buildObject(pieces);
  await sendObject(world, push, object);
  valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  const { oid } = object;
  const key = objectKey(namespace, oid);
  const stored = async () =>
    valueOf(
      await world.unitOfWork.read(async ({ objects, tree, damage }) => ({
        layout: (await objects.findStored(repositoryId, [oid])).get(oid)?.layout,
        hasManifest: (await tree.findManifest(repositoryId, oid)) !== undefined,
        isDamaged: (await damage.findObjects(repositoryId, [oid])).has(oid),
      })),
    );
  expect(await stored()).to.deep.equal({ layout: 'whole', hasManifest: true, isDamaged: false });
  const [pack] = object.packs;
  if (pack === undefined) throw new Error('an object has a pack');
  return {
    world,
    owner,
    organization,
    repositoryId,
    /** Sends it in chunks once more. */
    pushInChunks: async () => {
      await sendObject(world, push, object);
      valueOf(await world.application.tree.finalize(push, { objects: [object] }));
    },
    content,
    oid,
    key,
    packKey: treeKey(namespace, pack.path),
    stored,
    ruin: () =>
      putBytes(
        world,
        key,
        content.map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
      ),
    read: async () => {
      const { open } = valueOf(await world.application.signedTransfers.open(grantSignedDownload(assembledKey(namespace, oid))));
      return collect(valueOf(await open()).body);
    },
    usage: async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id))),
  };
};

describe('a whole object that lies in chunks, too', () => {
  it('is read from these when its whole bytes are found to be damaged, which are removed after the grace', async () => {
    const { world, organization, repositoryId, stored, ruin, read, content, usage, key, oid } = await setUp();
    const { usedBytes } = await usage();
    await ruin();
    const { findings, summary } = await check(world, { repairs: true });
    const wrong = { kind: 'wrong_bytes', repositoryId, key };
    expect(findings).to.deep.equal([wrong, { ...wrong, isInQuarantine: true }]);
    expect(summary).to.include({ noted: 1, healed: 1 });
    const of = { downloadedSince: -1, now: world.clock.now() + DAY_MS };
    await change(world, ({ traffic }) =>
      traffic.addDownloads({ egress: [], objects: [{ repositoryId, oid, downloads: 1, lastDownloadedAt: world.clock.now() }] }),
    );
    const cut = valueOf(await world.unitOfWork.read(({ conversions }) => conversions.listConverted(organization.id, of, 9)));
    expect(cut, 'no conversion has cut it').to.deep.equal([]);
    expect(await stored()).to.deep.equal({ layout: 'chunks', hasManifest: true, isDamaged: false });
    expect(await read()).to.deep.equal(content);
    const size = content.byteLength;
    expect(await usage()).to.include({ usedBytes: usedBytes - size, reclaimableBytes: size });
    world.clock.advance(30 * DAY_MS);
    expect(valueOf(await world.application.maintenance.reclaimQuarantined())).to.deep.equal({ objects: 1, bytes: size });
    expect((await world.blobs.head(key)).isErr()).to.equal(true);
    expect(await read()).to.deep.equal(content);
    expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
  });

  it('is damaged when its chunks are, too', async () => {
    const { world, stored, ruin, packKey } = await setUp();
    await ruin();
    valueOf(await world.blobs.remove(packKey));
    await check(world, { repairs: true });
    expect(await stored()).to.deep.equal({ layout: 'whole', hasManifest: true, isDamaged: true });
  });

  it('stays as it is where a check repairs nothing', async () => {
    const { world, stored, ruin } = await setUp();
    await ruin();
    await check(world, { repairs: false });
    expect(await stored()).to.deep.equal({ layout: 'whole', hasManifest: true, isDamaged: false });
  });

  it('is noted while it waits in quarantine, and stays there as it is', async () => {
    const { world, owner, stored, ruin, oid, repositoryId } = await setUp();
    await ruin();
    const admin = await world.grant(owner, repositoryId, 'repository.admin');
    valueOf(await world.application.objects.remove(admin, { oid, isForced: false }));
    await check(world, { repairs: true });
    expect(await stored()).to.deep.equal({ layout: undefined, hasManifest: false, isDamaged: true });
  });

  it('comes back whole when it is removed and restored', async () => {
    const { world, owner, repositoryId, stored, oid } = await setUp();
    const admin = await world.grant(owner, repositoryId, 'repository.admin');
    valueOf(await world.application.objects.remove(admin, { oid, isForced: false }));
    expect(valueOf(await world.application.objects.restore(admin, oid)).layout).to.equal('whole');
    expect(await stored()).to.deep.equal({ layout: 'whole', hasManifest: true, isDamaged: false });
  });

  it('is read from these when it was removed, whatever became of its whole bytes, and is pushed in chunks', async () => {
    const { world, owner, repositoryId, stored, ruin, read, content, oid, key, pushInChunks, usage } = await setUp();
    const { usedBytes } = await usage();
    await ruin();
    await check(world, { repairs: true });
    const admin = await world.grant(owner, repositoryId, 'repository.admin');
    valueOf(await world.application.objects.remove(admin, { oid, isForced: false }));
    await pushInChunks();
    expect(await stored()).to.deep.equal({ layout: 'chunks', hasManifest: true, isDamaged: false });
    expect(await read()).to.deep.equal(content);
    const size = content.byteLength;
    expect(await usage()).to.include({ usedBytes: usedBytes - size, reclaimableBytes: size });
    world.clock.advance(30 * DAY_MS);
    expect(valueOf(await world.application.maintenance.reclaimQuarantined())).to.deep.equal({ objects: 1, bytes: size });
    expect((await world.blobs.head(key)).isErr()).to.equal(true);
    expect(await read()).to.deep.equal(content);
    expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
  });
});
