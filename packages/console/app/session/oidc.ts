import { clientFor } from '../api/client.js';
import { valueOf } from '../api/failure.js';
import { paths } from '../paths.js';
import type { SignInProvider } from '../settings.js';
import { tabStorage } from './tab-storage.js';

/*
 * Authorization code with PKCE (RFC 7636), as a public client: the browser goes to the issuer and comes back with a code, which only this tab can
 * exchange, for it alone has the verifier. The issuer's token is exchanged for a session of the service at once and is not kept.
 */

interface Attempt {
  readonly state: string;
  readonly verifier: string;
  /** Where the person wanted to go. */
  readonly target: string;
}

const key = 'svc-sign-in';

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Web Crypto is missing on pages of plain http. */
const challengeOf = async (verifier: string): Promise<string> => {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return base64Url(sha256(new TextEncoder().encode(verifier)));
};

const textOf = (value: unknown, name: string): string => {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof field !== 'string') throw new Error(`The identity provider's answer has no ${name}.`);
  return field;
};

const json = async (url: string, init?: RequestInit): Promise<unknown> => {
  const answer = await fetch(url, { ...init, credentials: 'omit' });
  if (!answer.ok) throw new Error(`The identity provider answered ${String(answer.status)}.`);
  return answer.json();
};

const discover = ({ issuer }: SignInProvider): Promise<unknown> =>
  json(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);

const redirectUri = (): string => `${location.origin}${paths.signedIn()}`;

/** Where the service names a resource, the access token is for it; otherwise the ID token is for the client. */
const isForResource = ({ audience, clientId }: SignInProvider): boolean => audience !== clientId;

const nothingKept =
  'This browser keeps nothing for the page, which sign-in elsewhere takes. Let it keep data for this address, or use a credential.';

/** Leaves for the issuer. */
export const goToIssuer = async (provider: SignInProvider, target: string): Promise<void> => {
  const attempt: Attempt = { state: randomText(), verifier: randomText(), target };
  const url = new URL(textOf(await discover(provider), 'authorization_endpoint'));
  if (!tabStorage.keep(key, JSON.stringify(attempt))) throw new Error(nothingKept);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri(),
    scope: 'openid email profile',
    state: attempt.state,
    code_challenge: await challengeOf(attempt.verifier),
    code_challenge_method: 'S256',
    ...(isForResource(provider) ? { resource: provider.audience } : {}),
  }))
    url.searchParams.set(name, value);
  location.assign(url);
};

const notBegun = 'This sign-in was not begun in this tab, or it is over. Sign in again.';

/** What this tab has gone to the issuer with, once. */
const takeAttempt = (): Attempt => {
  const kept = tabStorage.read(key);
  if (kept === undefined) throw new Error(notBegun);
  const value: unknown = JSON.parse(kept);
  tabStorage.forget(key);
  return { state: textOf(value, 'state'), verifier: textOf(value, 'verifier'), target: textOf(value, 'target') };
};

/** The credential of a session of the service, for the code that the issuer has sent back in the query of the page. */
export const comeBack = async (
  provider: SignInProvider,
  query: URLSearchParams,
): Promise<{ readonly credential: string; readonly target: string }> => {
  const { state, verifier, target } = takeAttempt();
  if (query.get('state') !== state) throw new Error(notBegun);
  const code = query.get('code');
  if (code === null)
    throw new Error(query.get('error_description') ?? query.get('error') ?? 'The identity provider sent no code.');
  const tokens = await json(textOf(await discover(provider), 'token_endpoint'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: provider.clientId,
      redirect_uri: redirectUri(),
      code_verifier: verifier,
      ...(isForResource(provider) ? { resource: provider.audience } : {}),
    }),
  });
  const token = textOf(tokens, isForResource(provider) ? 'access_token' : 'id_token');
  const { data } = await valueOf(clientFor(token).api.POST('/api/v1/auth/session', { body: {} }));
  return { credential: data.session.token, target };
};
