import { okAsync } from 'neverthrow';
import { repository } from '../endpoint/access.js';
import { jsonOrLfs } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import {
  lenientLockBody,
  lenientUnlockBody,
  lenientVerifyLocksBody,
  lockReply,
  locksQuery,
  locksReply,
  lockTakenReply,
  lockTakenView,
  lockView,
  noLocks,
  pageOfLocks,
  strictLockBody,
  strictUnlockBody,
  strictVerifyLocksBody,
  verifiedLocksReply,
  wantedLocks,
} from '../schemas/lock.js';

/** git-lfs repeats none of these: it tells a person whose push was too much that the server has no locks, and how to switch their check off. */
const waitsForTurn = true;

/** The Git LFS File Locking API: a client asks it before every push. */
export const lockEndpoints = [
  endpoint({
    name: 'locks.create',
    summary: 'Lock a path',
    route: 'POST /repositories/{repoID}/lfs/locks',
    access: repository('repository.push'),
    waitsForTurn,
    body: jsonOrLfs(strictLockBody, lenientLockBody),
    output: { 201: lockReply, 409: lockTakenReply },
    errors: ['not_found', 'forbidden', 'conflict:already_locked', 'quota_exceeded:max_locks', 'unavailable'],
    handle: ({ application, grant, body, requestId }) =>
      application.locks
        .create(grant, { path: body.path })
        .map(({ kind, lock }) =>
          kind === 'created' ? reply(201, { lock: lockView(lock) }) : reply(409, lockTakenView(lock, requestId)),
        ),
  }),
  endpoint({
    name: 'locks.list',
    summary: 'The locks of a repository',
    route: 'GET /repositories/{repoID}/lfs/locks',
    access: repository('repository.pull'),
    waitsForTurn,
    query: locksQuery,
    output: { 200: locksReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) => {
      const wanted = wantedLocks(query);
      if (wanted === undefined) return okAsync(reply(200, noLocks));
      return application.locks
        .list(grant, { page: pageOfLocks(query), ...wanted })
        .map(({ items, nextCursor }) => reply(200, { locks: items.map(lockView), next_cursor: nextCursor }));
    },
  }),
  endpoint({
    name: 'locks.verify',
    summary: "The locks of a repository, split into the caller's and everybody else's",
    route: 'POST /repositories/{repoID}/lfs/locks/verify',
    access: repository('repository.push'),
    waitsForTurn,
    body: jsonOrLfs(strictVerifyLocksBody, lenientVerifyLocksBody),
    output: { 200: verifiedLocksReply },
    errors: ['unavailable'],
    handle: ({ application, grant, body }) =>
      application.locks
        .verify(grant, pageOfLocks(body))
        .map(({ ours, theirs, nextCursor }) =>
          reply(200, { ours: ours.map(lockView), theirs: theirs.map(lockView), next_cursor: nextCursor }),
        ),
  }),
  endpoint({
    name: 'locks.unlock',
    summary: "Give a path free; `force` for another user's lock",
    route: 'POST /repositories/{repoID}/lfs/locks/{lockID}/unlock',
    access: repository('repository.push'),
    waitsForTurn,
    body: jsonOrLfs(strictUnlockBody, lenientUnlockBody),
    output: { 200: lockReply },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params, body }) =>
      application.locks
        .unlock(grant, { lockId: params.lockID, force: body.force ?? false })
        .map((lock) => reply(200, { lock: lockView(lock) })),
  }),
];
