import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { grantSignedDownload } from '../../../src/access/grant.js';
import { storageModes } from '../../../src/model/repository.js';
import {
  assembledKey,
  GIB,
  HOUR_MS,
  type ObjectKey,
  objectKey,
  type OrganizationId,
  stagingKey,
  type StorageConnectionId,
  trusted,
} from '../../../src/model/values/index.js';
import { byosRepository, byosSetting, connectionCommand, healthyConnection, keysIn } from '../../builders/byos.js';
import { auditTrail, createOrganization, createRepository, organizationGrant } from '../../builders/organization-setting.js';
import { pushTexts } from '../../builders/push-texts.js';
import { buildObject, collect, sendObject } from '../../builders/tree.js';
import { bytesOf, errorOf, objectOf, oidOf, valueOf, type World } from '../../builders/world.js';

const origin = { address: '192.0.2.9', userAgent: 'git-lfs/3.3.0' };
const everything = trusted<ObjectKey>('svc');
const seed = 815;

const setting = async () => {
  const base = await byosSetting();
  const { bucket, connection } = await healthyConnection(base);
  const made = await byosRepository(base.world, base.owner, base.organization.id, connection);
  return { ...base, bucket, connection, ...made };
};
type Setting = Awaited<ReturnType<typeof setting>>;

const usageOf = async (world: World, id: OrganizationId) =>
  valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(id)));

/** The sums of the ledger by storage mode. */
const ledgerOf = ({ world }: Setting) =>
  Object.fromEntries(
    storageModes.map((mode) => {
      const entries = world.unitOfWork.journal.ledgerEntries().filter(({ storageMode }) => storageMode === mode);
      return [mode, entries.reduce((sum, { bytes }) => sum + bytes, 0)];
    }),
  );

const pushByLfs = async ({ world, push, repository }: Setting, text: string): Promise<void> => {
  const { lfs } = world.application;
  const batch = valueOf(await lfs.batchUpload(push, [objectOf(text)]));
  const [entry] = batch.entries;
  if (entry?.kind !== 'upload') throw new Error(`no upload: ${JSON.stringify(entry)}`);
  const url = new URL(entry.request.href);
  const key = url.pathname.slice('/storage/'.length);
  const grant = valueOf(world.application.authorize.signedUpload(key, Object.fromEntries(url.searchParams)));
  const body = { declaredBytes: bytesOf(text).byteLength, bytes: pieces(bytesOf(text)) };
  valueOf(await world.application.signedTransfers.receive(grant, body));
  const link = valueOf(await world.application.authorize.verifyLink(repository.id, batch.verifyToken ?? '', origin));
  valueOf(await lfs.verify(link, objectOf(text)));
};

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const pushByTree = async ({ world, push }: Setting) => {
  const random = createSeededRandom(seed);
  const object = buildObject([random.bytes(700), random.bytes(300), random.bytes(900)]);
  await sendObject(world, push, object);
  valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  return object;
};

/** The bytes behind the download URL of an object. */
const download = async ({ world, push }: Setting, oid: Parameters<typeof objectKey>[1]): Promise<Uint8Array> => {
  const [answer] = valueOf(await world.application.downloads.authorize(push, { oids: [oid] }));
  if (answer === undefined || 'error' in answer) throw new Error('no download');
  const url = new URL(answer.downloadUrl);
  const key = url.pathname.slice('/storage/'.length);
  const grant = valueOf(world.application.authorize.signedDownload(key, Object.fromEntries(url.searchParams)));
  const opened = valueOf(await world.application.signedTransfers.open(grant));
  return collect(valueOf(await opened.open()).body);
};

