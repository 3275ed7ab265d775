import { errAsync, ResultAsync } from 'neverthrow';
import { invariant, unavailable, type Unavailable } from '../model/app-error.js';

/**
 * What can go wrong with a call whatever it does. `before`: it is `unavailable`, and nothing has happened. `after`: it is `unavailable`, and has happened all the
 * same. `hang`: it is silent until the release, then `unavailable`. `slow`: it happens at the release. `late`: it is `unavailable` at once, and happens at
 * the release, as a request does that its sender has given up.
 */
export type CallFault = 'before' | 'after' | 'hang' | 'slow' | 'late';

/** One failure to come. */
export interface Fault<Call extends string = string, Kind extends string = string> {
  readonly call: Call;
  readonly when: Kind;
}

/** A place where a port can fail, such as `promote.after`. */
export type Failpoint = string;

/** How a test makes a faulty port fail. */
export interface FaultPlan<Planned extends Fault> {
  /**
   * Makes the next call of that name fail, or the one after so many others that go well; several faults of one call are met in the order in which they were
   * planned.
   */
  failNext(fault: Planned, callsBefore?: number): void;
  /** Drops what was planned and is not met yet, and which calls there were. */
  forget(): void;
  /** Lets everything go on that hangs, is slow or comes late; resolves when all of it has happened. */
  release(): Promise<void>;
  /** How often each call was made since the beginning, or since it has forgotten. */
  calls(): ReadonlyMap<Planned['call'], number>;
  /** Where calls have failed so far. */
  hits(): ReadonlySet<Failpoint>;
}

/** What a faulty port asks its plan. */
export interface FollowedPlan<Planned extends Fault> {
  /** For the test. */
  readonly plan: FaultPlan<Planned>;
  /** How this call fails; undefined: it does not. */
  readonly next: (call: Planned['call']) => Planned['when'] | undefined;
  /** Performs a call that fails like this, or does not. */
  readonly meet: <T, E>(fault: CallFault | undefined, act: () => ResultAsync<T, E>) => ResultAsync<T, E | Unavailable>;
}

export const failpointOf = ({ call, when }: Fault): Failpoint => `${call}.${when}`;

export const createFaultPlan = <Planned extends Fault>(
  part: Unavailable['part'],
  possible: readonly Planned[],
): FollowedPlan<Planned> => {
  const failpoints = new Set(possible.map(failpointOf));
  const planned: { readonly fault: Planned; callsBefore: number }[] = [];
  const calls = new Map<Planned['call'], number>();
  const hits = new Set<Failpoint>();
  let waiting: (() => Promise<unknown>)[] = [];
  const outage = <T>(): ResultAsync<T, Unavailable> => errAsync(unavailable(part));

  const atRelease = <T, E>(act: () => ResultAsync<T, E>): ResultAsync<T, E> =>
    new ResultAsync(
      new Promise((resolve, reject) => {
        waiting.push(async () => act().then(resolve, reject));
      }),
    );

  const meet = <T, E>(fault: CallFault | undefined, act: () => ResultAsync<T, E>): ResultAsync<T, E | Unavailable> => {
    switch (fault) {
      case undefined:
        return act();
      case 'before':
        return outage();
      case 'after':
        return act().andThen(() => outage<T>());
      case 'hang':
        return atRelease(() => outage<T>());
      case 'slow':
        return atRelease(act);
      case 'late':
        waiting.push(async () => act());
        return outage();
    }
  };

  return {
    plan: {
      failNext: (fault, callsBefore = 0) => {
        invariant(failpoints.has(failpointOf(fault)), 'a port fails only where it can');
        planned.push({ fault, callsBefore });
      },
      forget: () => {
        planned.length = 0;
        calls.clear();
      },
      release: async () => {
        const released = waiting;
        waiting = [];
        await Promise.all(released.map((act) => act()));
      },
      calls: () => calls,
      hits: () => hits,
    },
    next: (call) => {
      calls.set(call, (calls.get(call) ?? 0) + 1);
      const index = planned.findIndex(({ fault }) => fault.call === call);
      const first = planned[index];
      if (first === undefined) return undefined;
      first.callsBefore -= 1;
      if (first.callsBefore >= 0) return undefined;
      planned.splice(index, 1);
      hits.add(failpointOf(first.fault));
      return first.fault.when;
    },
    meet,
  };
};
