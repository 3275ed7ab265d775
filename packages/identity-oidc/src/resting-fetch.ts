import type { Instant } from '@svc/core/model';
import type { Clock } from '@svc/core/ports';
import { IssuerFault } from './issuer-fault.js';

/** Asks an issuer, and leaves it alone for a while when it has not answered well: tokens that anybody may send do not keep it busy. */
export interface RestingFetch {
  readonly fetch: typeof globalThis.fetch;
  /** How often the issuer was asked. */
  readonly requests: () => number;
  /**
   * What has gone wrong, as a fault of the issuer; with `hasAsked` its rest begins. During a rest it is the fault that began it, so
   * of many who have waited for one answer each gets the same.
   */
  readonly faultOf: (cause: unknown, hasAsked: boolean) => IssuerFault;
}

export const createRestingFetch = (options: {
  readonly issuer: string;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly restMs: number;
}): RestingFetch => {
  const { issuer, clock, restMs } = options;
  let requests = 0;
  let rest: { readonly fault: IssuerFault; readonly endsAt: Instant } | undefined;
  const restingFault = (): IssuerFault | undefined => {
    const leftMs = rest === undefined ? 0 : rest.endsAt - clock.now();
    // One that has longer to go than it takes is from before the clock was set back.
    return leftMs > 0 && leftMs <= restMs ? rest?.fault : undefined;
  };
  return {
    fetch: async (input, init) => {
      const fault = restingFault();
      if (fault !== undefined) throw fault;
      requests += 1;
      return options.fetch(input, init);
    },
    requests: () => requests,
    faultOf: (cause, hasAsked) => {
      const resting = restingFault();
      if (resting !== undefined) return resting;
      const fault = cause instanceof IssuerFault ? cause : new IssuerFault(`the keys of ${issuer} cannot be read`, { cause });
      if (hasAsked) rest = { fault, endsAt: clock.now() + restMs };
      return fault;
    },
  };
};
