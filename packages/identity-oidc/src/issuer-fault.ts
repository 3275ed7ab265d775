/**
 * The issuer does not answer, or what it answers is of no use. Thrown, because it crosses jose on its way from the key
 * look-up to the verification; it never leaves this package.
 */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault';
}
