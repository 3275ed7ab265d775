import { createServer } from 'node:http';
import { createHash, randomBytes } from 'node:crypto';
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, type ResourceServer } from 'oidc-provider';

/** What the issuer says about a person: the claims of their ID token, as they are. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** A real OpenID Connect issuer on loopback, and the means to get tokens out of it as people and machines do. */
export interface Issuer {
  readonly url: string;
  /** The audience of its access tokens. */
  readonly resource: string;
  /** The audience of its ID tokens. */
  readonly clientId: string;
  /** Requests by path, so far. */
  readonly requests: ReadonlyMap<string, number>;
  /** An ID token by the authorization code flow with PKCE, for the person whom the claims describe. */
  idToken(claims: Claims): Promise<string>;
  /** A JWT access token (RFC 9068) for the resource, by the client credentials grant. */
  accessToken(): Promise<string>;
  /** A token that the issuer never issued, under its own current key: whatever claims, and the header fields given. */
  sign(claims: unknown, header?: Readonly<Record<string, unknown>>): Promise<string>;
  currentKey(): SigningKey;
  /** New keys; the old ones are gone from the key set. */
  rotateKeys(algorithm?: string): Promise<void>;
  /** Closes the port, so that nobody can connect. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const clientId = 'svc-web';
const machineId = 'svc-machine';
const machineSecret = 'a-machine-that-keeps-a-secret-of-its-own';
const redirectUri = 'https://svc.example/signed-in';
const resource = 'https://svc.example/api';

const makeKey = async (algorithm: string): Promise<SigningKey> => ({
  id: randomBytes(6).toString('hex'),
  algorithm,
  ...(await generateKeyPair(algorithm, { extractable: true })),
});

export const startIssuer = async (algorithm = 'RS256'): Promise<Issuer> => {
  const people = new Map<string, Claims>();
  const requests = new Map<string, number>();
  let key = await makeKey(algorithm);
  let answer: ReturnType<Provider['callback']> | undefined;
  let provider: Provider | undefined;

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://issuer').pathname;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (path.startsWith('/sign-in/') && provider !== undefined) {
      void signIn(provider, request, response);
    } else {
      void answer?.(request, response);
    }
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  const port = await listen(0);
  const url = `http://127.0.0.1:${port}`;

  const publish = async (): Promise<void> => {
    const jwk = { ...(await exportJWK(key.privateKey)), kid: key.id, alg: key.algorithm, use: 'sig' };
    provider = quietly(() => new Provider(url, configuration(people, jwk, key.algorithm)));
    answer = provider.callback();
  };
  await publish();

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    url,
    resource,
    clientId,
    requests,
    idToken: async (claims) => {
      people.set(claims.sub, claims);
      return idTokenByCode(url, claims.sub);
    },
    accessToken: () => accessTokenByClientCredentials(url),
    sign: (claims, header = {}) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: key.algorithm, kid: key.id, ...header })
        .sign(key.privateKey, { crit: { 'svc-unknown': true } }),
    currentKey: () => key,
    rotateKeys: async (next = algorithm) => {
      key = await makeKey(next);
      await publish();
    },
    pause: close,
    resume: async () => {
      await listen(port);
    },
    stop: close,
  };
};

const configuration = (people: ReadonlyMap<string, Claims>, jwk: object, algorithm: string): Configuration => ({
  jwks: { keys: [{ kty: '', ...jwk }] },
  clients: [
    {
      client_id: clientId,
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      id_token_signed_response_alg: idTokenAlgorithm(algorithm),
    },
    {
      client_id: machineId,
      client_secret: machineSecret,
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
      id_token_signed_response_alg: idTokenAlgorithm(algorithm),
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
  conformIdTokenClaims: false,
  scopes: ['openid', 'email', 'profile'],
  findAccount: (_context, id) => {
    const claims = people.get(id);
    return claims === undefined ? undefined : { accountId: id, claims: () => Object.assign({}, claims) };
  },
  interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  ttl: { AccessToken: 600, ClientCredentials: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  cookies: { keys: ['only-for-tests'] },
  enabledJWA: { idTokenSigningAlgValues: [idTokenAlgorithm(algorithm)] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => [],
      getResourceServerInfo: (): ResourceServer => ({
        scope: '',
        audience: resource,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: idTokenAlgorithm(algorithm) } },
      }),
    },
  },
});

type IssuerAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';
const idTokenAlgorithm = (algorithm: string): IssuerAlgorithm =>
  algorithm === 'PS256' || algorithm === 'ES256' || algorithm === 'EdDSA' ? algorithm : 'RS256';

/** The person in front of the sign-in page, who enters the name that the client has hinted at. */
const signIn = async (provider: Provider, ...[request, response]: Parameters<Provider['interactionDetails']>): Promise<void> => {
  const { params } = await provider.interactionDetails(request, response);
  await provider.interactionFinished(request, response, { login: { accountId: String(params['login_hint']) } });
};

const idTokenByCode = async (url: string, subject: string): Promise<string> => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: subject,
  });
  const cookies = new Map<string, string>();
  let location = new URL(`${url}/auth?${query.toString()}`);
  while (!location.href.startsWith(redirectUri)) {
    const response = await fetch(location, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`);
    location = new URL(next, location);
  }
  return fetchToken(url, 'id_token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: location.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
};

const accessTokenByClientCredentials = (url: string): Promise<string> =>
  fetchToken(url, 'access_token', {
    grant_type: 'client_credentials',
    client_id: machineId,
    client_secret: machineSecret,
    resource,
  });

const fetchToken = async (url: string, kind: 'id_token' | 'access_token', form: Record<string, string>): Promise<string> => {
  const response = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const answer: unknown = await response.json();
  const token =
    typeof answer === 'object' && answer !== null ? new Map<string, unknown>(Object.entries(answer)).get(kind) : undefined;
  if (typeof token !== 'string') throw new Error(`the issuer answered ${response.status}: ${JSON.stringify(answer)}`);
  return token;
};

/** The issuer tells at length that it is not set up for production. */
const quietly = <T>(work: () => T): T => {
  const { info, warn } = console;
  console.info = console.warn = () => undefined;
  try {
    return work();
  } finally {
    Object.assign(console, { info, warn });
  }
};
