import { expect } from 'chai';
import { GIB, HOUR_MS, MINUTE_MS } from '../../../src/model/values/index.js';
import { uploadTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const fresh = (name: string, sizeBytes: number) => ({ oid: oidOf(name), sizeBytes });

describe('the storage quota of a hard plan', () => {
  it('is given out exactly to 200 claims at the same time', async () => {
    const world = createWorld('free');
    const { push, organization } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        world.application.uploads.authorize(push, { sessionId: session.id, objects: [fresh(`claim ${at}`, GIB)] }),
      ),
    );
    expect(answers.filter((answer) => answer.isOk())).to.have.length(10);
    const refused = answers.find((answer) => answer.isErr());
    expect(refused?.isErr() === true && refused.error).to.deep.equal({
      kind: 'quota_exceeded',
      reason: 'storage_quota',
      limit: 10 * GIB,
      current: 10 * GIB,
      usage: { usedBytes: 0, reservedBytes: 10 * GIB, reclaimableBytes: 0 },
    });
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
    expect(usage).to.deep.equal({ usedBytes: 0, reservedBytes: 10 * GIB, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('is charged once for what two sessions have brought, and for nothing that was there', async () => {
    const world = createWorld('free');
    const { push, organization } = await withRepository(world);
    const first = await uploadTexts(world, push, 'shared');
    const second = await uploadTexts(world, push, 'shared', 'own');
    for (const sessionId of [first, second]) valueOf(await world.application.uploads.finalize(push, { sessionId }));
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
    expect(usage).to.deep.equal({ usedBytes: 9, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('comes back whole when abandoned sessions are swept', async () => {
    const world = createWorld('free');
    const { push } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    valueOf(
      await world.application.uploads.authorize(push, {
        sessionId: session.id,
        objects: [fresh('a', 5 * GIB), fresh('b', 5 * GIB)],
      }),
    );
    world.clock.advance(6 * HOUR_MS);
    expect(valueOf(await world.application.maintenance.sweep())).to.deep.equal({
      expiredSessions: 1,
      settledReservations: 0,
      sweptSessions: 0,
      reconciledFiles: 0,
      sweptIndexSessions: 0,
      sweptSnapshots: 0,
    });
    const next = valueOf(await world.application.uploads.open(push, {})).session;
    const again = () =>
      world.application.uploads.authorize(push, {
        sessionId: next.id,
        objects: [fresh('a', 5 * GIB), fresh('c', 5 * GIB)],
      });
    expect(errorOf(await again()), 'while what was sent may lie there').to.include({ reason: 'storage_quota' });
    world.clock.advance(HOUR_MS + 15 * MINUTE_MS);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(1);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(0);
    valueOf(await again());
  });

  it('lets an object of exactly the plan size through and refuses one byte more', async () => {
    const world = createWorld('free');
    const { push } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [fresh('edge', 5 * GIB)] }));
    const above = await world.application.uploads.authorize(push, {
      sessionId: session.id,
      objects: [fresh('above', 5 * GIB + 1)],
    });
    expect(errorOf(above)).to.deep.equal({
      kind: 'quota_exceeded',
      reason: 'max_object_size',
      limit: 5 * GIB,
      current: 5 * GIB + 1,
    });
  });

  it('refuses an object above the plan size also where the store could take it in no way', async () => {
    const world = createWorld('free', { maxSinglePutBytes: GIB, parts: { maxPartBytes: GIB, maxParts: 4 } });
    const { push } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const ask = (sizeBytes: number) =>
      world.application.uploads.authorize(push, { sessionId: session.id, objects: [fresh(`of ${sizeBytes}`, sizeBytes)] });
    const edge = fresh(`of ${5 * GIB}`, 5 * GIB);
    expect(valueOf(await ask(5 * GIB))).to.deep.equal([{ ...edge, maxSinglePutBytes: GIB }]);
    expect(errorOf(await ask(5 * GIB + 1))).to.include({ kind: 'quota_exceeded', reason: 'max_object_size' });
  });

  it('does not bind a metered plan', async () => {
    const world = createWorld('developer');
    const { push } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const objects = Array.from({ length: 3 }, (_, at) => fresh(`large ${at}`, 50 * GIB));
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects }));
  });
});
