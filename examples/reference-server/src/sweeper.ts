import type { Application } from '@svc/core';
import type { Logger } from 'pino';
import { type PeriodicJob, startPeriodicJob } from './periodic-job.js';

/** A periodic run of `maintenance.sweep`. */
export const startSweeper = (
  sweep: Application['maintenance']['sweep'],
  options: { readonly intervalMs: number; readonly log: Pick<Logger, 'info' | 'warn' | 'error'> },
): PeriodicJob =>
  startPeriodicJob(sweep, {
    ...options,
    name: 'sweep',
    tell: (swept) => {
      if (Object.values(swept).some((count) => count > 0)) options.log.info(swept, 'swept');
    },
  });
