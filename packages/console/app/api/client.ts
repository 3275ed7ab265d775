import { type Client, createClient } from '@svc/client';
import { baseUrl } from '../settings.js';

/** A person waits: a call that does not get better soon says so. */
const retry = { maxAttempts: 2, maxDisconnected: 3, maxRateLimited: 20, maxDelayMs: 4000, maxRetryAfterMs: 10_000 };

/** The service, in the name of the holder of the credential. */
export const clientFor = (credential: string): Client =>
  createClient({
    baseUrl,
    credential,
    retry,
    fetch: (input, init) => fetch(input, init),
    // A page that came over plain http can reach its service in no other way.
    allowPlainHttp: location.protocol === 'http:',
  });
