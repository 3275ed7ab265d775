import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import type { TestObject } from '../client/test-object.js';
import { authorizeAnswer, batchAnswer, finalizeAnswer, sessionAnswer } from '../client/wire.js';
import type { AckJournal } from './ack-journal.js';

/** What one client wants to bring to the server, and goes on wanting until it is acknowledged. */
export type Push = SessionPush | LfsPush;

export interface SessionPush {
  readonly kind: 'session';
  /** Its Idempotency-Key: a push that was cut off goes on with it. */
  readonly key: string;
  readonly objects: readonly TestObject[];
  /** How many requests at the same time say the same, of each `complete` and of `finalize`. */
  readonly echoes: number;
}

export interface LfsPush {
  readonly kind: 'lfs';
  readonly objects: readonly TestObject[];
  /** How many requests at the same time say the same, of each `verify`. */
  readonly echoes: number;
}

const echo = <T>(count: number, act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, act));

const completeAll = async (repository: RepositoryClient, push: SessionPush, sessionId: string): Promise<void> => {
  const authorized = read(await repository.authorize(sessionId, push.objects), 200, authorizeAnswer);
  const urls = new Map(authorized.objects.map((entry) => [entry.oid, entry.upload_url]));
  for (const object of push.objects) {
    const url = urls.get(object.oid);
    if (url !== undefined) expectStatus(await repository.put(url, object.bytes), 200);
    for (const answer of await echo(push.echoes, () => repository.complete(sessionId, object))) expectStatus(answer, 204);
  }
};

const finish = async (repository: RepositoryClient, push: SessionPush, sessionId: string, journal: AckJournal): Promise<void> => {
  // Each answer is noted when it comes: the server may be gone before the next one.
  await echo(push.echoes, async () => {
    const { generation } = read(await repository.finalize(sessionId), 200, finalizeAnswer);
    journal.finalized(sessionId, generation, push.objects);
  });
};

const pushSession = async (repository: RepositoryClient, push: SessionPush, journal: AckJournal): Promise<void> => {
  const opened = expectStatus(await repository.open(push.key, { expected_objects: push.objects.length }), 200, 201);
  const { session } = read(opened, opened.status, sessionAnswer);
  journal.opened(push.key, session.id);
  // The answer to an earlier finalize may be what got lost.
  if (session.status === 'OPEN') await completeAll(repository, push, session.id);
  await finish(repository, push, session.id, journal);
};

const pushLfs = async (repository: RepositoryClient, push: LfsPush, journal: AckJournal): Promise<void> => {
  const batch = read(await repository.batch('upload', push.objects), 200, batchAnswer);
  const entries = new Map(batch.objects.map((entry) => [entry.oid, entry]));
  for (const object of push.objects) {
    const actions = entries.get(object.oid)?.actions;
    if (actions?.upload !== undefined && actions.verify !== undefined) {
      const { href } = actions.verify;
      expectStatus(await repository.put(actions.upload.href, object.bytes, actions.upload.header), 200);
      for (const answer of await echo(push.echoes, () => repository.verify(href, object))) expectStatus(answer, 200);
    }
    journal.verified(object);
  }
};

/** Brings a push to its end, or throws `ConnectionLost`; what the server acknowledges on the way goes into the journal. */
export const perform = (repository: RepositoryClient, push: Push, journal: AckJournal): Promise<void> =>
  push.kind === 'session' ? pushSession(repository, push, journal) : pushLfs(repository, push, journal);
