import {
  defaultPageLimit,
  isId,
  type Lock,
  type LockId,
  lockPathPattern,
  maxLockPathBytes,
  maxPageLimit,
  type PageRequest,
  printableLine,
} from '@svc/core/model';
import { z } from 'zod';
import { reasonMessages } from '../endpoint/error-message.js';
import { timestamp, timestampOf, uuid } from './fields.js';
import { lenientRef, strictRef } from './lfs-batch.js';
import { cursor, integerParameter, nextCursor } from './parameters.js';

export const lockSchema = z.strictObject({
  id: uuid,
  path: z.string(),
  locked_at: timestamp,
  owner: z.strictObject({ name: z.string() }),
});

export const lockReply = z.strictObject({ lock: lockSchema });
export const locksReply = z.strictObject({ locks: z.array(lockSchema), next_cursor: nextCursor });
export const verifiedLocksReply = z.strictObject({
  ours: z.array(lockSchema),
  theirs: z.array(lockSchema),
  next_cursor: nextCursor,
});
/** The error of a path that is taken, with the lock that takes it. */
export const lockTakenReply = z.strictObject({
  lock: lockSchema,
  message: z.string(),
  request_id: z.string(),
  error: z.strictObject({
    code: z.literal('conflict'),
    message: z.string(),
    request_id: z.string(),
    details: z.strictObject({ reason: z.literal('already_locked') }),
  }),
});

const lockPath = z
  .string()
  .min(1)
  .max(maxLockPathBytes)
  .check(({ value, issues }) => {
    if (Buffer.byteLength(value) <= maxLockPathBytes) return;
    issues.push({ code: 'too_big', origin: 'string', maximum: maxLockPathBytes, input: value });
  });

/** Every client of the repository is shown it. A lock from before that is of another path can still be looked for and removed. */
const newLockPath = lockPath.regex(printableLine).regex(lockPathPattern);

export const strictLockBody = z.strictObject({ path: newLockPath, ref: strictRef });
export const lenientLockBody = z.object({ path: newLockPath, ref: lenientRef });

/** More than a page can hold is asked for as "all of them": the answer says where the next page begins. */
const clampedLimit = (limit: number): number => Math.min(limit === 0 ? defaultPageLimit : limit, maxPageLimit);

/** The protocol's own list: an empty text, and a limit of zero, mean that there is none. To the protocol ids and paths are any texts. */
export const locksQuery = z.object({
  path: z.string().optional(),
  id: z.string().optional(),
  cursor: z.union([z.literal(''), cursor]).optional(),
  limit: integerParameter({ minimum: 0, maximum: 9_999_999_999, default: defaultPageLimit }),
  refspec: z.string().optional(),
});

const page = { cursor: z.union([z.literal(''), cursor]).nullish(), limit: z.int().min(0).nullish() };

export const strictVerifyLocksBody = z.strictObject({ ...page, ref: strictRef });
export const lenientVerifyLocksBody = z.object({ ...page, ref: lenientRef });

const unlock = { force: z.boolean().nullish() };

export const strictUnlockBody = z.strictObject({ ...unlock, ref: strictRef });
export const lenientUnlockBody = z.object({ ...unlock, ref: lenientRef });

export const pageOfLocks = (request: {
  readonly cursor?: string | null | undefined;
  readonly limit?: number | null | undefined;
}): PageRequest => ({
  limit: clampedLimit(request.limit ?? defaultPageLimit),
  cursor: request.cursor === '' || request.cursor === null ? undefined : request.cursor,
});

const orNone = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

export const noLocks: z.input<typeof locksReply> = { locks: [] };

interface WantedLocks {
  readonly path: string | undefined;
  readonly id: LockId | undefined;
}

/** Which locks are asked for; undefined where the id can be none, and so no lock has it. */
export const wantedLocks = (query: z.output<typeof locksQuery>): WantedLocks | undefined => {
  const [path, id] = [orNone(query.path), orNone(query.id)?.toLowerCase()];
  return id === undefined || isId<LockId>(id) ? { path, id } : undefined;
};

export const lockView = ({ id, path, lockedAt, ownerName }: Lock) => ({
  id,
  path,
  locked_at: timestampOf(lockedAt),
  owner: { name: ownerName },
});

export const lockTakenView = (lock: Lock, requestId: string): z.input<typeof lockTakenReply> => ({
  lock: lockView(lock),
  message: reasonMessages.conflict.already_locked,
  request_id: requestId,
  error: {
    code: 'conflict',
    message: reasonMessages.conflict.already_locked,
    request_id: requestId,
    details: { reason: 'already_locked' },
  },
});
