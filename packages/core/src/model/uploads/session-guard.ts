import { type Conflict, conflict, type NotFound, notFound } from '../app-error.js';
import type { Instant } from '../values/index.js';
import { statusAt, type UploadObject, type UploadSession } from './upload-session.js';

/** Whether a client's session takes part in its state machine at all: LFS sessions have no routes of their own. */
export const isClientSession = (session: UploadSession | undefined): session is UploadSession => session?.kind === 'session';

/** Spec 3.1: only an OPEN session that has not reached its end takes objects. */
export const whyNotOpen = (session: UploadSession, now: Instant): Conflict | undefined => {
  switch (statusAt(session, now)) {
    case 'OPEN':
      return undefined;
    case 'FINALIZED':
      return conflict('session_finalized');
    case 'EXPIRED':
      return conflict('session_expired');
    case 'ABORTED':
      return conflict('session_aborted');
  }
};

/** `done`: it was completed before, which stays true whatever became of the session. `verify`: its bytes must be looked at. */
export type Completion =
  | { readonly step: 'done' }
  | { readonly step: 'verify' }
  | { readonly step: 'refuse'; readonly error: Conflict | NotFound };

/** What `complete` of an object has to do. */
export const decideCompletion = (
  session: UploadSession,
  object: UploadObject | undefined,
  sizeBytes: number,
  now: Instant,
): Completion => {
  if (object === undefined) return { step: 'refuse', error: whyNotOpen(session, now) ?? notFound };
  if (object.sizeBytes !== sizeBytes) return { step: 'refuse', error: conflict('size_mismatch') };
  if (object.state === 'COMPLETED') return { step: 'done' };
  const closed = whyNotOpen(session, now);
  return closed === undefined ? { step: 'verify' } : { step: 'refuse', error: closed };
};
