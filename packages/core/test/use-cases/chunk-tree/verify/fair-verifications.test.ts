import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import type { Ports } from '../../../../src/ports/ports.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { addBucket, byosRepository, connectionCommand } from '../../../builders/byos.js';
import { createOrganization, createRepository, organizationGrant } from '../../../builders/organization-setting.js';
import { type BuiltObject, buildObject, buildPack, joinBytes, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, type World } from '../../../builders/world.js';

const tick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await tick();
};

/** An organization of its own owner, with a repository. */
const tenant = async (world: World, name: string) => {
  const owner = await world.signIn(`${name}@svc.test`);
  const organization = await createOrganization(world, owner, name);
  const repository = await createRepository(world, owner, organization.id, { name: 'Models' });
  return { owner, organization, repository, push: await world.grant(owner, repository.id, 'repository.push') };
};
type Tenant = Awaited<ReturnType<typeof tenant>>;

/** An object of one small chunk that is repeated, each time of which counts as 4 KiB: 512 of them are a block, after which others have their turn. */
const repeated = (text: string, count: number): BuiltObject => {
  const chunk = bytesOf(text);
  return buildObject(
    Array.from({ length: count }, () => chunk),
    { chunksPerMap: 4096 },
  );
};

const isStored = async (world: World, { push }: Pick<Tenant, 'push'>, { oid }: BuiltObject): Promise<boolean> => {
  const { items } = valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } }));
  return items.some((item) => item.oid === oid);
};

/** The same service, whose store does not answer reads of packs below a place before it is let go. */
const hangingAt = ({ ports, blobs }: World, place: string, change: Partial<Ports> = {}) => {
  let isHanging = true;
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const read: typeof blobs.read = (key, span) =>
    isHanging && key.startsWith(place) && key.includes('/chunks/packs/')
      ? new ResultAsync(gate.then(() => blobs.read(key, span)))
      : blobs.read(key, span);
  const application = createApplication({ ...ports, ...change, blobs: { ...blobs, read } });
  return {
    tree: application.tree,
    letGo: () => {
      isHanging = false;
      letGo();
    },
  };
};

