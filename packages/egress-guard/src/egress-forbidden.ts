/**
 * A connection that was not made, because it would have led to an address that is not public. It says no address and no name: what is behind a name in the
 * service's network is nothing that its users may learn.
 */
export class EgressForbidden extends Error {
  override readonly name = 'EgressForbidden';
  /** For those who know Node's system errors by their codes. */
  readonly code = 'EGRESS_FORBIDDEN';

  constructor() {
    super('the address is not one that may be connected to');
  }
}
