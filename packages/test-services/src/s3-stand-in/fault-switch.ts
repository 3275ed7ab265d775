import type { Fault, FaultScope, Operation } from './options.js';

/** The faults that requests are to meet. */
export interface FaultSwitch {
  inject(fault: Fault, scope?: FaultScope): void;
  heal(): void;
  /** What a request meets now; counts it where the fault is for so many requests only. */
  next(operation: Operation | undefined): Fault | undefined;
}

interface Injected {
  readonly fault: Fault;
  readonly operations: readonly Operation[] | undefined;
  timesLeft: number;
}

export const faultSwitch = (): FaultSwitch => {
  const injected: Injected[] = [];
  return {
    inject: (fault, { operations, times = Infinity } = {}) => void injected.unshift({ fault, operations, timesLeft: times }),
    heal: () => {
      injected.length = 0;
    },
    next: (operation) => {
      const met = injected.find(
        ({ operations, timesLeft }) =>
          timesLeft > 0 && (operations === undefined || (operation !== undefined && operations.includes(operation))),
      );
      if (met === undefined) return undefined;
      met.timesLeft -= 1;
      return met.fault;
    },
  };
};
