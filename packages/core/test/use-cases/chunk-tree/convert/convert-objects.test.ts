import { expect } from 'chai';
import { errAsync, ok, okAsync, type Result } from 'neverthrow';
import { setImmediate } from 'node:timers/promises';
import { createApplication } from '../../../../src/application.js';
import { verifyingBlobStore } from '../../../../src/blob-store/verifying-blob-store.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { plans } from '../../../../src/model/quotas/plan.js';
import { DAY_MS, frozenFolder, HOUR_MS, MINUTE_MS, packFolder, treeKey } from '../../../../src/model/values/index.js';
import { createConvertedWorld, graceMs, noise, versions } from '../../../builders/converting.js';
import { pushTexts } from '../../../builders/push-texts.js';
import { objectOf, oidOf, valueOf } from '../../../builders/world.js';

const [first, second] = versions;
const bytes = first.length + second.length;
const whole = ['whole', 'whole'];
const chunks = ['chunks', 'chunks'];

describe('the conversion of whole objects', () => {
  it('stores once what two versions share, and serves the same bytes before and after', async () => {
    const { convert, layouts, read, wholeKey, usage, world, application, push } = await createConvertedWorld();
    const converted = await convert();
    expect(converted?.objects).to.equal(2);
    expect(converted?.formerBytes).to.equal(bytes);
    expect(converted?.addedBytes).to.be.lessThan(0.8 * bytes);
    expect(await layouts()).to.deep.equal(chunks);
    for (const text of versions) {
      expect(await read(text)).to.equal(text);
      // A URL from before.
      expect(await read(text, wholeKey(text))).to.equal(text);
    }
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([converted?.addedBytes, bytes]);
    const summary = valueOf(await application.repositories.storageSummary(push));
    const none = { restoredObjects: 0, restoredBytes: 0 };
    expect(summary.converted).to.deep.equal({ objects: 2, formerBytes: bytes, addedBytes: converted?.addedBytes, ...none });
    expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
  });

  it('finds what others have stored also where chunks are found by hooks', async () => {
    const { convert, layouts, world, repository } = await createConvertedWorld();
    valueOf(
      await world.unitOfWork.transact(async ({ chunkIndex }): Promise<Result<void, never>> => {
        await chunkIndex.makeSparse(repository.id);
        return ok();
      }),
    );
    expect((await convert())?.objects).to.equal(2);
    expect(await layouts()).to.deep.equal(chunks);
  });

  it('leaves an object whole of which a pack is found damaged after it was verified', async () => {
    const { convert, layouts, world, repository, over } = await createConvertedWorld();
    const noteAll = () =>
      world.unitOfWork.transact(async ({ damage, tree }): Promise<Result<void, never>> => {
        for (const { path } of await tree.listBelow(repository.id, packFolder, undefined, 9))
          await damage.note({ repositoryId: repository.id, of: { kind: 'file', path }, problem: 'wrong_bytes', foundAt: 1 });
        return ok();
      });
    const frozen = treeKey(repository.namespace, frozenFolder);
    const noting = over({
      write: (key, ...body) => (key.startsWith(frozen) ? noteAll() : okAsync()).andThen(() => world.blobs.write(key, ...body)),
    });
    expect(await convert(noting)).to.include({ objects: 0, leftWhole: 2 });
    expect(await layouts()).to.deep.equal(whole);
  });

  it('leaves an empty object whole where it may look at one', async () => {
    const { over, push, world } = await createConvertedWorld();
    await pushTexts(world, push, '');
    expect(valueOf(await over({}, { minConvertedBytes: 0 }).maintenance.convertObjects())).to.include({
      objects: 2,
      leftWhole: 2,
    });
  });

  it('lets others have their turn after each chunk that it compresses', async () => {
    const { world, settings } = await createConvertedWorld();
    let sinceTurn = 0;
    const mostInOneTurn: number[] = [];
    const clock = {
      ...world.clock,
      pause: async (): Promise<void> => {
        mostInOneTurn.push(sinceTurn);
        sinceTurn = 0;
        await setImmediate();
      },
    };
    const codec = {
      ...world.ports.codec,
      encode: (chunk: Uint8Array) => {
        sinceTurn += 1;
        return world.ports.codec.encode(chunk);
      },
    };
    const { maintenance } = createApplication({ ...world.ports, settings, clock, codec });
    expect(valueOf(await maintenance.convertObjects())?.objects).to.equal(2);
    expect(mostInOneTurn.reduce((sum, count) => sum + count, 0)).to.be.greaterThan(4);
    expect(Math.max(...mostInOneTurn)).to.equal(1);
  });

  it('keeps the whole bytes for the grace, and counts them no more when they are gone', async () => {
    const { convert, isThereWhole, application, world, usage, stored, differences, read } = await createConvertedWorld();
    await convert();
    world.clock.advance(graceMs - 1);
    expect(valueOf(await application.maintenance.reclaimQuarantined())?.objects).to.equal(0);
    expect(await isThereWhole(first)).to.equal(true);
    world.clock.advance(1);
    expect(valueOf(await application.maintenance.reclaimQuarantined())).to.deep.equal({ objects: 2, bytes });
    expect([await isThereWhole(first), await isThereWhole(second)]).to.deep.equal([false, false]);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(await differences()).to.deep.equal([]);
    for (const text of versions) expect(await read(text)).to.equal(text);
  });

  it('raises no generation and keeps name, time and downloads of an object', async () => {
    const { convert, world, repository, application, push } = await createConvertedWorld();
    const list = async () => valueOf(await application.objects.list(push, { sort: 'recent', page: { limit: 9 } })).items;
    const before = await list();
    const generation = valueOf(await world.unitOfWork.read(({ repositories }) => repositories.find(repository.id)))?.generation;
    await convert();
    const after = await list();
    expect(after.map(({ layout: _layout, physicalBytes: _bytes, ...same }) => same)).to.deep.equal(
      before.map(({ layout: _layout, physicalBytes: _bytes, ...same }) => same),
    );
    expect(valueOf(await world.unitOfWork.read(({ repositories }) => repositories.find(repository.id)))?.generation).to.equal(
      generation,
    );
  });

  it('leaves objects alone that somebody has downloaded lately, unless all are wanted', async () => {
    const { convert, layouts, world, update } = await createConvertedWorld({ deduplicate: null });
    expect((await convert())?.objects).to.equal(0);
    world.clock.advance(7 * DAY_MS);
    await convert();
    expect(await layouts()).to.deep.equal(chunks);
    valueOf(await update('cold'));
  });

  it('converts nothing where it is off, and says what it would save', async () => {
    const { convert, layouts, world, repository } = await createConvertedWorld({ deduplicate: 'off' });
    world.clock.advance(7 * DAY_MS);
    expect((await convert())?.leftWhole).to.equal(2);
    expect(await layouts()).to.deep.equal(whole);
    const possible = valueOf(await world.unitOfWork.read(({ conversions }) => conversions.possible(repository.id)));
    expect(possible.objects).to.equal(1);
    expect(possible.savedBytes).to.be.greaterThan(0.15 * second.length);
  });

  it('begins at once when somebody changes what is wanted, and otherwise an hour after it has found nothing to do', async () => {
    const { convert, layouts, update, world } = await createConvertedWorld({ deduplicate: 'cold' });
    await convert();
    world.clock.advance(HOUR_MS - 1);
    expect(await convert()).to.equal(undefined);
    valueOf(await update('all'));
    await convert();
    expect(await layouts()).to.deep.equal(chunks);
  });

  it('does nothing without GC_RECLAIM, since no byte would come back', async () => {
    const { convert, layouts } = await createConvertedWorld({ gcReclaim: false });
    expect(await convert()).to.equal(undefined);
    expect(await layouts()).to.deep.equal(whole);
  });

  it('leaves an object whole of which too little is saved, and looks at it again after a month', async () => {
    const { world, push, repository, convert } = await createConvertedWorld();
    await convert();
    const unlike = noise(9, 200_000);
    await pushTexts(world, push, unlike);
    world.clock.advance(HOUR_MS);
    expect((await convert())?.leftWhole).to.equal(1);
    const { oid } = objectOf(unlike);
    const stored = await world.unitOfWork.read(({ objects }) => objects.findStored(repository.id, [oid]));
    expect(valueOf(stored).get(oid)?.layout).to.equal('whole');
    world.clock.advance(30 * DAY_MS - HOUR_MS);
    expect((await convert())?.leftWhole).to.equal(0);
    world.clock.advance(HOUR_MS);
    expect((await convert())?.leftWhole).to.equal(1);
  });

  it('leaves small objects whole', async () => {
    const { over, convert, layouts } = await createConvertedWorld();
    const most = Math.max(first.length, second.length);
    expect(await convert(over({}, { minConvertedBytes: most + 1 }))).to.include({ objects: 0, leftWhole: 0 });
    expect(await layouts()).to.deep.equal(whole);
  });

  for (const [when, checks, after] of [
    ['at the end, by the hash of all', false, ['chunks', 'whole']],
    // Then the first version has nothing to share.
    ['by a sample, which meets a wrong block', true, whole],
  ] as const) {
    it(`leaves an object whole whose bytes are found wrong ${when}, and has it noted as damaged`, async () => {
      const { convert, layouts, over, world, wholeKey, repository } = await createConvertedWorld();
      const { hasher, codec } = world.ports;
      const key = wholeKey(second);
      valueOf(await world.managed.remove(key));
      await world.put(key, `${second.slice(0, -1)}!`);
      await (checks ? convert(over({ read: verifyingBlobStore(world.blobs, hasher, codec).read })) : convert());
      expect(await layouts()).to.deep.equal(after);
      // It is noted by somebody for whom the conversion does not wait.
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
      const damaged = valueOf(await world.unitOfWork.read(({ damage }) => damage.findObjects(repository.id, [oidOf(second)])));
      expect([...damaged]).to.deep.equal([oidOf(second)]);
    });
  }

  for (const [what, at] of [
    ['a pack', packFolder],
    ['a chunk map', 'chunks/maps'],
    ['the manifest', 'objects'],
  ] as const) {
    it(`leaves every object as it was when ${what} cannot be written, and goes on an hour later`, async () => {
      const { convert, layouts, over, world, read, wholeKey } = await createConvertedWorld();
      const faulty = over({
        write: (key, body, sizeBytes) =>
          key.includes(`/cas/${at}`) ? errAsync(unavailable('storage')) : world.blobs.write(key, body, sizeBytes),
      });
      await convert(faulty);
      expect(await layouts()).to.deep.equal(whole);
      for (const text of versions) expect(await read(text, wholeKey(text))).to.equal(text);
      world.clock.advance(HOUR_MS + MINUTE_MS);
      await convert();
      world.clock.advance(HOUR_MS + MINUTE_MS);
      await convert();
      expect(await layouts()).to.deep.equal(chunks);
    });
  }

  it('ends at once when it is stopped while it waits, and leaves the object as it was', async () => {
    const { layouts, world, settings } = await createConvertedWorld();
    const stop = new AbortController();
    let waits = 0;
    const after = () => {
      waits += 1;
      stop.abort();
      return () => undefined;
    };
    const slow = { ...settings, conversionBytesPerSecond: 1 };
    const { maintenance } = createApplication({ ...world.ports, settings: slow, clock: { ...world.clock, after } });
    expect(valueOf(await maintenance.convertObjects(stop.signal))?.objects).to.equal(0);
    expect(waits).to.equal(1);
    expect(await layouts()).to.deep.equal(whole);
  });

  it('keeps an object for itself for as long as it takes to read it', async () => {
    const { convert, layouts, over, world, wholeKey, settings } = await createConvertedWorld();
    const other = createApplication({ ...world.ports, settings });
    const claims: unknown[] = [];
    async function* slowly(body: AsyncIterable<Uint8Array>) {
      for await (const piece of body) {
        for (let at = 0; at < piece.byteLength; at += 50_000) {
          yield piece.subarray(at, at + 50_000);
          world.clock.advance(2 * MINUTE_MS);
          claims.push(await convert(other));
        }
      }
    }
    const slow = over({
      read: (key, span) =>
        world.blobs.read(key, span).map(({ sizeBytes, body }) => {
          const isWhole = key === wholeKey(first) && span === undefined;
          return { sizeBytes, body: isWhole ? slowly(body) : body };
        }),
    });
    expect((await convert(slow))?.objects).to.equal(2);
    expect(await layouts()).to.deep.equal(chunks);
    expect(claims).to.have.length.above(3);
    expect(new Set(claims)).to.deep.equal(new Set([undefined]));
  });

  it('stops where the plan has no room for both copies, and leaves the object as it was', async () => {
    const { world, organization, convert, layouts, usage } = await createConvertedWorld();
    valueOf(await world.application.operator.setPlan({ organization: organization.slug, planId: 'free' }));
    const { usedBytes } = await usage();
    const limit = plans.free.storageBytes;
    const reserve = async (reserved: number) =>
      valueOf(
        await world.unitOfWork.transact(async (records): Promise<Result<boolean, never>> =>
          ok((await records.usage.reserve(organization.id, reserved, limit)) !== undefined),
        ),
      );
    expect(await reserve(limit - usedBytes - 1000)).to.equal(true);
    expect((await convert())?.withoutRoom).to.deep.equal([organization.id]);
    expect(await layouts()).to.deep.equal(whole);
    valueOf(
      await world.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
        await records.usage.release(organization.id, limit - usedBytes - 1000);
        return ok();
      }),
    );
    world.clock.advance(HOUR_MS);
    await convert();
    world.clock.advance(HOUR_MS);
    await convert();
    expect(await layouts()).to.deep.equal(chunks);
  });

  it('lets a converted object be removed and restored, by its chunks, and its whole bytes wait for the grace once more', async () => {
    const { convert, application, admin, layouts, read, wholeKey, differences, usage, world, stored, ...made } =
      await createConvertedWorld();
    await convert();
    const { chunkCount } = valueOf(await application.artifacts.get(made.push, oidOf(second)));
    const occupied = async () =>
      valueOf(
        await world.unitOfWork.read(async ({ objects, usage: used }) => ({
          bytes: (await objects.findPhysicalSizes(made.repository.id, [oidOf(second)])).get(oidOf(second)),
          ofRepository: await used.ofRepository(made.repository.id),
        })),
      );
    const occupiedBefore = await occupied();
    const before = await usage();
    world.clock.advance(graceMs / 2);
    valueOf(await application.objects.remove(admin, { oid: oidOf(second), isForced: false }));
    expect(await layouts()).to.deep.equal(['chunks', undefined]);
    expect(await usage()).to.deep.equal(before);
    const restored = valueOf(await application.objects.restore(admin, oidOf(second)));
    expect(restored.layout).to.equal('chunks');
    expect(occupiedBefore.bytes).to.be.greaterThan(0);
    expect(await occupied()).to.deep.equal(occupiedBefore);
    expect(await layouts()).to.deep.equal(chunks);
    expect(valueOf(await application.artifacts.get(made.push, oidOf(second))).chunkCount).to.equal(chunkCount);
    expect(await usage()).to.deep.equal(before);
    for (const key of [undefined, wholeKey(second)]) expect(await read(second, key)).to.equal(second);
    world.clock.advance(graceMs / 2);
    expect(valueOf(await application.maintenance.reclaimQuarantined())?.objects).to.equal(1);
    expect(await made.isThereWhole(second)).to.equal(true);
    world.clock.advance(graceMs / 2);
    expect(valueOf(await application.maintenance.reclaimQuarantined())?.objects).to.equal(1);
    for (const text of versions) expect(await read(text)).to.equal(text);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(await differences()).to.deep.equal([]);
  });

  it('restores a converted object whole of which the chunks are known to be damaged', async () => {
    const { convert, application, admin, layouts, read, wholeKey, world, repository } = await createConvertedWorld();
    await convert();
    for await (const { key, sizeBytes } of world.managed.list(treeKey(repository.namespace, packFolder))) {
      valueOf(await world.managed.remove(key));
      await world.put(key, 'x'.repeat(sizeBytes));
    }
    const noted = await world.unitOfWork.transact(async ({ damage }) =>
      ok(
        await damage.note({
          repositoryId: repository.id,
          of: { kind: 'object', oid: oidOf(first) },
          problem: 'incomplete',
          foundAt: world.clock.now(),
        }),
      ),
    );
    expect(valueOf(noted)).to.equal(true);
    valueOf(await application.objects.remove(admin, { oid: oidOf(first), isForced: false }));
    valueOf(await application.objects.restore(admin, oidOf(first)));
    expect(await layouts()).to.deep.equal(['whole', 'chunks']);
    valueOf(await application.integrity.check({ readData: { kind: 'all' }, repairs: true, onFinding: () => undefined }));
    expect(await layouts()).to.deep.equal(['whole', 'whole']);
    world.clock.advance(graceMs);
    valueOf(await application.maintenance.reclaimQuarantined());
    expect(await read(first, wholeKey(first))).to.equal(first);
  });

  it('removes the chunks of a converted object with it, when its grace is over', async () => {
    const { convert, application, admin, world, usage, stored, differences, layouts, read } = await createConvertedWorld();
    await convert();
    valueOf(await application.objects.remove(admin, { oid: oidOf(second), isForced: false }));
    for (let day = 0; day < 12; day += 1) {
      world.clock.advance(DAY_MS);
      valueOf(await application.maintenance.reclaimQuarantined());
      valueOf(await application.maintenance.collectGarbage());
    }
    expect(await layouts()).to.deep.equal(['chunks', undefined]);
    expect(await read(first)).to.equal(first);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(usedBytes).to.be.below(1.1 * first.length);
    expect(await differences()).to.deep.equal([]);
  });

  it('keeps the chunks of one that is removed and restored, and reads it from these where its whole bytes were lost unread', async () => {
    const { convert, application, admin, layouts, read, wholeKey, isThereWhole, differences, usage, stored, world } =
      await createConvertedWorld();
    await convert();
    valueOf(await world.managed.remove(wholeKey(first)));
    await world.put(wholeKey(first), `!${first.slice(1)}`);
    valueOf(await application.objects.remove(admin, { oid: oidOf(first), isForced: false }));
    const collect = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += 1) {
        world.clock.advance(DAY_MS);
        valueOf(await application.maintenance.collectGarbage());
      }
    };
    await collect(9);
    valueOf(await application.objects.restore(admin, oidOf(first)));
    expect(await layouts()).to.deep.equal(chunks);
    expect(await read(first)).to.equal(first);
    world.clock.advance(graceMs);
    valueOf(await application.maintenance.reclaimQuarantined());
    await collect(9);
    expect([await read(first), await isThereWhole(first)]).to.deep.equal([first, false]);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(await differences()).to.deep.equal([]);
  });

  it('shows nothing of the whole bytes among removed objects, and restores none', async () => {
    const { convert, application, admin } = await createConvertedWorld();
    await convert();
    expect(valueOf(await application.objects.listRemoved(admin, { limit: 9 })).items).to.deep.equal([]);
    const restored = await application.objects.restore(admin, oidOf(first));
    expect(restored.isErr() && restored.error.kind).to.equal('not_found');
  });

  it('is sound to a check of the whole storage', async () => {
    const { convert, application, world } = await createConvertedWorld();
    const findings: unknown[] = [];
    const check = async () => {
      const onFinding = (finding: unknown): void => void findings.push(finding);
      valueOf(await application.integrity.check({ readData: undefined, repairs: false, onFinding }));
    };
    await convert();
    await check();
    world.clock.advance(graceMs);
    valueOf(await application.maintenance.reclaimQuarantined());
    await check();
    expect(findings).to.deep.equal([]);
  });
});
