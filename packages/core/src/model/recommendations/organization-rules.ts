import type { Plan } from '../quotas/plan.js';
import type { StorageConnection } from '../storage-connections/storage-connection.js';
import { countedBytes, type OrganizationUsage } from '../usage/usage.js';
import { DAY_MS } from '../values/index.js';
import { bytesText } from '../bytes-text.js';
import type { Recommendation } from './recommendation.js';

/** Of the plan's storage, in hundredths. */
const nearLimitPercent = 80;
/** How old a token without an end must be to be worth a word. */
export const longLivedTokenMs = 90 * DAY_MS;

const ofOrganization = { repositoryId: undefined, estimatedBytes: undefined };

/** Used, reserved and reclaimable bytes come to 80 % of the plan's storage; a warning, and critical where nothing is left. */
export const nearStorageLimit = (usage: OrganizationUsage, plan: Plan): readonly Recommendation[] => {
  const limit = plan.storageBytes;
  const taken = countedBytes(usage);
  const threshold = Math.ceil((limit * nearLimitPercent) / 100);
  if (taken < threshold) return [];
  const isFull = taken >= limit;
  const consequence = plan.storageIsHard ? 'uploads beyond the limit are refused' : 'what is above the limit is metered';
  return [
    {
      id: 'near-storage-limit',
      rule: 'near-storage-limit',
      severity: isFull ? 'critical' : 'warning',
      title: isFull ? 'The storage of the plan is used up' : 'The storage of the plan is almost used up',
      detail: `${bytesText(taken)} of ${bytesText(limit)} are used, reserved or not yet removed; ${consequence}. Delete repositories that are no longer needed, or change the plan.`,
      repositoryId: undefined,
      estimatedBytes: taken - threshold,
    },
  ];
};

/** A connection whose last check has failed: its repositories cannot be read or written until it works again. */
export const unhealthyConnections = (connections: readonly StorageConnection[]): readonly Recommendation[] =>
  connections
    .filter(({ health }) => !health.isHealthy)
    .map(({ id, name, health }) => {
      const failed = health.checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
      return {
        id: `unhealthy-connection.${id}`,
        rule: 'unhealthy-connection',
        severity: 'critical',
        title: `The storage connection ${name} does not work`,
        detail: `Its last check has failed at: ${failed.join(', ')}. Set right what is wrong in the bucket or in the connection, and test it.`,
        ...ofOrganization,
      };
    });

/** Tokens that are valid for ever and older than 90 days. */
export const tokensWithoutExpiry = (count: number): readonly Recommendation[] =>
  count === 0
    ? []
    : [
        {
          id: 'tokens-without-expiry',
          rule: 'tokens-without-expiry',
          severity: 'info',
          title: 'Old API tokens never expire',
          detail: `${count === 1 ? '1 token is' : `${count} tokens are`} older than 90 days and without an end. Revoke what nobody needs, and replace the others by tokens with an end.`,
          ...ofOrganization,
        },
      ];
