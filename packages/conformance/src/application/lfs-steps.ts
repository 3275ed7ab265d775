import { expect } from 'chai';
import type { UploadSession } from '@svc/core/model';
import type { SeededRandom } from '../seeded.js';
import { isPromoted, isStaged, objectFor, put, type History } from './history.js';
import { admit, isKept, register, type ModelLfsSession, type ModelRepository } from './history-model.js';
import { objectPool, requestOf, valueOf } from './history-objects.js';

const origin = { address: '192.0.2.1', userAgent: 'history' };

const openSessionOf = async ({ unitOfWork, owner, clock }: History, { push }: ModelRepository): Promise<UploadSession> => {
  const { repositoryId } = push.repository;
  const session = valueOf(
    await unitOfWork.read((queries) => queries.uploads.findOpenLfs(repositoryId, owner.userId, clock.now())),
  );
  if (session === undefined) throw new Error('a batch that asks for uploads has a session');
  return session;
};

const followSession = (repository: ModelRepository, session: UploadSession, verifyToken: string): ModelLfsSession => {
  const known = repository.lfs;
  if (known?.id === session.id) return known;
  if (known !== undefined) repository.formerLfs.push(known);
  repository.lfs = { id: session.id, objects: new Map(), status: 'OPEN', expiresAt: 0, verifyToken };
  return repository.lfs;
};

export const batchUpload = async (history: History, random: SeededRandom): Promise<void> => {
  const repository = random.pick(history.repositories);
  const objects = random.shuffled(objectPool).slice(0, 3).map(requestOf);
  const { entries, verifyToken } = valueOf(await history.application.lfs.batchUpload(repository.push, objects));
  const needed = objects.flatMap(({ oid, sizeBytes }) =>
    repository.visible.has(oid) || sizeBytes > history.maxSinglePutBytes ? [] : [oid],
  );
  const asked = entries.flatMap((entry) => (entry.kind === 'upload' ? [entry.oid] : []));
  expect(asked, 'objects that LFS is asked to send').to.deep.equal(needed);
  if (verifyToken === undefined) return;
  const session = await openSessionOf(history, repository);
  const lfs = followSession(repository, session, verifyToken);
  lfs.expiresAt = session.expiresAt;
  admit(lfs, needed, repository.visible);
};

export const putLfs = async (history: History, random: SeededRandom): Promise<void> => {
  const repository = random.pick(history.repositories);
  if (repository.lfs !== undefined) await put(history, repository, repository.lfs, random);
};

export const verifyLfs = async (history: History, random: SeededRandom): Promise<void> => {
  const repository = random.pick(history.repositories);
  const { lfs, push } = repository;
  if (lfs === undefined) return;
  const object = requestOf(objectFor(lfs, random));
  const isVisible = repository.visible.has(object.oid);
  const isProvable =
    (await isStaged(history, repository, lfs, object.oid)) || (await isPromoted(history, repository, object.oid));
  const link = valueOf(await history.application.authorize.verifyLink(push.repository.repositoryId, lfs.verifyToken, origin));
  const answer = await history.application.lfs.verify(link, object);
  const isSettled = lfs.objects.has(object.oid) && isKept(lfs, history.clock.now()) && isProvable;
  expect(answer.isOk(), 'verify').to.equal(isVisible || isSettled);
  if (!isVisible && isSettled) register(repository, [object.oid]);
};

/** A download batch verifies what was sent and never verified, before it answers. */
export const batchDownload = async (history: History, random: SeededRandom): Promise<void> => {
  const repository = random.pick(history.repositories);
  const sessions = [...repository.formerLfs, ...(repository.lfs === undefined ? [] : [repository.lfs])];
  const now = history.clock.now();
  const objects = random.shuffled(objectPool).slice(0, 3).map(requestOf);
  const expected = new Map<string, boolean>();
  for (const { oid } of objects) {
    const pending = sessions.filter((session) => isKept(session, now) && session.objects.has(oid));
    let isProvable = pending.length > 0 && (await isPromoted(history, repository, oid));
    for (const session of pending) isProvable ||= await isStaged(history, repository, session, oid);
    expected.set(oid, repository.visible.has(oid) || isProvable);
  }
  const { entries } = valueOf(await history.application.lfs.batchDownload(repository.push, objects));
  for (const { kind, oid } of entries) {
    expect(kind === 'download', 'entry of a download').to.equal(expected.get(oid));
    if (kind === 'download' && !repository.visible.has(oid)) register(repository, [oid]);
  }
};
