export { createOidcIdentityProvider, type OidcOptions } from './oidc-identity-provider.js';
export type { SigningAlgorithm } from './signing-algorithm.js';
