import { expect } from 'chai';
import type { SeededRandom } from '../seeded.js';
import { followEnd, isPromoted, objectFor, put, type History } from './history.js';
import { admit, endAt, register, type ModelRepository, type ModelSession } from './history-model.js';
import { objectPool, requestOf, valueOf } from './history-objects.js';

interface Chosen {
  readonly repository: ModelRepository;
  readonly session: ModelSession;
}

/** Mostly an open session, now and then one that has ended. */
const choose = ({ repositories, clock }: History, random: SeededRandom): Chosen | undefined => {
  const repository = random.pick(repositories);
  for (const session of repository.sessions) endAt(session, clock.now());
  const open = repository.sessions.filter(({ status }) => status === 'OPEN');
  const candidates = open.length > 0 && random.integer(6) > 0 ? open : repository.sessions;
  return candidates.length === 0 ? undefined : { repository, session: random.pick(candidates) };
};

export const openSession = async ({ application, repositories }: History, random: SeededRandom): Promise<void> => {
  const repository = random.pick(repositories);
  const { session } = valueOf(await application.uploads.open(repository.push, {}));
  repository.sessions.push({ id: session.id, objects: new Map(), status: 'OPEN', expiresAt: session.expiresAt });
};

export const authorizeInSession = async (history: History, random: SeededRandom): Promise<void> => {
  const chosen = choose(history, random);
  if (chosen === undefined) return;
  const { repository, session } = chosen;
  const objects = random.shuffled(objectPool).slice(0, 4).map(requestOf);
  const answer = await history.application.uploads.authorize(repository.push, { sessionId: session.id, objects });
  expect(answer.isOk(), 'authorize').to.equal(session.status === 'OPEN');
  if (answer.isOk())
    admit(
      session,
      objects.map(({ oid }) => oid),
      repository.visible,
    );
};

export const putStaged = async (history: History, random: SeededRandom): Promise<void> => {
  const chosen = choose(history, random);
  if (chosen !== undefined) await put(history, chosen.repository, chosen.session, random);
};

export const completeInSession = async (history: History, random: SeededRandom): Promise<void> => {
  const chosen = choose(history, random);
  if (chosen === undefined) return;
  const { repository, session } = chosen;
  const { oid, sizeBytes } = objectFor(session, random);
  const pending = session.objects.get(oid);
  const isProvable = pending?.staged === 'right' || (await isPromoted(history, repository, oid));
  const isExpected = pending !== undefined && (pending.isCompleted || (session.status === 'OPEN' && isProvable));
  const answer = await history.application.uploads.complete(repository.push, { sessionId: session.id, oid, sizeBytes });
  expect(answer.isOk(), 'complete').to.equal(isExpected);
  await followEnd(history, repository, session);
  if (answer.isOk() && pending !== undefined) pending.isCompleted = true;
};

export const finalizeSession = async (history: History, random: SeededRandom): Promise<void> => {
  const chosen = choose(history, random);
  if (chosen === undefined) return;
  const { repository, session } = chosen;
  const answer = await history.application.uploads.finalize(repository.push, { sessionId: session.id });
  expect(answer.isOk(), 'finalize').to.equal(session.status !== 'EXPIRED');
  if (session.status !== 'OPEN') return;
  session.status = 'FINALIZED';
  register(
    repository,
    [...session.objects].flatMap(([oid, { isCompleted }]) => (isCompleted ? [oid] : [])),
  );
  expect(valueOf(answer).generation, 'generation of finalize').to.equal(repository.generation);
};
