import type { Granted, Oid } from '@svc/core';
import { lfsStagingGraceMs, type UploadSessionId } from '@svc/core/model';

/** What the model knows of one object of one session. */
export interface ModelObject {
  staged: 'nothing' | 'right' | 'wrong';
  isCompleted: boolean;
  /** The repository had it when the session asked for it, so nobody has to send it. */
  readonly isSettled: boolean;
}

export interface ModelSession {
  readonly id: UploadSessionId;
  readonly objects: Map<Oid, ModelObject>;
  status: 'OPEN' | 'FINALIZED' | 'EXPIRED';
  expiresAt: number;
}

export interface ModelLfsSession extends ModelSession {
  readonly verifyToken: string;
}

export interface ModelRepository {
  readonly push: Granted<'repository.push'>;
  readonly visible: Set<Oid>;
  readonly sessions: ModelSession[];
  lfs: ModelLfsSession | undefined;
  /** Those before `lfs`: they take no new objects, but what they have can still be verified. */
  readonly formerLfs: ModelLfsSession[];
  /** What can be restored, and until when at least. */
  readonly removed: Map<Oid, number>;
  generation: number;
}

export const admit = (session: ModelSession, oids: readonly Oid[], visible: ReadonlySet<Oid>): void => {
  for (const oid of oids) {
    if (session.objects.has(oid)) continue;
    session.objects.set(oid, { staged: 'nothing', isCompleted: false, isSettled: visible.has(oid) });
  }
};

/** A session ends by the clock, whether or not anybody has swept it. */
export const endAt = (session: ModelSession, now: number): void => {
  if (session.status === 'OPEN' && session.expiresAt <= now) session.status = 'EXPIRED';
};

/** What is staged can be verified for a while after the session has ended. */
export const isKept = ({ expiresAt }: ModelLfsSession, now: number): boolean => now < expiresAt + lfsStagingGraceMs;

export const register = (repository: ModelRepository, oids: readonly Oid[]): void => {
  if (oids.length === 0) return;
  repository.generation += 1;
  for (const oid of oids) {
    repository.visible.add(oid);
    repository.removed.delete(oid);
  }
};
