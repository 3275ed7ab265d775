import { named, type TestObject } from '../client/test-object.js';

type Named = Pick<TestObject, 'oid' | 'size'>;

export interface FinalizedSession {
  readonly sessionId: string;
  readonly generation: number;
}

/** What the server has acknowledged, kept where no crash of the server reaches it. */
export interface AckJournal {
  /** Throws when one idempotency key has led to two sessions. */
  opened(idempotencyKey: string, sessionId: string): void;
  /** Throws when one session has been told two generations, or two sessions the same one. */
  finalized(sessionId: string, generation: number, objects: readonly Named[]): void;
  /** By Git LFS: verified, or said to be stored already. */
  verified(object: Named): void;
  /** Every acknowledged object, once. */
  objects(): readonly Named[];
  sessions(): readonly FinalizedSession[];
  /** By how much the acknowledged pushes have raised the generation: once for each session and each object of Git LFS. */
  bumps(): number;
}

export const createAckJournal = (): AckJournal => {
  const sessionOfKey = new Map<string, string>();
  const generationOfSession = new Map<string, number>();
  const sessionOfGeneration = new Map<number, string>();
  const objects = new Map<string, Named>();
  const byLfs = new Set<string>();

  const once = <Key, Value>(known: Map<Key, Value>, key: Key, value: Value, claim: string): void => {
    const before = known.get(key);
    if (before !== undefined && before !== value) throw new Error(`${claim}: ${String(before)}, then ${String(value)}`);
    known.set(key, value);
  };

  return {
    opened: (key, sessionId) => once(sessionOfKey, key, sessionId, `two sessions for the key ${key}`),
    finalized: (sessionId, generation, finalized) => {
      once(generationOfSession, sessionId, generation, `two generations for the session ${sessionId}`);
      once(sessionOfGeneration, generation, sessionId, `two sessions with the generation ${generation}`);
      for (const object of finalized) objects.set(object.oid, named(object));
    },
    verified: (object) => {
      objects.set(object.oid, named(object));
      byLfs.add(object.oid);
    },
    objects: () => [...objects.values()],
    sessions: () => [...generationOfSession].map(([sessionId, generation]) => ({ sessionId, generation })),
    bumps: () => generationOfSession.size + byLfs.size,
  };
};
