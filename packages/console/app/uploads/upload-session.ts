import type { Client } from '@svc/client';
import { ApiFailure, valueOf } from '../api/failure.js';
import { randomKey } from '../api/random-key.js';
import { tabStorage } from '../session/tab-storage.js';

/** Why a session takes no more files: another tab that has the same key has ended it, the service after a pause, or somebody by hand. */
const ends: ReadonlySet<string | undefined> = new Set(['session_finalized', 'session_aborted', 'session_expired']);

/** Whether a call was refused since its session is over. What was sent to it and not finalized goes to another one. */
export const isSessionOver = (fault: unknown): boolean => fault instanceof ApiFailure && ends.has(fault.error.reason);

/** Where the files of a repository go to that this tab sends. */
export interface UploadSession {
  /** The id of the session: the one that this tab has begun, also before a reload, or a new one. */
  readonly open: (signal: AbortSignal) => Promise<string>;
  /** The next one that is opened is new. */
  readonly leave: () => void;
  /** Leaves it and gives it up, with what was sent to it; not one from before a reload, for which the same files may be chosen again. */
  readonly giveUp: () => Promise<void>;
}

export const createUploadSession = (client: Client, repository: string): UploadSession => {
  const name = `svc-upload-${repository}`;
  /** Whether it may be the one of before a reload. */
  let isFromBefore = tabStorage.read(name) !== undefined;
  /** The session that was opened last, until it is left. */
  let id: string | undefined;
  /** The key that it was opened with, where the browser keeps none. */
  let made: string | undefined;
  const key = (): string => {
    const known = tabStorage.read(name) ?? made;
    if (known !== undefined) return known;
    made = randomKey();
    tabStorage.keep(name, made);
    return made;
  };
  const leave = (): void => {
    tabStorage.forget(name);
    made = undefined;
    isFromBefore = false;
    id = undefined;
  };
  return {
    open: async (signal) => {
      id = await valueOf(client.uploads.open(repository, { idempotencyKey: key(), signal }));
      return id;
    },
    leave,
    giveUp: async () => {
      if (isFromBefore || id === undefined) return;
      const path = { repoID: repository, sessionID: id };
      leave();
      // What the service does not hear of ends by its own date.
      await client.api.DELETE('/api/v1/repositories/{repoID}/uploads/{sessionID}', { params: { path } }).unwrapOr(undefined);
    },
  };
};
