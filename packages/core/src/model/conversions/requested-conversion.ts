import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../values/index.js';

/** How a stored object lies of which somebody is about to push another version. `whole`: it can be asked for in chunks. `stays_whole`: not now. */
export const baseStates = ['chunks', 'waiting', 'whole', 'stays_whole'] as const;
export type BaseState = (typeof baseStates)[number];

/** As many chunks of that version as are told of; of more the least ones, by their names. */
export const mostNamesOfVersion = 12_000;

/** That somebody has asked for a whole object in chunks, and what has come of it. One that was cut needs none any more. */
export interface RequestedConversion {
  readonly state: 'requested' | 'begun' | 'ended';
  /** Since when it is in that state. */
  readonly since: Instant;
}

/** Who asks waits no longer. */
export const requestedForMs = 10 * MINUTE_MS;
/** Its process has died since. */
const begunForMs = HOUR_MS;
/** So often an object is read because somebody asks for it, as often as the conversion looks at it by itself. */
export const requestAgainMs = 30 * DAY_MS;

/** What a request says of an object that is still whole. */
export const stateOfRequest = (request: RequestedConversion | undefined, now: Instant): BaseState => {
  if (request === undefined) return 'whole';
  const ageMs = now - request.since;
  switch (request.state) {
    case 'requested':
      return ageMs < requestedForMs ? 'waiting' : 'whole';
    case 'begun':
      if (ageMs < begunForMs) return 'waiting';
      break;
    case 'ended':
  }
  return ageMs < requestAgainMs ? 'stays_whole' : 'whole';
};
