import { expect } from 'chai';
import type { TransferKind } from '../../../../src/model/chunk-tree/transfer-event.js';
import type { Caller } from '../../../../src/model/permissions/caller.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../../../builders/world.js';

describe('transfers', () => {
  it('are recorded as they were reported, and listed newest first and by kind', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { tree } = world.application;
    valueOf(await tree.recordTransfer(push, { kind: 'pull', stats: { durationMs: 1, chunkCount: 2 } }));
    world.clock.advance(10);
    valueOf(await tree.recordTransfer(push, { kind: 'pull', stats: {} }));
    world.clock.advance(10);
    valueOf(await tree.finalize(push, { objects: [], stats: { storedBytes: 3 } }));
    const stats = async (kind?: 'push' | 'pull') => {
      const { items } = valueOf(await tree.listTransfers(push, { kind, page: { limit: 10 } }));
      return items.map((item) => item.stats);
    };
    expect(await stats()).to.deep.equal([{ storedBytes: 3 }, {}, { durationMs: 1, chunkCount: 2 }]);
    expect(await stats('pull')).to.deep.equal([{}, { durationMs: 1, chunkCount: 2 }]);
    expect(await stats('push')).to.deep.equal([{ storedBytes: 3 }]);
  });

  it('are reported of a push by those who may push, of a pull by those who belong there, and by no stranger of what is public', async () => {
    const world = createWorld();
    const { owner, push } = await withRepository(world, 'PUBLIC');
    const { repositoryId } = push.repository;
    const viewer = await world.addMember('viewer@acme.test', 'acme', 'VIEWER');
    const stranger = await world.signIn('stranger@svc.test');
    const guest = await world.addMember('guest@else.test', 'acme', 'VIEWER');
    const manage = await world.grant(owner, repositoryId, 'repository.members.manage');
    const report = async (caller: Caller, kind: TransferKind) => {
      const grant = await world.grant(caller, repositoryId, 'repository.pull');
      return world.application.tree.recordTransfer(grant, { kind, stats: {} });
    };
    const refused = { kind: 'forbidden', reason: 'permission' };
    for (const kind of ['push', 'pull'] as const) expect(errorOf(await report(stranger, kind))).to.include(refused);
    expect(errorOf(await report(viewer, 'push'))).to.include({ ...refused, permission: 'repository.push' });
    valueOf(await report(viewer, 'pull'));
    valueOf(await report(owner, 'push'));
    valueOf(await world.application.repositories.setMember(manage, { userId: guest.userId, level: 'WRITE' }));
    const organization = valueOf(await world.application.authorize.organization(guest, slug('acme'), 'organization.read'));
    valueOf(await world.application.members.leave(organization));
    expect(errorOf(await report(guest, 'push')), 'left').to.include(refused);
    const { items } = valueOf(await world.application.tree.listTransfers(push, { page: { limit: 10 } }));
    expect(items.map(({ kind }) => kind).sort()).to.deep.equal(['pull', 'push']);
  });

  it('of a repository that has gone are not found', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const admin = await world.grant(push.caller, push.repository.repositoryId, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    expect(errorOf(await world.application.tree.recordTransfer(push, { kind: 'pull', stats: {} }))).to.deep.equal({
      kind: 'not_found',
    });
  });
});
