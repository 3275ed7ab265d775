import { Gauge, Histogram, type Registry } from 'prom-client';

/** The connections of a pool at one moment. */
export interface PoolState {
  readonly size: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
}

const secondsBuckets = [0.001, 0.01, 0.05, 0.25, 1, 5];

/** Connections to PostgreSQL. SQLite has none, so there the gauges stay at 0. */
export const poolMetrics = (registry: Registry, state: () => PoolState) => {
  const registers = [registry];
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections to PostgreSQL for requests and jobs, those that are used and those that are not',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { size, idle } = state();
      this.set({ state: 'used' }, size - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'svc_database_waiting',
    help: 'Statements and transactions that wait for a connection',
    registers,
    collect() {
      this.set(state().waiting);
    },
  });
  const waits = new Histogram({
    name: 'svc_database_wait_seconds',
    help: 'How long each use of a connection was waited for',
    buckets: secondsBuckets,
    registers,
  });
  return { onConnection: (waitedMs: number): void => waits.observe(waitedMs / 1000) };
};
