import type pg from 'pg';
import { pidOf } from './pid-of.js';

export interface ConnectionWatchOptions {
  /** Which of these processes of the server are at work; rejects while the server cannot be asked. */
  readonly findBusy: (pids: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Milliseconds that never jump, of any beginning. */
  readonly elapsed?: () => number;
  /** The server is asked about a statement that takes longer. */
  readonly silenceMs?: number;
  readonly checkMs?: number;
}

/** A connection of the driver, as far as it concerns the watch. */
export type WatchedClient = Pick<pg.PoolClient, 'connection'>;

/**
 * Finds connections that are dead without anybody having closed them, such as after a partition of the network, while TCP would still wait for minutes:
 * a statement takes long, and the server, asked over another connection, is at work on nothing of the kind. Such a connection is cut, which fails
 * the statement.
 */
export interface ConnectionWatch {
  /** Settles as the statement does. */
  during<T>(client: WatchedClient, statement: Promise<T>): Promise<T>;
  /** Whether another connection was found dead since this one was last heard of: it may be dead, too. */
  isDoubtful(client: WatchedClient): boolean;
  stop(): void;
}

const defaultSilenceMs = 2000;
const defaultCheckMs = 500;

/** At first the answer may just be on its way. */
const doubtsUntilLost = 2;

interface Watched {
  readonly client: WatchedClient;
  readonly pid: number;
  readonly since: number;
  doubts: number;
}

export const createConnectionWatch = (options: ConnectionWatchOptions): ConnectionWatch => {
  const { findBusy, elapsed = () => performance.now(), silenceMs = defaultSilenceMs, checkMs = defaultCheckMs } = options;
  const waiting = new Set<Watched>();
  const heardAt = new WeakMap<WatchedClient, number>();
  let lastLoss = Number.NEGATIVE_INFINITY;
  let isChecking = false;

  const check = async (): Promise<void> => {
    const silent = [...waiting].filter(({ since }) => elapsed() - since >= silenceMs);
    if (silent.length === 0) return;
    const busy = await findBusy(silent.map(({ pid }) => pid));
    for (const each of silent) {
      each.doubts = busy.has(each.pid) ? 0 : each.doubts + 1;
      if (each.doubts < doubtsUntilLost || !waiting.delete(each)) continue;
      lastLoss = elapsed();
      each.client.connection.stream.destroy();
    }
  };

  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    // A server that cannot be asked says nothing about any connection.
    void check()
      .catch(() => undefined)
      .finally(() => (isChecking = false));
  }, checkMs);
  timer.unref();

  return {
    during: async (client, statement) => {
      const pid = pidOf(client);
      const entry = pid === undefined ? undefined : { client, pid, since: elapsed(), doubts: 0 };
      if (entry !== undefined) waiting.add(entry);
      try {
        const answer = await statement;
        heardAt.set(client, elapsed());
        return answer;
      } finally {
        if (entry !== undefined) waiting.delete(entry);
      }
    },
    isDoubtful: (client) => (heardAt.get(client) ?? Number.POSITIVE_INFINITY) <= lastLoss,
    stop: () => clearInterval(timer),
  };
};
