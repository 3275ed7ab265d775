import { expect } from 'chai';
import { errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { grantSignedDownload } from '../../../../src/access/grant.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { plans } from '../../../../src/model/quotas/plan.js';
import {
  assembledKey,
  DAY_MS,
  frozenManifestPath,
  HOUR_MS,
  MINUTE_MS,
  packFolder,
  treeKey,
} from '../../../../src/model/values/index.js';
import { createConvertedWorld, graceMs, noise, versions } from '../../../builders/converting.js';
import { pushTexts } from '../../../builders/push-texts.js';
import { objectOf, oidOf, valueOf } from '../../../builders/world.js';

const [first, second] = versions;
const chunks = ['chunks', 'chunks'];
const oneWhole = ['whole', 'chunks'];
/** Half of the object is shared: what passes through the service has to be twenty times as much as it saves. */
const often = 12;

/** Two versions in chunks that were cold. */
const createColdWorld = async ({ isGraceOver = true } = {}) => {
  const made = await createConvertedWorld({ deduplicate: 'cold' });
  const { world, application, convert, layouts } = made;
  world.clock.advance(7 * DAY_MS);
  await convert();
  expect(await layouts()).to.deep.equal(chunks);
  if (isGraceOver) {
    world.clock.advance(graceMs);
    valueOf(await application.maintenance.reclaimQuarantined());
  }
  const reclaim = async () => valueOf(await application.maintenance.reclaimQuarantined());
  return {
    ...made,
    reclaim,
    /** The next look at the organization. */
    look: async (by = application) => {
      world.clock.advance(HOUR_MS);
      return made.convert(by);
    },
    /** Deletes what nothing needs. */
    collect: async () => {
      for (let day = 0; day < 12; day += 1) {
        world.clock.advance(DAY_MS);
        valueOf(await application.maintenance.collectGarbage());
      }
      await reclaim();
    },
  };
};

describe('the way back of converted objects', () => {
  it('gives one that is downloaded often its whole bytes back, and the rest is collected', async () => {
    const { look, download, layouts, read, wholeKey, repository, usage, stored, differences, collect, ...made } =
      await createColdWorld();
    expect(await made.isThereWhole(first)).to.equal(false);
    await download(first, often);
    const came = await look();
    expect(came).to.include({ restoredObjects: 1, restoredBytes: first.length, objects: 0 });
    expect(await layouts()).to.deep.equal(oneWhole);
    expect(await read(first, wholeKey(first))).to.equal(first);
    expect(await read(first, assembledKey(repository.namespace, oidOf(first)))).to.equal(first);
    expect(await differences()).to.deep.equal([]);
    const inBoth = await usage();
    expect([inBoth.usedBytes, inBoth.reclaimableBytes]).to.deep.equal([await stored(), 0]);
    await collect();
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(usedBytes).to.be.below(inBoth.usedBytes - 0.4 * first.length);
    expect(await read(first, wholeKey(first))).to.equal(first);
    expect(await read(second)).to.equal(second);
    expect(await differences()).to.deep.equal([]);
  });

  it('tells in the summary of the storage what was saved and what was made whole again', async () => {
    const { look, download, application, push } = await createColdWorld();
    await download(first, often);
    await look();
    const { converted } = valueOf(await application.repositories.storageSummary(push));
    expect(converted).to.include({ objects: 2, restoredObjects: 1, restoredBytes: first.length });
  });

  it('uses the bytes that a conversion has left, and writes none', async () => {
    const { look, over, download, layouts, read, wholeKey, usage, stored, differences } = await createColdWorld({
      isGraceOver: false,
    });
    await download(first, often);
    expect((await look(over({ write: () => errAsync(unavailable('storage')) })))?.restoredObjects).to.equal(1);
    expect(await layouts()).to.deep.equal(oneWhole);
    expect(await read(first, wholeKey(first))).to.equal(first);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes + reclaimableBytes, reclaimableBytes]).to.deep.equal([await stored(), second.length]);
    expect(await differences()).to.deep.equal([]);
  });

  for (const [whose, isGraceOver] of [
    ['it has written', true],
    ['a conversion has left', false],
  ] as const) {
    it(`reads back what ${whose} for longer than its claim would last, and another process leaves it alone`, async () => {
      const { look, over, download, layouts, world, application, wholeKey } = await createColdWorld({ isGraceOver });
      await download(first, often);
      async function* slowly(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
        for await (const piece of body) {
          for (let minute = 0; minute < 8; minute += 1) {
            world.clock.advance(MINUTE_MS);
            valueOf(await application.maintenance.convertObjects());
            yield piece.subarray((minute * piece.length) / 8, ((minute + 1) * piece.length) / 8);
          }
        }
      }
      const slow = over({
        read: (key, span) =>
          world.blobs
            .read(key, span)
            .map((opened) => (key === wholeKey(first) ? { ...opened, body: slowly(opened.body) } : opened)),
      });
      expect((await look(slow))?.restoredObjects).to.equal(1);
      expect(await layouts()).to.deep.equal(oneWhole);
    });
  }

  it('does not use bytes that a conversion has left and that are not what they were', async () => {
    const { look, world, download, layouts, wholeKey, read } = await createColdWorld({ isGraceOver: false });
    valueOf(await world.managed.remove(wholeKey(first)));
    await world.put(wholeKey(first), `${first.slice(0, -1)}!`);
    await download(first, often);
    expect((await look())?.restoredObjects).to.equal(0);
    expect(await layouts()).to.deep.equal(chunks);
    expect(await read(first)).to.equal(first);
  });

  it('leaves one in chunks that is downloaded too rarely for what it saves', async () => {
    const { look, download, layouts, world } = await createColdWorld();
    await download(first, 5);
    expect((await look())?.restoredObjects).to.equal(0);
    expect(await layouts()).to.deep.equal(chunks);
    await download(first, often);
    world.clock.advance(DAY_MS);
    expect((await look())?.restoredObjects).to.equal(1);
  });

  it('leaves one in chunks that shares most of its chunks, however often it is downloaded', async () => {
    const { look, download, layouts, world, push } = await createColdWorld();
    await pushTexts(world, push, `${first}more`);
    world.clock.advance(7 * DAY_MS);
    expect((await look())?.objects).to.equal(1);
    await download(first, 1);
    // Downloads are counted anew here.
    await look();
    await download(first, 10_000);
    expect((await look())?.restoredObjects).to.equal(0);
    expect(await layouts()).to.deep.equal(chunks);
  });

  for (const mode of ['off', 'all'] as const) {
    it(`leaves all in chunks where deduplicate is ${mode}`, async () => {
      const { look, download, layouts, update } = await createColdWorld();
      valueOf(await update(mode));
      await download(first, often);
      expect((await look())?.restoredObjects).to.equal(0);
      expect(await layouts()).to.deep.equal(chunks);
    });
  }

  it('counts no downloads from longer ago than it takes to be cold', async () => {
    const { look, download, layouts, world } = await createColdWorld();
    await download(first, often);
    world.clock.advance(6 * DAY_MS);
    expect((await look())?.restoredObjects).to.equal(0);
    await look();
    expect(await layouts()).to.deep.equal(chunks);
    await download(first, often);
    expect((await look())?.restoredObjects).to.equal(1);
  });

  it('does not cut it again before it is cold', async () => {
    const { look, download, layouts, world } = await createColdWorld();
    await download(first, often);
    await look();
    world.clock.advance(7 * DAY_MS - 3 * HOUR_MS);
    await look();
    expect(await layouts()).to.deep.equal(oneWhole);
    world.clock.advance(HOUR_MS);
    await look();
    expect(await layouts()).to.deep.equal(chunks);
  });

  it('lets a download go on that reads the chunks', async () => {
    const { look, download, collect, application, repository } = await createColdWorld();
    const key = assembledKey(repository.namespace, oidOf(first));
    const { open } = valueOf(await application.signedTransfers.open(grantSignedDownload(key)));
    const { body } = valueOf(await open());
    await download(first, often);
    expect((await look())?.restoredObjects).to.equal(1);
    valueOf(await application.maintenance.collectGarbage());
    let length = 0;
    for await (const piece of body) length += piece.byteLength;
    expect(length).to.equal(first.length);
    await collect();
  });

  it('leaves it in chunks when the bytes cannot be written; what was counted for them is counted no more an hour later', async () => {
    const { look, over, download, layouts, world, read, usage, stored, reclaim, differences, wholeKey } = await createColdWorld();
    await download(first, often);
    const faulty = over({
      write: (key, body, sizeBytes) =>
        key === wholeKey(first)
          ? world.blobs.write(key, body, sizeBytes).andThen(() => errAsync(unavailable('storage')))
          : world.blobs.write(key, body, sizeBytes),
    });
    await look(faulty);
    expect(await layouts()).to.deep.equal(chunks);
    expect(await read(first)).to.equal(first);
    const before = await usage();
    expect(before.reclaimableBytes).to.equal(first.length);
    expect(before.usedBytes + before.reclaimableBytes).to.equal(await stored());
    world.clock.advance(HOUR_MS);
    expect((await reclaim())?.objects).to.equal(1);
    const after = await usage();
    expect([after.reclaimableBytes, after.usedBytes]).to.deep.equal([0, await stored()]);
    expect((await look())?.restoredObjects).to.equal(1);
    expect(await differences()).to.deep.equal([]);
  });

  it('puts one off for an hour whose storage does not answer, and others are converted meanwhile', async () => {
    const { look, over, download, layouts, world, repository, push } = await createColdWorld();
    await pushTexts(world, push, second.slice(second.length / 2) + noise(9, 200_000));
    world.clock.advance(7 * DAY_MS - 2 * HOUR_MS);
    await download(first, 1);
    // Downloads are counted anew here.
    await look();
    await download(first, often);
    const manifest = await world.unitOfWork.read(({ tree }) => tree.findManifest(repository.id, oidOf(first)));
    const key = treeKey(repository.namespace, frozenManifestPath(valueOf(manifest) ?? expect.fail('it lies in chunks')));
    const unanswering = over({
      read: (asked, span) => (asked === key ? errAsync(unavailable('storage')) : world.blobs.read(asked, span)),
    });
    expect(await look(unanswering)).to.include({ objects: 1, restoredObjects: 0 });
    expect(await layouts()).to.deep.equal(chunks);
    expect((await look())?.restoredObjects).to.equal(1);
  });

  for (const [what, fault] of [
    ['storage does not give', unavailable('storage')],
    ['are gone', { kind: 'blob_missing' }],
  ] as const) {
    it(`puts one off whose packs ${what} while its bytes are written, and others are converted meanwhile`, async () => {
      const { look, over, download, layouts, world, repository, push } = await createColdWorld();
      const packs = new Set<string>();
      for await (const { key } of world.managed.list(treeKey(repository.namespace, packFolder))) packs.add(key);
      await pushTexts(world, push, ...[8, 9].map((end) => noise(7, 200_000) + noise(end, 200_000)));
      world.clock.advance(7 * DAY_MS - 2 * HOUR_MS);
      await download(first, 1);
      // Downloads are counted anew here.
      await look();
      await download(first, often);
      const faulty = over({ read: (key, span) => (packs.has(key) ? errAsync(fault) : world.blobs.read(key, span)) });
      expect(await look(faulty)).to.include({ objects: 2, restoredObjects: 0 });
      expect(await layouts()).to.deep.equal(chunks);
    });
  }

  it('leaves it in chunks when other bytes lie at its key than were written', async () => {
    const { look, over, download, layouts, world, read, wholeKey } = await createColdWorld();
    await download(first, often);
    const wrong = over({
      write: (key, body, sizeBytes) =>
        world.blobs.write(key, body, sizeBytes).andThen((written) => {
          if (key !== wholeKey(first)) return errAsync(unavailable('storage'));
          return world.managed.remove(key).map(async () => {
            await world.put(key, `${first.slice(0, -1)}!`);
            return written;
          });
        }),
    });
    await look(wrong);
    expect(await layouts()).to.deep.equal(chunks);
    expect(await read(first)).to.equal(first);
  });

  it('writes nothing at a key that a sweep is removing, which is over when it is looked at again', async () => {
    const { over, download, application, convert, layouts, push, world, read, wholeKey, usage, stored, differences, collect } =
      await createColdWorld();
    const { session } = valueOf(await application.uploads.open(push, {}));
    valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf(first)] }));
    await download(first, often);
    const restored: unknown[] = [];
    const sweeper = over({
      remove: (key) => {
        if (key !== wholeKey(first)) return world.blobs.remove(key);
        const meanwhile = async () => restored.push((await convert())?.restoredObjects);
        return ResultAsync.fromSafePromise(meanwhile()).andThen(() => world.blobs.remove(key));
      },
    });
    for (let hour = 0; hour < 72 && restored.length === 0; hour += 1) {
      world.clock.advance(HOUR_MS);
      valueOf(await sweeper.maintenance.sweep());
    }
    expect(restored).to.deep.equal([0]);
    expect(await layouts()).to.deep.equal(chunks);
    await collect();
    expect(await read(first)).to.equal(first);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(await differences()).to.deep.equal([]);
    await download(first, often);
    // Downloads are counted anew by the first look.
    await convert();
    await download(first, often);
    world.clock.advance(DAY_MS);
    expect((await convert())?.restoredObjects).to.equal(1);
    expect(await read(first, wholeKey(first))).to.equal(first);
  });

  it('whose chunks are damaged, and that is pushed whole meanwhile, counts its bytes once and can be removed', async () => {
    const { look, download, layouts, world, repository, push, read, wholeKey, ...made } = await createColdWorld();
    const { application, admin, usage, stored, differences, reclaim } = made;
    await download(first, often);
    for await (const { key, sizeBytes } of world.managed.list(treeKey(repository.namespace, packFolder))) {
      valueOf(await world.managed.remove(key));
      await world.put(key, 'x'.repeat(sizeBytes));
    }
    expect((await look())?.restoredObjects).to.equal(0);
    expect((await usage()).reclaimableBytes).to.equal(first.length);
    valueOf(await application.integrity.check({ readData: { kind: 'all' }, repairs: true, onFinding: () => undefined }));
    await pushTexts(world, push, first);
    expect(await layouts()).to.deep.equal(oneWhole);
    world.clock.advance(HOUR_MS);
    await reclaim();
    expect(await read(first, wholeKey(first))).to.equal(first);
    const { usedBytes, reclaimableBytes } = await usage();
    expect([usedBytes, reclaimableBytes]).to.deep.equal([await stored(), 0]);
    expect(await differences()).to.deep.equal([]);
    valueOf(await application.objects.remove(admin, { oid: oidOf(first), isForced: false }));
  });

  it('leaves it in chunks when the plan has no room for its whole bytes', async () => {
    const { look, world, organization, download, layouts, usage } = await createColdWorld();
    await download(first, often);
    valueOf(await world.application.operator.setPlan({ organization: organization.slug, planId: 'free' }));
    const { usedBytes } = await usage();
    const limit = plans.free.storageBytes;
    const reserved = await world.unitOfWork.transact(async (records): Promise<Result<boolean, never>> =>
      ok((await records.usage.reserve(organization.id, limit - usedBytes - 1000, limit)) !== undefined),
    );
    expect(valueOf(reserved)).to.equal(true);
    expect((await look())?.withoutRoom).to.deep.equal([organization.id]);
    expect(await layouts()).to.deep.equal(chunks);
    expect((await usage()).reclaimableBytes).to.equal(0);
  });

  it('lets the object be removed as a whole one', async () => {
    const { look, download, application, admin, layouts, read, wholeKey, differences } = await createColdWorld();
    await download(first, often);
    await look();
    valueOf(await application.objects.remove(admin, { oid: oidOf(first), isForced: false }));
    valueOf(await application.objects.restore(admin, oidOf(first)));
    expect(await layouts()).to.deep.equal(oneWhole);
    expect(await read(first, wholeKey(first))).to.equal(first);
    expect(await differences()).to.deep.equal([]);
  });
});
