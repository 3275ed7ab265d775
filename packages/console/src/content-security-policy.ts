/**
 * What the pages may do in a browser: run their own files and nothing else, and talk to the service, to the storage behind signed URLs and to the issuer.
 * No text of anybody becomes a script or a style; only the file of the worker is made a script's address by a policy.
 */
export const contentSecurityPolicy = (connectOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    'media-src blob:',
    `connect-src ${["'self'", ...new Set(connectOrigins)].join(' ')}`,
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svc-console-worker',
  ].join('; ');
