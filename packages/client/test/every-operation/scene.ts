import type { ResultAsync } from 'neverthrow';
import type { ApiError, Client } from '../../src/index.js';
import type { operations } from '../../src/generated/api-types.js';

/** What the operations are called about: ids of what the calls before have made. */
export interface Scene {
  /** Of the owner of `orgID`. */
  readonly owner: Client;
  /** Of somebody else. */
  readonly guest: Client;
  readonly guestId: string;
  readonly guestEmail: string;
  orgID: string;
  repoID: string;
  sessionID: string;
  /** Of an upload to the Git index. */
  indexSessionID: string;
  invID: string;
  lockID: string;
  /** An object that is stored, and its bytes. */
  readonly oid: string;
  readonly bytes: Uint8Array;
}

export type Answered = ResultAsync<{ readonly status: number; readonly data: unknown }, ApiError>;

/** The call of an operation, and the status of its answer: a refusal's where it tells as much of what has arrived. */
export type Call = readonly [status: number, call: (scene: Scene) => Answered | Promise<Answered>];

export type Calls = Readonly<Partial<Record<keyof operations, Call>>>;

/** An id of nothing. */
export const nobody = 'ffffffff-0000-4000-8000-000000000000';
