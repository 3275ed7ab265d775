/**
 * The signature algorithms of RFC 7518 and RFC 8037 that need a private key to sign. HMAC is left out for good: a service that
 * could check such a token could also make one, and a public key would pass as its secret.
 */
export const signingAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];