describe('verifications of many organizations', () => {
  it('finalize for one organization while everything that another one has asked for waits', async () => {
    const world = createWorld();
    const [many, one] = [await tenant(world, 'many'), await tenant(world, 'one')];
    const objects = Array.from({ length: 20 }, (_, number) => buildObject([bytesOf(`chunk ${number}`)]));
    const small = buildObject([bytesOf('small')]);
    for (const object of objects) await sendObject(world, many.push, object);
    await sendObject(world, one.push, small);
    const { tree, letGo } = hangingAt(world, many.push.repository.namespace);
    const waiting = objects.map((object) => tree.finalize(many.push, { objects: [object] }));
    await settled();
    expect(valueOf(await tree.finalize(one.push, { objects: [small] }))).to.include({ objects: 1 });
    letGo();
    for (const outcome of await Promise.all(waiting)) expect(valueOf(outcome)).to.include({ objects: 1 });
  });

  it('end when a bucket keeps them waiting, and hold up nothing in the storage of the service', async () => {
    const world = createWorld();
    const { owner, organization, push } = await tenant(world, 'tenant');
    addBucket(world);
    const manage = await organizationGrant(world, owner, organization.id, 'storage.manage');
    const connection = valueOf(await world.application.storageConnections.create(manage, connectionCommand()));
    const slow = await byosRepository(world, owner, organization.id, connection, 'Slow');
    const objects = Array.from({ length: 12 }, (_, number) => buildObject([bytesOf(`chunk ${number}`)]));
    for (const object of objects) await sendObject(world, slow.push, object);
    const managed = buildObject([bytesOf('managed')]);
    await sendObject(world, push, managed);
    const { tree } = hangingAt(world, slow.push.repository.namespace);
    const waiting = objects.map((object) => tree.finalize(slow.push, { objects: [object] }));
    await settled();
    const others = await tenant(world, 'others');
    await sendObject(world, others.push, managed);
    expect(valueOf(await tree.finalize(others.push, { objects: [managed] }))).to.include({ objects: 1 });
    for (let round = 0; round < 8; round += 1) {
      world.clock.advance(100_000);
      await settled();
    }
    for (const outcome of await Promise.all(waiting))
      expect(errorOf(outcome)).to.include({ kind: 'unavailable', part: 'storage' });
    expect(valueOf(await tree.finalize(push, { objects: [managed] }))).to.include({ objects: 1 });
  });

  it('keep few large manifests in memory, and let small ones by', async () => {
    const world = createWorld();
    const [many, one] = [await tenant(world, 'many'), await tenant(world, 'one')];
    const withLargeManifest = (text: string): BuiltObject => {
      const { manifest, ...object } = buildObject([bytesOf(text)]);
      return { ...object, manifest: { ...manifest, bytes: joinBytes([manifest.bytes, bytesOf(' '.repeat(256 * 1024))]) } };
    };
    const objects = Array.from({ length: 5 }, (_, number) => withLargeManifest(`chunk ${number}`));
    const theirs = withLargeManifest('theirs');
    const small = buildObject([bytesOf('small')]);
    for (const object of [...objects, small]) await sendObject(world, many.push, object);
    await sendObject(world, one.push, theirs);
    let taken = 0;
    const read: typeof world.blobs.read = (key, span) =>
      world.blobs.read(key, span).map((reading) => {
        const { body, fill: _, ...facts } = reading;
        async function* counted() {
          taken += 1;
          yield* body;
        }
        return { ...facts, body: key.endsWith('/manifest.json') ? counted() : body };
      });
    const { tree, letGo } = hangingAt({ ...world, blobs: { ...world.blobs, read } }, many.push.repository.namespace);
    const waiting = objects.map((object) => tree.finalize(many.push, { objects: [object] }));
    await settled();
    expect(taken).to.equal(2);
    expect(valueOf(await tree.finalize(one.push, { objects: [theirs] }))).to.include({ objects: 1 });
    const beside = tree.finalize(many.push, { objects: [small] });
    await settled();
    expect(taken).to.equal(4);
    letGo();
    for (const outcome of await Promise.all([...waiting, beside])) expect(valueOf(outcome)).to.include({ objects: 1 });
    expect(taken).to.equal(7);
  });

  it('decode a chunk that is repeated once for many megabytes', async () => {
    const world = createWorld();
    const { push } = await tenant(world, 'tenant');
    let decoded = 0;
    const { codec } = world.ports;
    const counting: Ports['codec'] = {
      ...codec,
      decodeAll: (stored, memory) => {
        decoded += stored.length;
        return codec.decodeAll(stored, memory);
      },
    };
    const { tree } = createApplication({ ...world.ports, codec: counting });
    const chunk = new Uint8Array(64 * 1024).fill(1);
    const pack = buildPack([chunk]);
    const first = buildObject([chunk], { present: [pack] });
    await sendObject(world, push, { ...first, packs: [pack] });
    valueOf(await tree.finalize(push, { objects: [first] }));
    decoded = 0;
    const object = buildObject(
      Array.from({ length: 40 }, () => chunk),
      { chunksPerMap: 40, present: [pack] },
    );
    await sendObject(world, push, object);
    valueOf(await tree.finalize(push, { objects: [object] }));
    expect(decoded).to.equal(1);
  });

  it('let other objects through, of the organization and of others, while one is hashed that goes on for long', async () => {
    const world = createWorld();
    const [many, one] = [await tenant(world, 'many'), await tenant(world, 'one')];
    const long = repeated('long', 8 * 512);
    const [theirs, own] = [buildObject([bytesOf('theirs')]), buildObject([bytesOf('own')])];
    await sendObject(world, many.push, long);
    await sendObject(world, many.push, own);
    await sendObject(world, one.push, theirs);
    // Nothing goes on but what is let on, block by block.
    const pauses: (() => void)[] = [];
    const clock = { ...world.clock, pause: () => new Promise<void>((resolve) => pauses.push(resolve)) };
    const { tree } = createApplication({ ...world.ports, clock });
    let isOver = false;
    const verifying = tree.finalize(many.push, { objects: [long] }).andTee(() => (isOver = true));
    while (pauses.length < 1) await tick();
    expect(valueOf(await tree.finalize(one.push, { objects: [theirs] }))).to.include({ objects: 1 });
    expect(valueOf(await tree.finalize(many.push, { objects: [own] }))).to.include({ objects: 1 });
    let blocks = 0;
    while (!isOver) {
      blocks += pauses.length;
      for (const goOn of pauses.splice(0)) goOn();
      await tick();
    }
    valueOf(await verifying);
    expect(blocks, 'each a block of 512 KiB').to.be.within(31, 33);
  });

  it('end soon after the client has gone', async () => {
    const world = createWorld();
    const { push } = await tenant(world, 'tenant');
    const object = repeated('gone', 8 * 512);
    await sendObject(world, push, object);
    const gone = new AbortController();
    let blocks = 0;
    const pause = async (): Promise<void> => {
      blocks += 1;
      if (blocks === 3) gone.abort();
    };
    const { tree } = createApplication({ ...world.ports, clock: { ...world.clock, pause } });
    expect(errorOf(await tree.finalize(push, { objects: [object] }, gone.signal))).to.include({ part: 'verification' });
    expect(blocks).to.equal(3);
    expect(await isStored(world, { push }, object)).to.equal(false);
    expect(errorOf(await tree.finalize(push, { objects: [object] }, gone.signal))).to.include({ part: 'verification' });
    expect(valueOf(await tree.finalize(push, { objects: [object] }))).to.include({ objects: 1 });
  });

  it('become background work when the organization has used up its hour, and go on there in the next one', async () => {
    const world = createWorld();
    const [many, one] = [await tenant(world, 'many'), await tenant(world, 'one')];
    const [first, second] = [repeated('first', 512), repeated('second', 512)];
    const ofOther = buildObject([bytesOf('other')]);
    for (const object of [first, second]) await sendObject(world, many.push, object);
    await sendObject(world, one.push, ofOther);
    const settings = { ...world.ports.settings, verifiedBytesPerHour: 1024 * 1024 };
    const { tree } = createApplication({ ...world.ports, settings });
    expect(valueOf(await tree.finalize(many.push, { objects: [first] }))).to.include({ objects: 1 });
    expect(valueOf(await tree.finalize(many.push, { objects: [second] })).pending).to.deep.equal([second.oid]);
    expect(valueOf(await tree.finalize(one.push, { objects: [ofOther] })).pending, 'nobody else waits').to.deep.equal([]);
    expect(valueOf(await tree.verifyNext())).to.equal(false);
    world.clock.advance(3_600_000);
    expect(valueOf(await tree.verifyNext()), 'the hour before was overdrawn').to.equal(false);
    world.clock.advance(2_000_000);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await isStored(world, many, second)).to.equal(true);
  });

  it('take others through while three that were put off go on for long', async () => {
    const world = createWorld();
    const [many, one] = [await tenant(world, 'many'), await tenant(world, 'one')];
    const long = ['first', 'second', 'third'].map((text) => repeated(text, 24 * 512));
    const [theirs, own] = [buildObject([bytesOf('theirs')]), buildObject([bytesOf('own')])];
    const putOff = finalizeTree(world.ports, { maxBytes: 1 });
    for (const object of [...long, own]) {
      await sendObject(world, many.push, object);
      expect(valueOf(await putOff(many.push, { objects: [object] })).pending).to.deep.equal([object.oid]);
    }
    await sendObject(world, one.push, theirs);
    valueOf(await putOff(one.push, { objects: [theirs] }));
    const pauses: (() => void)[] = [];
    const clock = { ...world.clock, pause: () => new Promise<void>((resolve) => pauses.push(resolve)) };
    const { tree } = createApplication({ ...world.ports, clock });
    let claimed = 0;
    const verifying = Array.from({ length: 6 }, () => tree.verifyNext(() => (claimed += 1)));
    while (!(await isStored(world, one, theirs))) await tick();
    expect(claimed).to.equal(5);
    // Their own organization waits until two of them have had a stretch, which is shorter than they are.
    while (!(await isStored(world, many, own))) {
      for (const goOn of pauses.splice(0)) goOn();
      await tick();
    }
    for (const object of long) expect(await isStored(world, many, object)).to.equal(false);
    let isOver = false;
    const all = Promise.all(verifying).finally(() => (isOver = true));
    while (!isOver) {
      for (const goOn of pauses.splice(0)) goOn();
      await tick();
    }
    expect((await all).map(valueOf).filter(Boolean)).to.have.length(5);
    for (const object of long) expect(await isStored(world, many, object)).to.equal(true);
  });
});
