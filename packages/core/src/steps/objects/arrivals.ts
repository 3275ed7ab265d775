import type { Instant, OrganizationId } from '../../model/values/index.js';
import type { StagedObject } from './verify-staged.js';

/** Bytes that have come for an LFS session. */
export interface Arrival extends StagedObject {
  readonly organizationId: OrganizationId;
}

type ArrivalName = Omit<Arrival, 'repositoryId'>;

/** What has come to this process, or was found by it, and is to be verified. What is forgotten here is found again by the job that looks for it. */
export interface Arrivals {
  /** Has the object verified at the instant or later; false when so many of the organization wait that no more are taken. One that waits keeps its place. */
  add(arrival: Arrival, from: Instant): boolean;
  /** Whether the object waits or is being verified. */
  isKnown(arrival: ArrivalName): boolean;
  /** It was verified in another way. */
  forget(arrival: ArrivalName): void;
  /** Nothing of the organization can be verified now. */
  forgetAllOf(organizationId: OrganizationId): void;
  /** One that is due, of the organization of which the fewest are being verified, until `end` is called. */
  take(now: Instant): { readonly arrival: Arrival; readonly end: () => void } | undefined;
}

/** What use cases need that tell of arrivals, or verify them. */
export interface Arriving {
  readonly arrivals: Arrivals;
}

const maxWaitingPerOrganization = 10_000;
const maxAtOncePerOrganization = 4;

interface Lane {
  readonly waiting: Map<string, { readonly arrival: Arrival; readonly from: Instant }>;
  /** One for each that is being verified: of the same bytes there may be several. */
  readonly running: Set<{ readonly key: string }>;
}

const keyOf = ({ sessionId, oid }: ArrivalName): string => `${sessionId}/${oid}`;

export const createArrivals = (): Arrivals => {
  /** The one whose turn was longest ago first. */
  const lanes = new Map<OrganizationId, Lane>();

  const forgetIdle = (organizationId: OrganizationId, { waiting, running }: Lane): void => {
    if (waiting.size === 0 && running.size === 0) lanes.delete(organizationId);
  };
  const firstDue = ({ waiting, running }: Lane, now: Instant): Arrival | undefined => {
    const [first] = waiting.values();
    return first !== undefined && first.from <= now && running.size < maxAtOncePerOrganization ? first.arrival : undefined;
  };
  const next = (now: Instant): { readonly arrival: Arrival; readonly lane: Lane } | undefined => {
    let chosen: { readonly arrival: Arrival; readonly lane: Lane } | undefined;
    for (const lane of lanes.values()) {
      const arrival = firstDue(lane, now);
      if (arrival !== undefined && lane.running.size < (chosen?.lane.running.size ?? Infinity)) chosen = { arrival, lane };
    }
    return chosen;
  };

  return {
    add: (arrival, from) => {
      const lane = lanes.get(arrival.organizationId) ?? { waiting: new Map(), running: new Set() };
      const key = keyOf(arrival);
      if (lane.waiting.has(key)) return true;
      if (lane.waiting.size >= maxWaitingPerOrganization) return false;
      lane.waiting.set(key, { arrival, from });
      lanes.set(arrival.organizationId, lane);
      return true;
    },
    isKnown: (arrival) => {
      const lane = lanes.get(arrival.organizationId);
      const key = keyOf(arrival);
      return lane !== undefined && (lane.waiting.has(key) || [...lane.running].some((other) => other.key === key));
    },
    forget: (arrival) => {
      const lane = lanes.get(arrival.organizationId);
      if (lane?.waiting.delete(keyOf(arrival)) === true) forgetIdle(arrival.organizationId, lane);
    },
    forgetAllOf: (organizationId) => {
      const lane = lanes.get(organizationId);
      if (lane === undefined) return;
      lane.waiting.clear();
      forgetIdle(organizationId, lane);
    },
    take: (now) => {
      const found = next(now);
      if (found === undefined) return undefined;
      const { arrival, lane } = found;
      const { organizationId } = arrival;
      const turn = { key: keyOf(arrival) };
      lane.waiting.delete(turn.key);
      lane.running.add(turn);
      lanes.delete(organizationId);
      lanes.set(organizationId, lane);
      const end = (): void => {
        lane.running.delete(turn);
        forgetIdle(organizationId, lane);
      };
      return { arrival, end };
    },
  };
};
