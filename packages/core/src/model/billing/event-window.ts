import { DAY_MS } from '../values/index.js';

/** How old the signature of a callback may be. */
export const eventToleranceSeconds = 300;

/** How long the ids of events are kept that were applied. A provider gives up telling one after a few days. */
export const eventRetentionMs = 30 * DAY_MS;
