import { expect } from 'chai';
import { errAsync, ok, type Result } from 'neverthrow';
import { plans } from '../../../src/model/quotas/plan.js';
import { DAY_MS, GIB, HOUR_MS } from '../../../src/model/values/index.js';
import { chargeUsage } from '../../../src/steps/accounting/charge-usage.js';
import { quotaLevelOf } from '../../../src/steps/accounting/note-quota.js';
import { reserveStorage } from '../../../src/steps/accounting/reserve-storage.js';
import type { Records } from '../../../src/ports/unit-of-work.js';
import { createWorld, errorOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const { free, team } = plans;
const [warning, exceeded] = ['storage.quota.warning', 'storage.quota.exceeded'];

const setUp = async (planId: 'free' | 'team') => {
  const world = createWorld(planId);
  const { organization, repository, push } = await withRepository(world);
  const commit = async <T, E>(write: (records: Records) => Promise<Result<T, E>>) => world.unitOfWork.transact(write);
  const reserve = (bytes: number) =>
    commit((records) => reserveStorage(records, organization.id, plans[planId], bytes, world.clock.now()));
  const charge = (records: Records, bytes: number): Promise<void> =>
    chargeUsage(records, {
      organizationId: organization.id,
      repositoryId: repository.id,
      sessionId: undefined,
      storageMode: 'managed',
      reason: 'tree.received',
      bytes,
      objects: 0,
      at: world.clock.now(),
    });
  const change = async (write: (records: Records) => Promise<unknown>): Promise<void> =>
    valueOf(
      await commit(async (records): Promise<Result<void, never>> => {
        await write(records);
        return ok();
      }),
    );
  const { id } = organization;
  /** What becomes of reserved bytes that came to something. */
  const use = (bytes: number) =>
    change(async (records) => {
      await records.usage.release(id, bytes);
      await charge(records, bytes);
    });
  const told = () =>
    world.unitOfWork.journal
      .domainEvents()
      .flatMap(({ type, data }) => (type.startsWith('storage.') ? [[type, data['used_bytes']]] : []));
  return { world, push, organization, id, reserve, charge, change, use, told };
};

describe('the levels of a quota', () => {
  const used = (usedBytes: number) => ({ usedBytes, reservedBytes: 0, reclaimableBytes: 0 });

  it('are the warning at four fifths, the limit itself, and one byte more', () => {
    const [limit, near] = [team.storageBytes, Math.ceil(team.storageBytes * 0.8)];
    const levels = [0, near - 1, near, limit, limit + 1].map((bytes) => quotaLevelOf(team, used(bytes)));
    expect(levels).to.deep.equal(['normal', 'normal', 'warning', 'warning', 'exceeded']);
  });

  it('count what is reserved and reclaimable where the plan refuses, and there for the warning alone', () => {
    const usage = { usedBytes: 1, reservedBytes: team.storageBytes, reclaimableBytes: team.storageBytes };
    expect(quotaLevelOf(team, usage)).to.equal('normal');
    expect(quotaLevelOf(free, usage)).to.equal('warning');
    expect(quotaLevelOf(free, used(free.storageBytes + 1))).to.equal('exceeded');
  });
});

describe('the warning of a plan that refuses', () => {
  it('comes with the reservation that crosses four fifths, before anything is refused, and once', async () => {
    const { reserve, use, told } = await setUp('free');
    valueOf(await reserve(7 * GIB));
    expect(told()).to.deep.equal([]);
    valueOf(await reserve(1 * GIB));
    expect(told()).to.deep.equal([[warning, 8 * GIB]]);
    await use(8 * GIB);
    valueOf(await reserve(2 * GIB));
    expect(errorOf(await reserve(1))).to.include({ reason: 'storage_quota' });
    expect(told()).to.have.length(1);
  });

  it('is told of again by the reservation that crosses once more what was fallen below meanwhile', async () => {
    const { id, reserve, change, told } = await setUp('free');
    valueOf(await reserve(9 * GIB));
    await change(({ usage }) => usage.keep(id, 9 * GIB));
    valueOf(await reserve(1));
    expect(told(), 'reclaimable bytes count').to.have.length(1);
    await change(({ usage }) => usage.countReclaimable(id, -9 * GIB));
    valueOf(await reserve(8 * GIB));
    expect(told()).to.deep.equal([
      [warning, 9 * GIB],
      [warning, 8 * GIB + 1],
    ]);
  });

  it('is not told of again after bytes went from used to reclaimable and back, of which all count', async () => {
    const { id, reserve, use, change, charge, told } = await setUp('free');
    valueOf(await reserve(9 * GIB));
    await use(9 * GIB);
    for (const bytes of [-5 * GIB, 5 * GIB]) {
      await change(async (records) => {
        await charge(records, bytes);
        await records.usage.countReclaimable(id, -bytes);
      });
      valueOf(await reserve(1));
    }
    expect(told()).to.have.length(1);
  });

  it('is not told of while reclaimable bytes are charged that come back', async () => {
    const { id, change, charge, told } = await setUp('free');
    await change(({ usage }) => usage.countReclaimable(id, 5 * GIB));
    await change(async (records) => {
      await charge(records, 5 * GIB);
      await records.usage.countReclaimable(id, -5 * GIB);
    });
    expect(told()).to.deep.equal([]);
  });

  it('comes with the next reservation where bytes were charged that nobody had reserved', async () => {
    const { reserve, change, charge, told } = await setUp('free');
    await change((records) => charge(records, 9 * GIB));
    valueOf(await reserve(1));
    expect(told()).to.deep.equal([[warning, 9 * GIB + 1]]);
  });

  it('goes with a reservation that is rolled back, and what is refused right away leaves no trace', async () => {
    const { world, push, id, reserve, told } = await setUp('free');
    const failed = world.unitOfWork.transact((records) =>
      reserveStorage(records, id, free, 9 * GIB, world.clock.now()).then((reserved) =>
        reserved.asyncAndThen(() => errAsync('given up')),
      ),
    );
    expect(errorOf(await failed)).to.equal('given up');
    expect(errorOf(await reserve(11 * GIB))).to.include({ reason: 'storage_quota', current: 0 });
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const objects = ['a', 'b', 'c'].map((text) => ({ oid: oidOf(text), sizeBytes: 4 * GIB }));
    expect(errorOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects }))).to.include({
      current: 0,
    });
    expect(told()).to.deep.equal([]);
  });

  it('comes from an upload that is asked for, and again after one that came to nothing was swept', async () => {
    const { world, push, told } = await setUp('free');
    const { uploads, maintenance } = world.application;
    const ask = async (): Promise<void> => {
      const { session } = valueOf(await uploads.open(push, {}));
      const objects = ['a', 'b'].map((text) => ({ oid: oidOf(text), sizeBytes: 4 * GIB }));
      valueOf(await uploads.authorize(push, { sessionId: session.id, objects }));
    };
    await ask();
    expect(told()).to.deep.equal([[warning, 8 * GIB]]);
    world.clock.advance(DAY_MS);
    for (let again = 0; again < 2; again += 1) {
      valueOf(await maintenance.sweep());
      world.clock.advance(2 * HOUR_MS);
    }
    await ask();
    expect(told()).to.have.length(2);
  });

  it('is not told of again by who comes back to below the limit, but the limit itself is', async () => {
    const { reserve, change, charge, told } = await setUp('free');
    await change((records) => charge(records, 11 * GIB));
    expect(told()).to.deep.equal([
      [warning, 11 * GIB],
      [exceeded, 11 * GIB],
    ]);
    await change((records) => charge(records, -2 * GIB));
    await change((records) => charge(records, 2 * GIB));
    expect(told().slice(2)).to.deep.equal([[exceeded, 11 * GIB]]);
    await change((records) => charge(records, -2 * GIB));
    valueOf(await reserve(1));
    expect(told()).to.have.length(3);
  });
});

describe('the warning of a plan that meters', () => {
  it('is of used bytes alone', async () => {
    const { id, reserve, use, change, told } = await setUp('team');
    valueOf(await reserve(team.storageBytes));
    await change(({ usage }) => usage.countReclaimable(id, team.storageBytes));
    expect(told()).to.deep.equal([]);
    await use(team.storageBytes);
    expect(told()).to.deep.equal([[warning, team.storageBytes]]);
  });
});
