import type { RandomSource } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface RandomSourceHarness extends Closable {
  readonly random: RandomSource;
}
