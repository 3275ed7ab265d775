import type { Acme } from '../support/acme.js';
import type { Play } from './recorder.js';

/** A service with an organization and its owner, whose requests are recorded. */
export interface Scene extends Acme {
  readonly play: Play;
  /** A repository of the organization. */
  readonly repository: string;
}