describe('a repository in a bucket of the customer', () => {
  it('is made on a healthy connection of its organization, and lies below a namespace of both', async () => {
    const { world, connection, repository } = await setting();
    expect(repository).to.include({
      storageMode: 'byos',
      storageConnectionId: connection.id,
      namespace: `connections/${connection.id}/repositories/${repository.id}`,
    });
    expect(world.unitOfWork.journal.auditEvents().at(-1)).to.include({ action: 'repository.create', target: repository.id });
  });

  it('is refused on a connection that is unhealthy, unknown or of somebody else, and on a plan without', async () => {
    const base = await setting();
    const { world, owner, organization, bucket, connection, connections, manage } = base;
    const elsewhere = await createOrganization(world, owner, 'Elsewhere');
    const otherManage = await organizationGrant(world, owner, elsewhere.id, 'storage.manage');
    const foreign = valueOf(await connections.create(otherManage, connectionCommand()));
    const create = async (storageConnectionId: StorageConnectionId | undefined) => {
      const grant = await organizationGrant(world, owner, organization.id, 'repositories.create');
      const command = { name: 'More', storageMode: 'byos', storageConnectionId } as const;
      const error = errorOf(await world.application.repositories.create(grant, command));
      return error.kind === 'bad_request' ? `${error.field} ${error.problem}` : error.kind;
    };
    const trail = auditTrail(world);
    expect(await create(undefined)).to.equal('storage_connection_id missing');
    expect(await create(trusted('ffffffff-0000-4000-8000-000000000000'))).to.equal('storage_connection_id unknown');
    expect(await create(foreign.id)).to.equal('storage_connection_id unknown');
    bucket.setReachable(false);
    valueOf(await connections.test(manage, connection.id));
    expect(await create(connection.id)).to.equal('storage_connection_id unhealthy');
    await setPlan(base, 'developer');
    expect(await create(connection.id)).to.equal('storage_mode unsupported');
    expect(trail().filter((line) => line.startsWith('repository.create'))).to.deep.equal([]);
  });

  it('takes and gives objects on all three paths, with every byte in the bucket below the prefix', async () => {
    const base = await setting();
    const { world, push, bucket, repository } = base;
    await pushTexts(world, push, 'by session');
    await pushByLfs(base, 'by LFS');
    const object = await pushByTree(base);
    for (const text of ['by session', 'by LFS']) {
      expect(Buffer.from(await download(base, oidOf(text))).toString()).to.equal(text);
      expect(await keysIn(bucket, everything)).to.include(`svc/${objectKey(repository.namespace, oidOf(text))}`);
    }
    expect(Buffer.from(await download(base, object.oid))).to.deep.equal(Buffer.from(object.content));
    const assembled = grantSignedDownload(assembledKey(repository.namespace, object.oid));
    expect(valueOf(await world.application.signedTransfers.open(assembled)).sizeBytes).to.equal(object.sizeBytes);
    const keys = await keysIn(bucket, everything);
    expect(keys.filter((key) => !key.startsWith(`svc/${repository.namespace}/`))).to.deep.equal([]);
    expect(keys.filter((key) => key.includes('/cas/'))).to.not.have.length(0);
    for (const root of ['connections', 'repositories']) {
      for await (const { key } of world.managed.list(trusted<ObjectKey>(root))) expect.fail(`${key} is in the wrong place`);
    }
  });

  it('is counted apart, by ledger entries of its own mode, and leaves the account when it is deleted', async () => {
    const base = await setting();
    const { world, owner, organization, push, repository } = base;
    const managed = await createRepository(world, owner, organization.id, { name: 'Managed' });
    await pushTexts(world, await world.grant(owner, managed.id, 'repository.push'), 'managed');
    await pushTexts(world, push, 'by session');
    await pushByLfs(base, 'by LFS');
    await pushByTree(base);
    const { physicalBytes } = valueOf(await world.application.repositories.usage(push));
    expect(physicalBytes).to.be.greaterThan(1900);
    const usage = await usageOf(world, organization.id);
    expect(usage).to.deep.equal({ usedBytes: 7, reservedBytes: 0, reclaimableBytes: 0, byosBytes: physicalBytes });
    expect(ledgerOf(base)).to.deep.equal({ managed: 7, byos: physicalBytes });
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    expect(await usageOf(world, organization.id)).to.deep.equal({
      usedBytes: 7,
      reservedBytes: 0,
      reclaimableBytes: 0,
      byosBytes: 0,
    });
    expect(ledgerOf(base)).to.deep.equal({ managed: 7, byos: 0 });
  });

  it('fills no quota, on any path, but keeps to the size of an object', async () => {
    const base = await setting();
    const { world, owner, organization } = base;
    await setPlan(base, 'free');
    const push = await world.grant(owner, base.repository.id, 'repository.push');
    const { uploads, lfs } = world.application;
    const large = Array.from({ length: 4 }, (_, at) => ({ oid: oidOf(`large ${at}`), sizeBytes: 5 * GIB }));
    const { session } = valueOf(await uploads.open(push, {}));
    expect(valueOf(await uploads.authorize(push, { sessionId: session.id, objects: large }))).to.have.length(4);
    expect(valueOf(await lfs.batchUpload(push, large)).entries.map(({ kind }) => kind)).to.deep.equal(Array(4).fill('upload'));
    expect(await usageOf(world, organization.id)).to.deep.equal({
      usedBytes: 0,
      reservedBytes: 0,
      reclaimableBytes: 0,
      byosBytes: 0,
    });
    const tooLarge = [{ oid: oidOf('too large'), sizeBytes: 5 * GIB + 1 }];
    expect(errorOf(await uploads.authorize(push, { sessionId: session.id, objects: tooLarge }))).to.include({
      reason: 'max_object_size',
    });
    await fillQuota(base);
    await pushByTree({ ...base, push });
    await pushTexts(world, push, 'on a full plan');
    world.clock.advance(30 * HOUR_MS);
    valueOf(await world.application.maintenance.sweep());
    expect((await usageOf(world, organization.id)).reservedBytes).to.equal(0);
  });

  it('answers that its storage is away while the bucket is, loses nothing, and goes on when it is back', async () => {
    const base = await setting();
    const { world, push, bucket } = base;
    const { uploads } = world.application;
    await pushTexts(world, push, 'before');
    const { session } = valueOf(await uploads.open(push, {}));
    const command = { sessionId: session.id, objects: [objectOf('meanwhile')] };
    valueOf(await uploads.authorize(push, command));
    await world.put(stagingKey(session.namespace, session.id, oidOf('meanwhile')), 'meanwhile');
    bucket.setReachable(false);
    const away = { kind: 'unavailable', part: 'storage' };
    expect(errorOf(await uploads.authorize(push, command))).to.include(away);
    expect(errorOf(await uploads.complete(push, { sessionId: session.id, ...objectOf('meanwhile') }))).to.include(away);
    expect(errorOf(await world.application.downloads.authorize(push, { oids: [oidOf('before')] }))).to.include(away);
    expect((await world.application.checkReadiness()).isOk(), 'the service itself is well').to.equal(true);
    bucket.setReachable(true);
    valueOf(await uploads.complete(push, { sessionId: session.id, ...objectOf('meanwhile') }));
    valueOf(await uploads.finalize(push, { sessionId: session.id }));
    for (const text of ['before', 'meanwhile']) {
      expect(Buffer.from(await download(base, oidOf(text))).toString()).to.equal(text);
    }
  });

  it('sees nothing of another organization that brings the same bucket and prefix', async () => {
    const first = await setting();
    const { world, bucket } = first;
    await pushTexts(world, first.push, 'theirs');
    const stranger = await world.signIn('stranger@svc.test');
    const { id } = await createOrganization(world, stranger, 'Strangers');
    const manage = await organizationGrant(world, stranger, id, 'storage.manage');
    const connection = valueOf(await first.connections.create(manage, connectionCommand()));
    const made = await byosRepository(world, stranger, id, connection);
    const second = { ...first, ...made };
    const { application } = world;
    expect(valueOf(await application.downloads.authorize(made.push, { oids: [oidOf('theirs')] }))[0]).to.have.property('error');
    const batch = valueOf(await application.lfs.batchUpload(made.push, [objectOf('theirs')]));
    expect(
      batch.entries.map(({ kind }) => kind),
      'it has to be sent',
    ).to.deep.equal(['upload']);
    await pushByLfs(second, 'ours');
    const keys = await keysIn(bucket, everything);
    const below = ({ repository }: { repository: { namespace: string } }) =>
      keys.filter((key) => key.startsWith(`svc/${repository.namespace}/`));
    expect([below(first).length, below(second).length]).to.deep.equal([1, 1]);
    valueOf(await application.repositories.remove(await world.grant(stranger, made.repository.id, 'repository.admin')));
    expect(Buffer.from(await download(first, oidOf('theirs'))).toString()).to.equal('theirs');
  });
});

const setPlan = async ({ world, organization }: Setting, planId: 'free' | 'developer'): Promise<void> => {
  valueOf(
    await world.unitOfWork.transact(async ({ organizations }) => ok(await organizations.update({ ...organization, planId }))),
  );
};

/** Leaves no room for a single byte in the service's own storage. */
const fillQuota = async ({ world, organization }: Setting): Promise<void> => {
  const filled = await world.unitOfWork.transact(async ({ usage }) => {
    await usage.charge({
      organizationId: organization.id,
      repositoryId: trusted('00000000-0000-4000-8000-0000000000bb'),
      sessionId: undefined,
      storageMode: 'managed',
      reason: 'tree.received',
      bytes: 10 * GIB,
      objects: 0,
      at: world.clock.now(),
    });
    return ok(await usage.reserve(organization.id, 1, 10 * GIB));
  });
  expect(valueOf(filled)).to.equal(undefined);
};
