import { defaultGcGraceMs } from '@svc/core/model';
import { expect } from 'chai';
import type { SeededRandom } from '../seeded.js';
import type { History } from './history.js';
import { endAt, type ModelRepository, register } from './history-model.js';
import { valueOf } from './history-objects.js';

export const adminOf = async ({ application, owner }: Pick<History, 'application' | 'owner'>, { push }: ModelRepository) =>
  valueOf(await application.authorize.repository(owner, push.repository.repositoryId, 'repository.admin'));

/** Sessions of Git LFS forget what they have registered, so that it is taken once more. */
const followSessions = async ({ unitOfWork }: History, { lfs, formerLfs }: ModelRepository): Promise<void> => {
  for (const { id, objects } of lfs === undefined ? formerLfs : [...formerLfs, lfs]) {
    for (const oid of [...objects.keys()]) {
      const found = valueOf(await unitOfWork.read(({ uploads }) => uploads.findObject(id, oid)));
      if (found === undefined) objects.delete(oid);
    }
  }
};

export const removeVisible = async (history: History, random: SeededRandom): Promise<void> => {
  const { application, clock, repositories } = history;
  const repository = random.pick(repositories);
  if (repository.visible.size === 0) return;
  const oid = random.pick([...repository.visible]);
  for (const session of repository.sessions) endAt(session, clock.now());
  const isAsked = repository.sessions.some(({ status, objects }) => status === 'OPEN' && objects.has(oid));
  const answer = await application.objects.remove(await adminOf(history, repository), { oid, isForced: false });
  if (answer.isErr()) {
    expect(answer.error, 'why an object is not removed').to.include({ kind: 'conflict', reason: 'object_kept' });
    return;
  }
  expect(isAsked, 'removing what an open session has').to.equal(false);
  repository.visible.delete(oid);
  repository.removed.set(oid, clock.now() + defaultGcGraceMs);
  repository.generation += 1;
  await followSessions(history, repository);
};

export const restoreRemoved = async (history: History, random: SeededRandom): Promise<void> => {
  const repository = random.pick(history.repositories);
  if (repository.removed.size === 0) return;
  const oid = random.pick([...repository.removed.keys()]);
  valueOf(await history.application.objects.restore(await adminOf(history, repository), oid));
  register(repository, [oid]);
};

/** What can be brought back is gone only when its time has come. */
export const reclaimRemoved = async (history: History): Promise<void> => {
  const { application, clock, repositories } = history;
  valueOf(await application.maintenance.reclaimQuarantined());
  for (const repository of repositories) {
    const admin = await adminOf(history, repository);
    const { items } = valueOf(await application.objects.listRemoved(admin, { limit: 100 }));
    const left = new Set(items.map(({ object }) => object.oid));
    for (const oid of left) expect(repository.removed.has(oid), 'a removed object').to.equal(true);
    for (const [oid, keptUntil] of repository.removed) {
      if (left.has(oid)) continue;
      expect(clock.now(), 'when a removed object is gone').to.be.at.least(keptUntil);
      repository.removed.delete(oid);
    }
  }
};
