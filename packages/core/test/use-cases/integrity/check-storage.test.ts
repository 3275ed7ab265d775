import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import type { Finding } from '../../../src/model/integrity/finding.js';
import { unavailable } from '../../../src/model/app-error.js';
import { BlobUnreadable } from '../../../src/model/blob-unreadable.js';
import {
  frozenManifestPath,
  type ObjectKey,
  type PackName,
  packPath,
  treeKey,
  trusted,
  type TreePath,
} from '../../../src/model/values/index.js';
import { byosRepository, byosSetting, healthyConnection } from '../../builders/byos.js';
import { createRepository } from '../../builders/organization-setting.js';
import { sendFile, sha256Of } from '../../builders/tree.js';
import { bytesOf, errorOf, valueOf } from '../../builders/world.js';
import { bytesAt, change, check, putBytes, storedWorld } from './stored-world.js';

const setUp = () => storedWorld(createSeededRandom(11));

const firstOf = <T>(items: Iterable<T>): T => {
  const [item] = items;
  if (item === undefined) throw new Error('there is one');
  return item;
};

describe('checking the storage', () => {
  it('tells what it has looked at, and reads nothing but manifests and chunk maps unless it is told to', async () => {
    const { world, whole, trees } = await setUp();
    const { findings, summary } = await check(world, { readData: undefined });
    expect(findings).to.deep.equal([]);
    const maps = new Set(trees.flatMap((tree) => tree.maps.map(({ path }) => path)));
    expect(summary).to.include({
      organizations: 1,
      repositories: 1,
      objects: whole.length + trees.length,
      blobsRead: maps.size + trees.length,
    });
  });

  it('finds what is missing or has another length without reading it, and other bytes only by reading them', async () => {
    const { world, push, whole } = await setUp();
    const [gone, short, wrong] = whole;
    if (gone === undefined || short === undefined || wrong === undefined) throw new Error('there are as many');
    valueOf(await world.blobs.remove(gone));
    await putBytes(world, short, new Uint8Array());
    await putBytes(
      world,
      wrong,
      (await bytesAt(world, wrong)).map((byte) => byte ^ 1),
    );
    const { repositoryId } = push.repository;
    const { findings } = await check(world, { readData: undefined });
    expect(findings.map(({ kind }) => kind)).to.have.members(['missing', 'wrong_size']);
    const read = await check(world);
    expect(read.findings.map(({ kind }) => kind)).to.have.members(['missing', 'wrong_size', 'wrong_bytes']);
    expect(read.findings).to.deep.include({ kind: 'wrong_bytes', repositoryId, key: wrong });
    expect(read.summary.findings).to.deep.equal({ missing: 1, wrong_size: 1, wrong_bytes: 1 });
  });

  it('reads each blob in exactly one of the parts that make up all', async () => {
    const { world, whole, trees } = await setUp();
    const { summary: all } = await check(world);
    const { summary: none } = await check(world, { readData: undefined });
    let read = 0;
    for (let part = 1; part <= 3; part += 1) {
      const { summary } = await check(world, { readData: { kind: 'part', part, of: 3 } });
      read += summary.blobsRead - none.blobsRead;
    }
    expect(read).to.equal(all.blobsRead - none.blobsRead);
    expect(all.blobsRead).to.be.above(whole.length + trees.length);
    const { summary: share } = await check(world, { readData: { kind: 'share', percent: 100, seed: 'a' } });
    expect(share.blobsRead).to.equal(all.blobsRead);
  });

  it('writes nothing unless it is told to repair, and then notes damage, with the objects that need it, and takes notes of sound things away', async () => {
    const { world, push, trees, needs } = await setUp();
    const { repositoryId } = push.repository;
    const tree = firstOf(trees);
    const pack = firstOf(tree.packs);
    const key = firstOf(needs.get(tree.oid) ?? []);
    const sound = await bytesAt(world, key);
    await putBytes(
      world,
      key,
      sound.map((byte, at) => (at === 20 ? byte ^ 4 : byte)),
    );
    const noted = async () =>
      valueOf(await world.unitOfWork.read(({ damage }) => damage.list(repositoryId, undefined, 10))).map(
        ({ of, problem }) => `${of.kind} ${problem}`,
      );
    expect((await check(world)).summary).to.include({ noted: 0, healed: 0 });
    expect(await noted()).to.deep.equal([]);

    expect((await check(world, { repairs: true })).summary).to.include({ noted: 3, healed: 0 });
    expect(await noted()).to.deep.equal(['file wrong_bytes', 'object incomplete', 'object incomplete']);
    const known = await world.unitOfWork.read((queries) => queries.tree.findVerifiedPacks(repositoryId, [pack.name]));
    expect(valueOf(known), 'its chunks are asked for again').to.deep.equal(new Set());
    expect((await check(world, { repairs: true })).summary).to.include({ noted: 0, healed: 0 });

    await putBytes(world, key, sound);
    // What was noted stays in the way of the objects until it is read.
    expect((await check(world, { repairs: true, readData: undefined })).summary).to.include({ healed: 0 });
    expect((await check(world, { repairs: true })).summary).to.include({ healed: 3 });
    expect(await noted()).to.deep.equal([]);
  });

  it('finds counters, accounts and rows that do not agree', async () => {
    const { world, push, trees } = await setUp();
    const { repositoryId, organizationId } = push.repository;
    const [first, second] = firstOf(trees).packs;
    const lost = trusted<PackName>(sha256Of(bytesOf('lost')));
    await change(world, async ({ usage, tree }) => {
      await usage.countTree(repositoryId, 5);
      await tree.addPack(repositoryId, lost, [], world.clock.now());
      const location = first?.locations[0];
      if (location !== undefined && second !== undefined) {
        const name = trusted<typeof location.name>(sha256Of(bytesOf('chunk')));
        await tree.addPack(repositoryId, second.name, [{ ...location, name, pack: trusted(sha256Of(bytesOf('pack'))) }], 0);
      }
    });
    const { findings } = await check(world);
    expect(findings.map(({ kind }) => kind)).to.have.members(['unbalanced', 'miscounted', 'inconsistent', 'inconsistent']);
    expect(findings).to.deep.include({ kind: 'inconsistent', repositoryId, rule: 'pack_without_file', name: lost });
    const unbalanced = findings.find(({ kind }) => kind === 'unbalanced');
    expect(unbalanced).to.include({ organizationId, storageMode: 'managed' });
  });

  it('tells blobs that the database does not know and leaves them, and knows those of uploads under way', async () => {
    const { world, push } = await setUp();
    const { repositoryId, namespace } = push.repository;
    const orphans = [
      treeKey(namespace, packPath(trusted(sha256Of(bytesOf('a'))))),
      trusted<ObjectKey>(`${namespace}/objects/ab/cd/${'ab'.padEnd(4, 'c')}`),
      trusted<ObjectKey>(`repositories/00000000-0000-4000-8000-00000000dead/cas/meta/x`),
    ].sort();
    for (const key of orphans) await putBytes(world, key, bytesOf('orphan'));
    const path = trusted<TreePath>('meta/under-way');
    await change(world, ({ tree }) =>
      tree.putFile(repositoryId, { path, sizeBytes: 512, state: 'receiving', receivers: 1, changedAt: world.clock.now() }),
    );
    await putBytes(world, treeKey(namespace, path), bytesOf('half'));
    const { findings } = await check(world, { repairs: true });
    const told = findings.flatMap((finding) => (finding.kind === 'orphan' ? [finding.key] : []));
    expect(told.sort()).to.deep.equal(orphans);
    for (const key of orphans) expect(await world.read(key)).to.equal('orphan');
  });

  it('tells a whole object that is lost once, and not the block names that lie where it did', async () => {
    const { world, push, whole } = await setUp();
    const gone = firstOf(whole);
    valueOf(await world.blobs.remove(gone));
    const names = trusted<ObjectKey>(`${gone}.blocks`);
    await putBytes(world, names, bytesOf('names'));
    const { repositoryId } = push.repository;
    expect((await check(world)).findings).to.deep.equal([{ kind: 'missing', repositoryId, key: gone }]);
  });

  it('knows a file of a client that is named as an object is', async () => {
    const { world, push } = await setUp();
    const oid = sha256Of(bytesOf('file'));
    const path = trusted<TreePath>(`meta/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);
    await sendFile(world, push, { path, bytes: bytesOf('file') });
    expect((await check(world)).findings).to.deep.equal([]);
  });

  it('knows all blobs of a repository that was deleted, as long as they are kept', async () => {
    const { world, push, whole } = await setUp();
    const admin = await world.grant(push.caller, push.repository.repositoryId, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    const { findings } = await check(world);
    expect(findings).to.deep.equal([]);
    expect((await bytesAt(world, firstOf(whole))).byteLength, 'they are all still there').to.be.above(0);
  });

  it('takes nothing for damaged that was removed or replaced while it was looked at', async () => {
    const { world, push } = await setUp();
    const { repositoryId, namespace } = push.repository;
    const file = { sizeBytes: 600, state: 'stored', receivers: 0, changedAt: world.clock.now() } as const;
    const [removed, replaced] = ['meta/removed', 'meta/replaced'].map((path) => trusted<TreePath>(path));
    if (removed === undefined || replaced === undefined) throw new Error('there are two');
    for (const path of [removed, replaced]) await change(world, ({ tree }) => tree.putFile(repositoryId, { ...file, path }));
    await putBytes(world, treeKey(namespace, replaced), new Uint8Array(700));
    let looks = 0;
    const changing: typeof world.blobs = {
      ...world.blobs,
      head: (key) => {
        if (key !== treeKey(namespace, removed) && key !== treeKey(namespace, replaced)) return world.blobs.head(key);
        looks += 1;
        const changed = change(world, async ({ tree }) => {
          await tree.removeFile(repositoryId, removed, 'stored');
          await tree.putFile(repositoryId, { ...file, path: replaced, sizeBytes: 700, changedAt: file.changedAt + 1 });
        });
        return ResultAsync.fromSafePromise(changed).andThen(() => world.blobs.head(key));
      },
    };
    const found: Finding[] = [];
    const { integrity } = createApplication({ ...world.ports, blobs: changing });
    valueOf(await integrity.check({ readData: undefined, repairs: true, onFinding: (finding) => void found.push(finding) }));
    expect(looks).to.equal(2);
    expect(found.filter(({ kind }) => kind !== 'miscounted' && kind !== 'unbalanced')).to.deep.equal([]);
    expect(valueOf(await world.unitOfWork.read(({ damage }) => damage.sumUp(repositoryId))).count).to.equal(0);
  });

  it('notes no object whose pack or map was found to be lost, and sent again before it was its turn', async () => {
    const { world, push, trees } = await setUp();
    const { packs, maps } = firstOf(trees);
    for (const file of [firstOf(packs), firstOf(maps)]) {
      const key = treeKey(push.repository.namespace, file.path);
      valueOf(await world.blobs.remove(key));
      const sendAgain = async (): Promise<void> => {
        world.clock.advance(1);
        await sendFile(world, push, file);
      };
      let sent: Promise<void> | undefined;
      const sending: typeof world.blobs = {
        ...world.blobs,
        // Of files nothing is read but their lengths, so these are the manifests of objects.
        read: (asked, span) => ResultAsync.fromSafePromise((sent ??= sendAgain())).andThen(() => world.blobs.read(asked, span)),
      };
      const found: Finding[] = [];
      const { integrity } = createApplication({ ...world.ports, blobs: sending });
      const command = { readData: undefined, repairs: true, onFinding: (finding: Finding) => void found.push(finding) };
      valueOf(await integrity.check(command));
      expect(found).to.deep.equal([{ kind: 'missing', repositoryId: push.repository.repositoryId, key }]);
      const { repositoryId } = push.repository;
      expect(valueOf(await world.unitOfWork.read(({ damage }) => damage.sumUp(repositoryId))).count).to.equal(0);
    }
  });

  it('does not come to an end when the storage does not answer, and tells a blob that alone cannot be read', async () => {
    const { world, whole } = await setUp();
    const key = firstOf(whole);
    const command = { readData: { kind: 'all' }, repairs: true } as const;
    const away = { ...world.blobs, read: () => errAsync(unavailable('storage')), check: () => errAsync(unavailable('storage')) };
    const silent = createApplication({ ...world.ports, blobs: away }).integrity;
    expect(errorOf(await silent.check({ ...command, onFinding: () => undefined }))).to.include({
      kind: 'unavailable',
      part: 'storage',
    });

    const broken: typeof world.blobs = {
      ...world.blobs,
      check: () => okAsync(),
      read: (asked, span) => (asked === key ? errAsync(unavailable('storage')) : world.blobs.read(asked, span)),
    };
    const found: unknown[] = [];
    const { integrity } = createApplication({ ...world.ports, blobs: broken });
    const summary = valueOf(await integrity.check({ ...command, onFinding: (finding) => void found.push(finding) }));
    expect(found).to.have.length(1);
    expect(found[0]).to.include({ kind: 'unreadable', key });
    expect(summary.noted, 'it may be read later').to.equal(0);
  });

  it('reads a manifest from its beginning again when the storage has broken off in the middle of it', async () => {
    const { world, push, trees } = await setUp();
    const { manifest } = firstOf(trees);
    const key = treeKey(push.repository.namespace, frozenManifestPath(sha256Of(manifest.bytes)));
    let reads = 0;
    async function* half(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
      yield await Promise.resolve(bytes.subarray(0, bytes.byteLength / 2));
      throw new BlobUnreadable(unavailable('storage'));
    }
    const flaky: typeof world.blobs = {
      ...world.blobs,
      read: (asked, span) =>
        asked === key && ++reads === 1
          ? okAsync({ sizeBytes: manifest.bytes.byteLength, body: half(manifest.bytes) })
          : world.blobs.read(asked, span),
    };
    const found: Finding[] = [];
    const { integrity } = createApplication({ ...world.ports, blobs: flaky });
    const command = { readData: undefined, repairs: true, onFinding: (finding: Finding) => void found.push(finding) };
    const summary = valueOf(await integrity.check(command));
    expect(reads).to.equal(2);
    expect(found).to.deep.equal([]);
    expect(summary.noted).to.equal(0);
  });

  for (const part of ['manifest', 'map', 'pack'] as const) {
    it(`notes no object whose ${part} alone cannot be read now`, async () => {
      const { world, push, trees } = await setUp();
      const { manifest, maps, packs } = firstOf(trees);
      const path = {
        manifest: frozenManifestPath(sha256Of(manifest.bytes)),
        map: firstOf(maps).path,
        pack: firstOf(packs).path,
      }[part];
      const key = treeKey(push.repository.namespace, path);
      const broken: typeof world.blobs = {
        ...world.blobs,
        check: () => okAsync(),
        read: (asked, span) => (asked === key ? errAsync(unavailable('storage')) : world.blobs.read(asked, span)),
      };
      const found: Finding[] = [];
      const { integrity } = createApplication({ ...world.ports, blobs: broken });
      const command = { readData: { kind: 'all' }, repairs: true } as const;
      const summary = valueOf(await integrity.check({ ...command, onFinding: (finding) => void found.push(finding) }));
      expect(found).to.deep.equal([{ kind: 'unreadable', repositoryId: push.repository.repositoryId, key }]);
      expect(summary.noted, 'it may be read later').to.equal(0);
    });
  }

  it("tells a customer's bucket that does not list what lies there, and goes on with the others", async () => {
    const setting = await byosSetting();
    const { world, owner, organization } = setting;
    const { bucket, connection } = await healthyConnection(setting);
    const { repository } = await byosRepository(world, owner, organization.id, connection);
    await createRepository(world, owner, organization.id, { name: 'Managed' });
    bucket.setReachable(false);
    const { findings, summary } = await check(world);
    expect(findings).to.deep.equal([{ kind: 'unreachable', repositoryId: repository.id }]);
    expect(summary.repositories).to.equal(2);
  });
});
