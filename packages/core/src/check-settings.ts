import { invariant } from './model/app-error.js';
import { minDeletedRepositoryGraceMs, minGcGraceMs } from './model/maintenance.js';
import { limitsOf } from './model/quotas/limits.js';
import { isPlanId } from './model/quotas/plan.js';
import type { Settings } from './ports/ports.js';
import { checkLinkKeys } from './signed-urls/check-link-keys.js';

/** Whether it is where clients reach the service, and a path can be put behind it. */
const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s\\?#/@]+(?:\/[^\s\\?#]*)?$/i.test(text) && !text.endsWith('/') && URL.canParse(text);

/** The least of each setting that is counted, or added to an instant: the database takes whole numbers alone. */
const leastWhole = [
  ['sessionMaxMs', 1],
  ['deletedRepositoryGraceMs', minDeletedRepositoryGraceMs],
  ['gcGraceMs', minGcGraceMs],
  ['sparseIndexChunks', 0],
  ['coldAfterMs', 0],
  ['minConvertedBytes', 0],
] as const;

/** With less than these nothing would ever be done. */
const ratesAboveZero = ['verifiedBytesPerHour', 'gcRequestsPerSecond', 'gcBytesPerSecond', 'conversionBytesPerSecond'] as const;

const checkWhole = (name: string, value: number, least: number): void =>
  invariant(Number.isSafeInteger(value) && value >= least, `${name} is a whole number from ${least} on`);

const checkNumbers = (settings: Settings): void => {
  for (const [name, least] of leastWhole) {
    const value = settings[name];
    if (value !== undefined) checkWhole(name, value, least);
  }
  for (const name of ratesAboveZero) {
    const value = settings[name];
    invariant(value === undefined || (Number.isFinite(value) && value > 0), `${name} is a number above 0`);
  }
  const { scrubBytesPerSecond = 0 } = settings;
  invariant(Number.isFinite(scrubBytesPerSecond) && scrubBytesPerSecond >= 0, 'scrubBytesPerSecond is a number, and not below 0');
  for (const [name, value] of Object.entries<number>({ ...limitsOf(settings) })) checkWhole(`limits.${name}`, value, 0);
};

/** Throws for settings that would only show at some request, in links that nobody can follow, or in bytes that are removed too early. */
export const checkSettings = (settings: Settings): void => {
  const { baseUrl, linkKeys, defaultPlan } = settings;
  // Not quoted: it may hold a password.
  invariant(isBaseUrl(baseUrl), 'the base URL is an http(s) URL without credentials, query, fragment and slash at its end');
  checkLinkKeys(linkKeys);
  invariant(isPlanId(defaultPlan), `there is a plan ${defaultPlan}`);
  checkNumbers(settings);
};
