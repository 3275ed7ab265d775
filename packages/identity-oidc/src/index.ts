export { isTrustworthyUrl } from './trustworthy-url.js';
export { createOidcIdentityProvider, type OidcOptions } from './oidc-identity-provider.js';
export type { SigningAlgorithm } from './signing-algorithm.js';
