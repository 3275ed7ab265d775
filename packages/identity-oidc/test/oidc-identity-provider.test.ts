import { generateKeyPairSync } from 'node:crypto';
import { type IdentityProviderHarness, type IssuedPerson, identityProviderCases, runCases } from '@svc/conformance';
import type { AppError } from '@svc/core';
import type { IdentityProvider } from '@svc/core/ports';
import { expect } from 'chai';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createOidcIdentityProvider, type OidcOptions } from '../src/index.js';
import { type Issuer, startIssuer } from './issuer/start-issuer.js';

const jwksReads = (issuer: Issuer): number => issuer.requests.get('/jwks') ?? 0;

const errorOf = async (provider: IdentityProvider, credential: string): Promise<AppError | undefined> => {
  const verified = await provider.verify(credential);
  return verified.isErr() ? verified.error : undefined;
};

describe('createOidcIdentityProvider', () => {
  let issuer: Issuer;
  const providerFor = (options: Partial<OidcOptions> = {}): IdentityProvider =>
    createOidcIdentityProvider({ issuer: issuer.url, audience: issuer.clientId, ...options });

  before(async () => {
    issuer = await startIssuer();
  });
  after(() => issuer.stop());

  const issue = ({ login, emailVerified, ...person }: IssuedPerson): Promise<string> =>
    issuer.idToken({ sub: login, ...person, ...(emailVerified !== undefined && { email_verified: emailVerified }) });

  const forge = async ({ login }: IssuedPerson): Promise<Readonly<Record<string, string>>> => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer.url, aud: issuer.clientId, sub: login, exp: now + 600 };
    const { privateKey } = await generateKeyPair('RS256');
    const header = { alg: 'RS256', kid: issuer.currentKey().id };
    const [, body] = (await issuer.sign(claims)).split('.');
    return {
      signature: await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
      issuer: await issuer.sign({ ...claims, iss: 'https://other.example' }),
      audience: await issuer.sign({ ...claims, aud: 'another' }),
      algorithm: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      time: await issuer.sign({ ...claims, exp: now - 600 }),
      subject: await issuer.sign({ ...claims, sub: undefined }),
    };
  };

  const makeHarness = async (): Promise<IdentityProviderHarness> => {
    let isAway = false;
    const reach: typeof fetch = (...request) => (isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(...request));
    return {
      provider: providerFor({ fetch: reach }),
      issue,
      forge,
      breakDown: async () => void (isAway = true),
      close: async () => {},
    };
  };

  runCases(describe, it, identityProviderCases, makeHarness);

  it('takes the person of an ID token from its claims', async () => {
    const credential = await issuer.idToken({ sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' });
    const verified = await providerFor().verify(credential);
    expect(verified._unsafeUnwrap()).to.deep.equal({
      issuer: issuer.url,
      subject: 'ada',
      email: 'ada@example.org',
      emailVerified: true,
      name: 'Ada Lovelace',
    });
  });

  it('takes a machine of a JWT access token, which has neither e-mail nor name', async () => {
    const verified = await providerFor({ audience: issuer.resource }).verify(await issuer.accessToken());
    expect(verified._unsafeUnwrap()).to.deep.equal({
      issuer: issuer.url,
      subject: 'svc-machine',
      email: undefined,
      emailVerified: undefined,
      name: undefined,
    });
  });

  for (const claim of ['true', 'false', 1, null, false]) {
    it(`takes the e-mail as unverified when email_verified is ${JSON.stringify(claim)}`, async () => {
      const credential = await issuer.idToken({ sub: 'eve', email: 'eve@example.org', email_verified: claim });
      const identity = (await providerFor().verify(credential))._unsafeUnwrap();
      expect(identity).to.include({ email: 'eve@example.org', emailVerified: false });
    });
  }

  it('says neither that the e-mail is verified nor that it is not when email_verified is absent', async () => {
    const credential = await issuer.idToken({ sub: 'eve', email: 'eve@example.org', email_verified: undefined });
    const identity = (await providerFor().verify(credential))._unsafeUnwrap();
    expect(identity).to.include({ email: 'eve@example.org', emailVerified: undefined });
  });

  it('drops an e-mail that is none, and with it that it was verified', async () => {
    const credential = await issuer.idToken({ sub: 'eve', email: 'not an address', email_verified: true });
    const identity = (await providerFor().verify(credential))._unsafeUnwrap();
    expect(identity).to.include({ email: undefined, emailVerified: false });
  });

  for (const character of ['\0', '\ud800', '\udfff']) {
    it(`takes no address and no subject with ${JSON.stringify(character)}, which no database keeps`, async () => {
      const exp = Math.floor(Date.now() / 1000) + 600;
      const claims = { iss: issuer.url, aud: issuer.clientId, exp, sub: 'eve', email_verified: true };
      const credential = await issuer.sign({ ...claims, email: `eve${character}@example.org` });
      const identity = (await providerFor().verify(credential))._unsafeUnwrap();
      expect(identity).to.include({ email: undefined, emailVerified: false });
      const nobody = await providerFor().verify(await issuer.sign({ ...claims, sub: `e${character}ve` }));
      expect(nobody._unsafeUnwrapErr()).to.deep.include({ kind: 'unauthorized' });
    });
  }

  it('falls back to the preferred user name where there is no name', async () => {
    const credential = await issuer.idToken({ sub: 'bob', name: ' ', preferred_username: 'bobby' });
    expect((await providerFor().verify(credential))._unsafeUnwrap().name).to.equal('bobby');
  });

  for (const algorithm of ['PS256', 'ES256', 'EdDSA']) {
    it(`accepts ${algorithm}`, async () => {
      const other = await startIssuer(algorithm);
      try {
        const provider = createOidcIdentityProvider({ issuer: other.url, audience: other.clientId });
        expect((await provider.verify(await other.idToken({ sub: 'ada' })))._unsafeUnwrap().subject).to.equal('ada');
      } finally {
        await other.stop();
      }
    });
  }

  it('refuses an algorithm that is not among those it was told', async () => {
    const provider = providerFor({ algorithms: ['ES256'] });
    expect(await errorOf(provider, await issuer.idToken({ sub: 'ada' }))).to.include({ reason: 'invalid_credential' });
  });

  describe('keys', () => {
    it('reads discovery document and keys once for many tokens', async () => {
      const provider = providerFor();
      const credential = await issuer.idToken({ sub: 'ada' });
      const before = jwksReads(issuer);
      const answers = await Promise.all(Array.from({ length: 20 }, () => provider.verify(credential)));
      expect(answers.every((answer) => answer.isOk())).to.equal(true);
      expect(jwksReads(issuer) - before).to.equal(1);
    });

    it('accepts the next key of the issuer and no longer the one that is gone', async () => {
      const provider = providerFor({ keyCooldownMs: 0 });
      const old = await issuer.idToken({ sub: 'ada' });
      expect((await provider.verify(old)).isOk()).to.equal(true);
      await issuer.rotateKeys();
      expect((await provider.verify(await issuer.idToken({ sub: 'ada' }))).isOk()).to.equal(true);
      expect(await errorOf(provider, old)).to.include({ reason: 'invalid_credential' });
    });

    it('does not ask the issuer about unknown key ids while the cooldown lasts', async () => {
      const provider = providerFor({ keyCooldownMs: 60_000 });
      expect((await provider.verify(await issuer.idToken({ sub: 'ada' }))).isOk()).to.equal(true);
      const before = jwksReads(issuer);
      for (let count = 0; count < 10; count += 1) {
        const forged = await issuer.sign({ sub: 'ada' }, { kid: `unknown-${count}` });
        expect(await errorOf(provider, forged)).to.include({ reason: 'invalid_credential' });
      }
      expect(jwksReads(issuer) - before).to.equal(0);
    });

    it('asks the issuer again for an unknown key id once the cooldown is over', async () => {
      const provider = providerFor({ keyCooldownMs: 0 });
      expect((await provider.verify(await issuer.idToken({ sub: 'ada' }))).isOk()).to.equal(true);
      const before = jwksReads(issuer);
      expect(await errorOf(provider, await issuer.sign({ sub: 'ada' }, { kid: 'unknown' }))).to.include({
        reason: 'invalid_credential',
      });
      expect(jwksReads(issuer) - before).to.equal(1);
    });

    it('reads the discovery document again after an hour, and when the clock was set back', async () => {
      let now = Date.now();
      const provider = providerFor({ clock: { now: () => now } });
      const exp = Math.floor(now / 1000) + 100_000;
      const credential = await issuer.sign({ iss: issuer.url, aud: issuer.clientId, sub: 'ada', exp });
      const reads: number[] = [];
      for (const waitMs of [0, 59 * 60_000, 60_000, -1, 1]) {
        now += waitMs;
        const before = issuer.requests.get('/.well-known/openid-configuration') ?? 0;
        expect((await provider.verify(credential)).isOk()).to.equal(true);
        reads.push((issuer.requests.get('/.well-known/openid-configuration') ?? 0) - before);
      }
      expect(reads).to.deep.equal([1, 0, 1, 1, 0]);
    });
  });

  describe('an issuer that is away', () => {
    it('is told apart from a bad credential, and is asked again when it was said to be worth it', async () => {
      const faults: string[] = [];
      let now = Date.now();
      const provider = providerFor({ clock: { now: () => now }, onIssuerFault: (fault) => faults.push(fault.message) });
      const credential = await issuer.idToken({ sub: 'ada' });
      await issuer.pause();
      try {
        expect(await errorOf(provider, credential)).to.deep.equal({
          kind: 'unavailable',
          part: 'identity_provider',
          retryAfterSeconds: 5,
        });
        expect(faults).to.have.length(1);
        expect(faults[0]).to.contain(issuer.url).and.not.contain(credential);
      } finally {
        await issuer.resume();
      }
      now += 5000;
      expect((await provider.verify(credential)).isOk()).to.equal(true);
    });

    it('is asked again where the clock was set back since it did not answer', async () => {
      let now = Date.now();
      const provider = providerFor({ clock: { now: () => now } });
      const credential = await issuer.idToken({ sub: 'ada' });
      await issuer.pause();
      try {
        expect(await errorOf(provider, credential)).to.include({ kind: 'unavailable' });
      } finally {
        await issuer.resume();
      }
      now -= 1000;
      expect((await provider.verify(credential)).isOk()).to.equal(true);
    });

    it('is asked once in five seconds, however many tokens there are, and told of once', async () => {
      let now = Date.now();
      let requests = 0;
      const faults: string[] = [];
      const provider = providerFor({
        clock: { now: () => now },
        keyCooldownMs: 0,
        onIssuerFault: (fault) => faults.push(fault.message),
        fetch: (asked, init) => {
          const isForKeys = new URL(new Request(asked).url).pathname === '/jwks';
          if (!isForKeys) return fetch(asked, init);
          requests += 1;
          return requests === 1 ? fetch(asked, init) : Promise.resolve(new Response('busy', { status: 500 }));
        },
      });
      const credential = await issuer.idToken({ sub: 'ada' });
      expect((await provider.verify(credential)).isOk()).to.equal(true);
      for (const round of [1, 2]) {
        const forged = await Promise.all(
          Array.from({ length: 10 }, (_, index) => issuer.sign({ sub: 'ada' }, { kid: `unknown-${String(index)}` })),
        );
        for (const one of forged) expect(await errorOf(provider, one)).to.include({ part: 'identity_provider' });
        const atOnce = await Promise.all(forged.map((one) => provider.verify(one)));
        expect(atOnce.every((verified) => verified.isErr())).to.equal(true);
        expect(requests).to.equal(1 + round);
        expect(faults).to.have.length(round);
        expect((await provider.verify(credential)).isOk(), 'of a key that is known').to.equal(true);
        now += 5000;
      }
    });

    it('is not one that publishes a damaged key: its next key is found all the same', async () => {
      const { id, publicKey } = issuer.currentKey();
      const damaged = { kty: 'RSA', kid: 'damaged', n: '!!', e: 'AQAB' };
      const good = { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256' };
      let keys: readonly object[] = [damaged];
      const provider = providerFor({
        keyCooldownMs: 0,
        fetch: (asked, init) =>
          new URL(new Request(asked).url).pathname === '/jwks' ? Promise.resolve(Response.json({ keys })) : fetch(asked, init),
      });
      const credential = await issuer.idToken({ sub: 'ada' });
      expect(await errorOf(provider, credential)).to.include({ reason: 'invalid_credential' });
      keys = [damaged, good];
      expect(await errorOf(provider, await issuer.sign({ sub: 'ada' }, { kid: 'damaged' }))).to.include({ kind: 'unavailable' });
      expect((await provider.verify(credential)).isOk()).to.equal(true);
    });

    it('is told of with the issuer that it names instead, when its document is about another', async () => {
      const faults: string[] = [];
      const provider = providerFor({
        onIssuerFault: (fault) => faults.push(fault.message),
        fetch: () => Promise.resolve(Response.json({ issuer: `${issuer.url}/`, jwks_uri: `${issuer.url}/jwks` })),
      });
      expect(await errorOf(provider, await issuer.idToken({ sub: 'ada' }))).to.include({ part: 'identity_provider' });
      expect(faults).to.deep.equal([
        `${issuer.url}/.well-known/openid-configuration names the issuer "${issuer.url}/", not "${issuer.url}"`,
      ]);
    });

    it('is what one comes to that publishes a key of no use, for the tokens that name it', async () => {
      const faults: string[] = [];
      const weak = { ...generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }), kid: 'weak' };
      const damaged = { kty: 'RSA', kid: 'damaged', n: '!!', e: 'AQAB' };
      const answers: Readonly<Record<string, unknown>> = {
        '/.well-known/openid-configuration': { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` },
        '/keys': { keys: [weak, damaged] },
      };
      const provider = providerFor({
        onIssuerFault: (fault) => faults.push(fault.message),
        fetch: (asked) => Promise.resolve(Response.json(answers[new URL(new Request(asked).url).pathname])),
      });
      for (const kid of ['weak', 'damaged']) {
        const credential = await issuer.sign({ sub: 'ada' }, { kid });
        expect(await errorOf(provider, credential), kid).to.include({ kind: 'unavailable', part: 'identity_provider' });
      }
      expect(faults).to.have.length(2);
    });

    it('does not matter for tokens of keys that are known already', async () => {
      const provider = providerFor();
      const credential = await issuer.idToken({ sub: 'ada' });
      expect((await provider.verify(credential)).isOk()).to.equal(true);
      await issuer.pause();
      try {
        expect((await provider.verify(credential)).isOk()).to.equal(true);
      } finally {
        await issuer.resume();
      }
    });

    const answers: readonly (readonly [string, (issuer: string) => Response])[] = [
      ['is not found', () => new Response('no', { status: 404 })],
      ['is no JSON', () => new Response('<html>')],
      ['is no object', () => Response.json(null)],
      ['names another issuer', () => Response.json({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/jwks' })],
      ['names no key set', (issuer) => Response.json({ issuer })],
      ['names a key set over plain http', (issuer) => Response.json({ issuer, jwks_uri: 'http://evil.example/jwks' })],
    ];
    for (const [title, answer] of answers) {
      it(`is one whose discovery document ${title}`, async () => {
        const asked: string[] = [];
        const provider = providerFor({
          fetch: async (url) => {
            asked.push(url instanceof Request ? url.url : url.toString());
            return answer(issuer.url);
          },
        });
        expect(await errorOf(provider, await issuer.idToken({ sub: 'ada' }))).to.include({ part: 'identity_provider' });
        expect(asked).to.deep.equal([`${issuer.url}/.well-known/openid-configuration`]);
      });
    }

    for (const [title, body] of [
      ['is no key set', { keys: 'none' }],
      ['holds a private key', undefined],
    ] as const) {
      it(`is one whose key set ${title}`, async () => {
        const { id } = issuer.currentKey();
        const answer = body ?? { keys: [{ kty: 'RSA', kid: id, alg: 'RS256', n: 'AQAB', e: 'AQAB', d: 'AQAB' }] };
        const provider = providerFor({
          fetch: async (url, init) =>
            (url instanceof Request ? url.url : url.toString()).endsWith('/jwks') ? Response.json(answer) : fetch(url, init),
        });
        expect(await errorOf(provider, await issuer.idToken({ sub: 'ada' }))).to.include({ part: 'identity_provider' });
      });
    }
  });

  describe('recognises', () => {
    it('what has the three parts and the header of a JWT', async () => {
      expect(providerFor().recognises(await issuer.idToken({ sub: 'ada' }))).to.equal(true);
    });

    const others = ['', 'svc_pat_0123456789', 'a.b', 'a.b.c', '....', 'e30.e30.e30', 'bnVsbA.e30.x', 'eyJhbGciOjF9.e30.x'];
    for (const credential of [...others, 'ey JhbGciOiJFUzI1NiJ9.e30.x']) {
      it(`nothing in ${JSON.stringify(credential)}`, () => {
        expect(providerFor().recognises(credential)).to.equal(false);
      });
    }
  });

  describe('options', () => {
    const unsafe: readonly (readonly [string, Partial<OidcOptions>])[] = [
      ['a plain-http issuer elsewhere', { issuer: 'http://issuer.example' }],
      ['a plain-http issuer that only looks like loopback', { issuer: 'http://127.0.0.1.evil.example' }],
      ['an issuer that is no URL', { issuer: 'issuer' }],
      ['an empty audience', { audience: '' }],
      ['no algorithm', { algorithms: [] }],
      // What a caller without types might pass.
      ['a symmetric algorithm', JSON.parse('{"algorithms": ["HS256"]}')],
      ['no signature at all', JSON.parse('{"algorithms": ["none"]}')],
    ];
    for (const [title, options] of unsafe) {
      it(`throw on ${title}`, () => {
        expect(() => providerFor(options)).to.throw('invariant');
      });
    }
  });
});
