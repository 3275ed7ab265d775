import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { DAY_MS, HOUR_MS, type ObjectKey, type PackName, packPath, trusted } from '../../../src/model/values/index.js';
import type { BlobStore } from '../../../src/ports/blob-store.js';
import { inspectIncomplete } from '../../../src/use-cases/integrity/inspect-incomplete.js';
import { createConvertedWorld, graceMs, versions } from '../../builders/converting.js';
import { oidOf, valueOf } from '../../builders/world.js';
import { change, check } from './stored-world.js';

const [first, second] = versions;
const chunks = ['chunks', 'chunks'];
const nothing = { objects: 0, bytes: 0 };

/** Two versions in chunks, whose whole bytes are still there. */
const setUp = async () => {
  const made = await createConvertedWorld();
  const { world, repository, application } = made;
  await made.convert();
  expect(await made.layouts()).to.deep.equal(chunks);
  const replace = async (key: ObjectKey, text: string): Promise<void> => {
    valueOf(await world.managed.remove(key));
    await world.put(key, text);
  };
  return {
    ...made,
    replace,
    ruinPacks: async (): Promise<void> => {
      const packs = world.managed.list(trusted<ObjectKey>(`${repository.namespace}/cas/chunks/packs`));
      for await (const { key, sizeBytes } of packs) await replace(key, 'x'.repeat(sizeBytes));
    },
    noted: async () => {
      const damage = valueOf(await world.unitOfWork.read((queries) => queries.damage.list(repository.id, undefined, 10)));
      return damage.map(({ of, problem }) => `${of.kind} ${problem}`);
    },
    reclaim: async () => valueOf(await application.maintenance.reclaimQuarantined()),
    isSound: (text: string): Promise<boolean> =>
      made.read(text).then(
        (read) => read === text,
        () => false,
      ),
  };
};

describe('whole bytes that a conversion has left', () => {
  it('are the object again when its chunks are found to be damaged, and the damage goes with the packs', async () => {
    const { world, application, layouts, read, wholeKey, ruinPacks, noted, reclaim, usage, stored, differences } = await setUp();
    await ruinPacks();
    const { summary } = await check(world, { repairs: true });
    expect(summary).to.include({ noted: 4, healed: 2 });
    expect(await layouts()).to.deep.equal(['whole', 'whole']);
    expect([await read(first), await read(second, wholeKey(second))]).to.deep.equal([first, second]);
    expect((await usage()).reclaimableBytes).to.equal(0);
    world.clock.advance(graceMs);
    expect(await reclaim()).to.deep.equal(nothing);
    for (let day = 0; day < 12; day += 1) {
      world.clock.advance(DAY_MS);
      valueOf(await application.maintenance.collectGarbage());
    }
    expect([await noted(), await read(first)]).to.deep.equal([[], first]);
    expect((await usage()).usedBytes).to.equal(await stored());
    expect(await differences()).to.deep.equal([]);
  });

  it('are the object again soon after somebody could not read it', async () => {
    const { layouts, ruinPacks, isSound, read } = await setUp();
    await ruinPacks();
    expect(await isSound(first)).to.equal(false);
    await waitUntil('the object is whole', async () => (await layouts())[0] === 'whole');
    expect(await read(first)).to.equal(first);
  });

  it('are the object again when it was removed while its chunks were found to be damaged, and is restored', async () => {
    const { world, application, admin, layouts, read, ruinPacks, noted } = await setUp();
    valueOf(await application.objects.remove(admin, { oid: oidOf(first), isForced: false }));
    await ruinPacks();
    await check(world, { repairs: true });
    valueOf(await application.objects.restore(admin, oidOf(first)));
    await waitUntil('the object is whole', async () => (await layouts())[0] === 'whole');
    expect(await read(first)).to.equal(first);
    expect(await noted()).not.to.include('object incomplete');
  });

  it('are read when all objects are noted that need a damaged file', async () => {
    const { world, layouts, noted, wholeKey, repository } = await setUp();
    const { id: repositoryId } = repository;
    const packs = valueOf(await world.unitOfWork.read(({ integrity }) => integrity.listPacks(repositoryId, undefined, 100)));
    const missing = { repositoryId, problem: 'missing', foundAt: world.clock.now() } as const;
    await change(world, async ({ damage }) => {
      for (const pack of packs) await damage.note({ ...missing, of: { kind: 'file', path: packPath(pack) } });
    });
    const notedByThen: number[] = [];
    const read: BlobStore['read'] = (key, range) =>
      ResultAsync.fromSafePromise(noted()).andThen((lines) => {
        const isWhole = [wholeKey(first), wholeKey(second)].includes(key);
        if (isWhole) notedByThen.push(lines.filter((line) => line === 'object incomplete').length);
        return world.blobs.read(key, range);
      });
    valueOf(await inspectIncomplete({ ...world.ports, blobs: { ...world.blobs, read } })(repositoryId));
    expect(notedByThen[0]).to.equal(2);
    expect(await layouts()).to.deep.equal(['whole', 'whole']);
  });

  it('stay beside a damaged object, however long, where a check repairs nothing', async () => {
    const { world, layouts, ruinPacks, noted, isThereWhole, reclaim, repository } = await setUp();
    await ruinPacks();
    await check(world, { repairs: false });
    expect([await layouts(), await noted()]).to.deep.equal([chunks, []]);
    const of = { kind: 'object', oid: oidOf(first) } as const;
    const damage = { repositoryId: repository.id, of, problem: 'incomplete', foundAt: world.clock.now() } as const;
    await change(world, (records) => records.damage.note(damage));
    world.clock.advance(100 * DAY_MS);
    expect(await reclaim()).to.deep.equal({ objects: 1, bytes: second.length });
    expect([await isThereWhole(first), await isThereWhole(second)]).to.deep.equal([true, false]);
    await change(world, (records) => records.damage.heal(repository.id, of));
    world.clock.advance(HOUR_MS);
    expect(await reclaim(), 'others have their turn before').to.deep.equal(nothing);
    world.clock.advance(DAY_MS - HOUR_MS);
    expect(await reclaim()).to.deep.equal({ objects: 1, bytes: first.length });
  });

  it('stay while a file of the tree is damaged, for it is not known yet who needs it', async () => {
    const { world, reclaim, repository } = await setUp();
    const of = { kind: 'file', path: packPath(trusted<PackName>('0'.repeat(64))) } as const;
    const damage = { repositoryId: repository.id, of, problem: 'missing', foundAt: world.clock.now() } as const;
    await change(world, (records) => records.damage.note(damage));
    world.clock.advance(graceMs);
    expect(await reclaim()).to.deep.equal(nothing);
    await change(world, (records) => records.damage.heal(repository.id, of));
    world.clock.advance(DAY_MS);
    expect((await reclaim())?.objects).to.equal(2);
  });

  it('are not the object again where they are not what they were', async () => {
    const { world, layouts, wholeKey, replace, ruinPacks, noted, isSound } = await setUp();
    await ruinPacks();
    await replace(wholeKey(first), `!${first.slice(1)}`);
    await check(world, { repairs: true });
    expect(await layouts()).to.deep.equal(['chunks', 'whole']);
    expect([await isSound(first), await isSound(second)]).to.deep.equal([false, true]);
    expect((await noted()).at(-1)).to.equal('object incomplete');
  });
});
