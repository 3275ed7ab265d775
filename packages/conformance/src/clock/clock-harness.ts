import type { Clock } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface ClockHarness extends Closable {
  readonly clock: Clock;
  /** Lets so much time go by: a clock that stands still is moved, any other is waited for. */
  pass(milliseconds: number): Promise<void>;
}
