import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createOidcIdentityProvider } from '../src/index.js';
import { type Issuer, startIssuer } from './issuer/start-issuer.js';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Good but for what the case changes; times in seconds from now. */
const claims = (issuer: Issuer, changes: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer.url, aud: issuer.clientId, sub: 'ada', iat: now, exp: now + 600, ...changes };
};
const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const withoutClaim = (issuer: Issuer, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims(issuer)).filter(([each]) => each !== name));

type Forge = (issuer: Issuer) => Promise<string>;

const forgeries: readonly (readonly [string, Forge])[] = [
  [
    'signed with another key under the issuer’s key id',
    async (issuer) => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims(issuer)).setProtectedHeader({ alg: 'RS256', kid: issuer.currentKey().id }).sign(privateKey);
    },
  ],
  [
    'signed with a key that its own header brings along',
    async (issuer) => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk = await crypto.subtle.exportKey('jwk', publicKey);
      const header = {
        alg: 'ES256',
        jwk: { kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' },
        jku: 'https://evil.example/jwks',
      };
      return new SignJWT(claims(issuer)).setProtectedHeader(header).sign(privateKey);
    },
  ],
  ['without a signature, alg none', async (issuer) => `${part({ alg: 'none' })}.${part(claims(issuer))}.`],
  [
    'without a signature, alg NONE with the real key id',
    async (issuer) => `${part({ alg: 'NONE', kid: issuer.currentKey().id })}.${part(claims(issuer))}.`,
  ],
  ['with the signature cut off', async (issuer) => (await issuer.sign(claims(issuer))).replace(/\.[^.]*$/, '.')],
  [
    'signed by HMAC with the issuer’s public key as the secret',
    async (issuer) => {
      const input = `${part({ alg: 'HS256', kid: issuer.currentKey().id })}.${part(claims(issuer))}`;
      const secret = await exportSPKI(issuer.currentKey().publicKey);
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    },
  ],
  ['that has expired', (issuer) => issuer.sign(claims(issuer, { exp: secondsFromNow(-61) }))],
  ['that never expires', (issuer) => issuer.sign(withoutClaim(issuer, 'exp'))],
  ['whose expiry is text', (issuer) => issuer.sign({ ...claims(issuer), exp: '9999999999' })],
  ['that is not valid yet', (issuer) => issuer.sign(claims(issuer, { nbf: secondsFromNow(300) }))],
  ['of another issuer', (issuer) => issuer.sign(claims(issuer, { iss: 'https://other.example' }))],
  ['of an issuer that differs by a slash', (issuer) => issuer.sign(claims(issuer, { iss: `${issuer.url}/` }))],
  ['of no issuer', (issuer) => issuer.sign(withoutClaim(issuer, 'iss'))],
  ['for another audience', (issuer) => issuer.sign(claims(issuer, { aud: 'another-client' }))],
  ['for other audiences', (issuer) => issuer.sign(claims(issuer, { aud: ['another-client', `${issuer.clientId}-2`] }))],
  ['for no audience', (issuer) => issuer.sign(withoutClaim(issuer, 'aud'))],
  ['about nobody', (issuer) => issuer.sign(withoutClaim(issuer, 'sub'))],
  ['about an empty subject', (issuer) => issuer.sign(claims(issuer, { sub: '' }))],
  ['about a subject that is a number', (issuer) => issuer.sign({ ...claims(issuer), sub: 1 })],
  ['about a subject of 256 characters', (issuer) => issuer.sign(claims(issuer, { sub: 's'.repeat(256) }))],
  ['that is a logout token', (issuer) => issuer.sign(claims(issuer), { typ: 'logout+jwt' })],
  [
    'that is a logout token without a type of its own',
    (issuer) => issuer.sign(claims(issuer, { sid: '1', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })),
  ],
  ['whose type is a number', (issuer) => issuer.sign(claims(issuer), { typ: 5 })],
  ['that is truncated', async (issuer) => (await issuer.sign(claims(issuer))).slice(0, -8)],
  ['that is truncated in its claims', async (issuer) => (await issuer.sign(claims(issuer))).split('.').slice(0, 2).join('.')],
  [
    'whose claims were changed after signing',
    async (issuer) => {
      const [header, , signature] = (await issuer.sign(claims(issuer))).split('.');
      return `${header ?? ''}.${part(claims(issuer, { sub: 'root' }))}.${signature ?? ''}`;
    },
  ],
  ['with an unknown key id', (issuer) => issuer.sign(claims(issuer), { kid: 'unknown' })],
  [
    'with a header field that must be understood and is not',
    (issuer) => issuer.sign(claims(issuer), { crit: ['svc-unknown'], 'svc-unknown': 1 }),
  ],
  ['whose claims are text', (issuer) => issuer.sign('ada')],
  ['whose claims are a list', (issuer) => issuer.sign([claims(issuer)])],
  ['that is no JWT at all', async () => 'svc_pat_0123456789'],
  ['that is empty', async () => ''],
];

describe('a forged token', () => {
  let issuer: Issuer;
  before(async () => {
    issuer = await startIssuer();
  });
  after(() => issuer.stop());

  const verify = (credential: string) =>
    createOidcIdentityProvider({ issuer: issuer.url, audience: issuer.clientId, keyCooldownMs: 0 }).verify(credential);

  it('is told from a good one: this is what the others are measured against', async () => {
    expect((await verify(await issuer.sign(claims(issuer)))).isOk()).to.equal(true);
  });

  it('is not what a clock that is up to a minute off makes of a good one', async () => {
    expect((await verify(await issuer.sign(claims(issuer, { exp: secondsFromNow(-55) })))).isOk()).to.equal(true);
    expect((await verify(await issuer.sign(claims(issuer, { nbf: secondsFromNow(55) })))).isOk()).to.equal(true);
  });

  for (const [title, forge] of forgeries) {
    it(`${title} is an invalid credential like every other`, async () => {
      const verified = await verify(await forge(issuer));
      expect(verified._unsafeUnwrapErr()).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
    });
  }
});
