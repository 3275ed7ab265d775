import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { BadRequest, Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import { dashboard, type Dashboard } from './dashboard.js';
import { type MeasuredOrganizationUsage, organizationUsage } from './organization-usage.js';
import { type SeriesDay, usageSeries } from './usage-series.js';
import { writeDownloads } from './write-downloads.js';

/** What an organization stores and transfers (spec 4.4). All sizes are bytes; days and months are UTC. */
export interface Usage {
  /** Reads what the organization holds now and what it transferred this month, managed and BYOS apart (spec 4.4). */
  readonly ofOrganization: (grant: OrganizationGrant<'usage.read'>) => ResultAsync<MeasuredOrganizationUsage, Unavailable>;

  /** Reads the last `days` days, today included, from the roll-up (spec 4.4). `bad_request` with `days` outside of 1 to 365. */
  readonly series: (
    grant: OrganizationGrant<'usage.read'>,
    command: { readonly days: number },
  ) => ResultAsync<readonly SeriesDay[], BadRequest | Unavailable>;

  /** Reads everything about an organization at a glance (spec 4.4). */
  readonly dashboard: (grant: OrganizationGrant<'usage.read'>) => ResultAsync<Dashboard, Unavailable>;

  /**
   * Writes the downloads counted in memory since the last call; returns how many counters it wrote. Due every few seconds and once
   * before the process ends. What the database did not take is tried again by the next call, and counts once even if it was taken. Downloads of a repository
   * that is being removed or renamed at that moment are left to the next call; they are not counted when they were left out of a write whose answer was lost.
   */
  readonly writeDownloads: () => ResultAsync<number, Unavailable>;
}

export const createUsage = (ports: Ports & Metered): Usage => ({
  ofOrganization: organizationUsage(ports),
  series: usageSeries(ports),
  dashboard: dashboard(ports),
  writeDownloads: writeDownloads(ports),
});
