import type { Application } from '@svc/core';
import type { HttpLog, TypedText } from '@svc/http-koa';
import type { JobsOptions } from '@svc/node';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { version } from '../version.js';
import { backlogMetrics } from './backlog-metrics.js';
import { httpMetrics } from './http-metrics.js';
import { jobMetrics } from './job-metrics.js';
import { poolMetrics, type PoolState } from './pool-metrics.js';

/** What a server measures: observers for its parts, and the page that they come to. */
export interface Metrics {
  readonly http: Required<HttpLog>;
  readonly jobs: { readonly [Field in 'onFault' | 'onRun' | 'onDone']: NonNullable<JobsOptions[Field]> };
  readonly onConnection: (waitedMs: number) => void;
  readonly page: () => Promise<TypedText>;
}

/**
 * No label has a name, an id or a path that clients make: labels are rows of the endpoint table, codes, jobs, queues and states, of which there are so many as
 * the release has.
 */
export const createMetrics = (measured: {
  readonly readBacklogs: Application['operator']['readBacklogs'];
  readonly connections: () => PoolState;
}): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'svc_build_info',
    help: 'Which version the server is; always 1',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version }, 1);
  const refresh = backlogMetrics(registry, measured.readBacklogs);
  return {
    http: httpMetrics(registry),
    jobs: jobMetrics(registry),
    ...poolMetrics(registry, measured.connections),
    page: async () => {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
};
