import { percentile } from '../measure/percentile.js';

/** One thing that an honest client did. */
export interface Timed {
  readonly what: string;
  readonly ms: number;
  /** It was given up, or refused until then: it would have taken longer. */
  readonly isCutOff: boolean;
}

/** The same thing alone and beside an attack. */
export interface Compared {
  readonly what: string;
  readonly aloneMs: number;
  readonly besideMs: number;
  readonly ratio: number;
  /** How often it was done beside the attack, and how often given up. */
  readonly count: number;
  readonly cutOffCount: number;
}

const p95 = (times: readonly Timed[]): number =>
  percentile(
    times.map(({ ms }) => ms).toSorted((left, right) => left - right),
    0.95,
  );

/** Compares the 95th percentile of each thing, the one that suffers most first. */
export const compare = (alone: readonly Timed[], beside: readonly Timed[]): readonly Compared[] =>
  [...new Set(beside.map(({ what }) => what))]
    .map((what) => {
      const of = (times: readonly Timed[]): readonly Timed[] => times.filter((time) => time.what === what);
      const [aloneMs, besideMs] = [p95(of(alone)), p95(of(beside))];
      const cutOffCount = of(beside).filter(({ isCutOff }) => isCutOff).length;
      return { what, aloneMs, besideMs, ratio: besideMs / aloneMs, count: of(beside).length, cutOffCount };
    })
    .toSorted((left, right) => right.ratio - left.ratio);
