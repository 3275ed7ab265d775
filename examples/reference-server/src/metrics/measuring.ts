import type { Metrics } from './metrics.js';

/** Metrics that are loaded once the server answers: their library would make its start longer. */
export interface Measuring {
  /** Undefined until they are loaded: what was before that is measured by nobody. */
  readonly current: Metrics | undefined;
  begin(): Promise<Metrics>;
}

export const createMeasuring = (load: () => Promise<Metrics>): Measuring => {
  let current: Metrics | undefined;
  let loading: Promise<Metrics> | undefined;
  return {
    get current() {
      return current;
    },
    begin: () => (loading ??= load().then((loaded) => (current = loaded))),
  };
};
