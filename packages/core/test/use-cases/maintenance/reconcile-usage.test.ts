import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { DAY_MS, HOUR_MS } from '../../../src/model/values/index.js';
import type { Records } from '../../../src/ports/unit-of-work.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, valueOf, withRepository } from '../../builders/world.js';

const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const object = buildObject([bytesOf('some '), bytesOf('object')]);
  await sendObject(world, push, object);
  valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  const { organizationId, repositoryId } = push.repository;
  const change = async (work: (records: Records) => Promise<unknown>) => {
    valueOf(
      await world.unitOfWork.transact(async (records) => {
        await work(records);
        return ok(undefined);
      }),
    );
  };
  const entry = (bytes: number, storageMode: 'managed' | 'byos' = 'managed') => ({
    organizationId,
    repositoryId,
    sessionId: undefined,
    storageMode,
    reason: 'tree.received' as const,
    bytes,
    objects: 0,
    at: world.clock.now(),
  });
  const { usedBytes } = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organizationId)));
  return { world, organizationId, repositoryId, change, entry, usedBytes };
};

describe('reconcileUsage', () => {
  it('finds nothing where account, ledger and repositories agree, and tells how many it has looked at', async () => {
    const { world } = await setUp();
    expect(valueOf(await world.application.maintenance.reconcileUsage())).to.deep.equal({ organizations: 1, differences: [] });
  });

  it('tells an account that its repositories do not add up to, in its mode, and repairs nothing', async () => {
    const { world, organizationId, repositoryId, change, entry, usedBytes } = await setUp();
    await change(({ usage }) => usage.countTree(repositoryId, 5));
    await change(({ usage }) => usage.charge(entry(7, 'byos')));
    const expected = [
      {
        organizationId,
        storageMode: 'managed',
        accountBytes: usedBytes,
        ledgerBytes: usedBytes,
        repositoriesBytes: usedBytes + 5,
      },
      { organizationId, storageMode: 'byos', accountBytes: 7, ledgerBytes: 7, repositoriesBytes: 0 },
    ];
    for (let day = 0; day < 2; day += 1) {
      expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal(expected);
      world.clock.advance(DAY_MS);
    }
  });

  it('adds up a ledger of any length, the old entries slice by slice and the young ones at once', async () => {
    const { world, repositoryId, change, entry } = await setUp();
    for (let round = 0; round < 3; round += 1) {
      await change(async ({ usage }) => {
        for (let count = 0; count < 2000; count += 1) {
          await usage.charge(entry(3));
          await usage.countTree(repositoryId, 3);
        }
      });
      world.clock.advance(HOUR_MS);
    }
    await change(async ({ usage }) => {
      for (let count = 0; count < 2500; count += 1) await usage.charge(entry(1));
      await usage.countTree(repositoryId, 2500);
    });
    expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
  });

  it('takes nothing that is charged meanwhile for a difference', async () => {
    const { world, repositoryId, change, entry } = await setUp();
    world.clock.advance(HOUR_MS);
    let charged = 0;
    const { read } = world.unitOfWork;
    const charging: typeof read = (work) =>
      read(work).map(async (value) => {
        charged += 1;
        await change(async ({ usage }) => {
          await usage.charge(entry(11));
          await usage.countTree(repositoryId, 11);
        });
        return value;
      });
    const unitOfWork = { ...world.unitOfWork, read: charging };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork });
    expect(valueOf(await maintenance.reconcileUsage())?.differences).to.deep.equal([]);
    expect(charged).to.be.greaterThan(1);
  });

  it('is done once a day, whatever the number of processes', async () => {
    const { world } = await setUp();
    const processes = Array.from({ length: 3 }, () => createApplication(world.ports).maintenance);
    const runs = async () => (await Promise.all(processes.map((each) => each.reconcileUsage()))).map(valueOf);
    expect((await runs()).filter((run) => run !== undefined)).to.have.length(1);
    expect((await runs()).filter((run) => run !== undefined)).to.have.length(0);
    world.clock.advance(23 * HOUR_MS);
    expect((await runs()).filter((run) => run !== undefined)).to.have.length(1);
  });
});
