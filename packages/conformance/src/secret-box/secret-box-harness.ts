import type { SecretBox } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface SecretBoxHarness extends Closable {
  /** A box over these keys, the newest one first. The same name is the same key in every box of the harness. */
  open(keyNames: readonly string[]): Promise<SecretBox>;
}
