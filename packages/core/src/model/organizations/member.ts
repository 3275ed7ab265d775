import type { Membership } from './organization.js';

/** A membership with what is shown of its user. */
export interface Member extends Membership {
  readonly userName: string;
  readonly email: string | undefined;
}
