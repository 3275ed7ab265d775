import type { Hasher } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface HasherHarness extends Closable {
  readonly hasher: Hasher;
}
