import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { IdentityProviderHarness } from './identity-provider-harness.js';

const ada = { login: 'ada', email: 'ada@example.com', emailVerified: true, name: 'Ada Lovelace' };
const bob = { login: 'bob', email: 'bob@example.com', emailVerified: false };

/** What others issue, the service's own among them, and what nobody does. */
const others = ['', ' ', 'svc_ses_0123456789', 'svc_pat_0123456789', 'ada', 'ada@example.com', 'null', '{}', '\u0000', '鍵'];

const shape: readonly Case<IdentityProviderHarness>[] = [
  {
    title: 'a good credential and a forged one look like its own',
    run: async ({ provider, issue, forge }) => {
      expect(provider.recognises(await issue(ada))).to.equal(true);
      for (const [flaw, credential] of Object.entries(await forge(ada))) {
        expect(provider.recognises(credential), flaw).to.equal(true);
      }
    },
  },
  {
    title: 'what others issue does not',
    run: async ({ provider }) => {
      expect(others.filter((credential) => provider.recognises(credential))).to.deep.equal([]);
    },
  },
  {
    title: 'a look at a credential asks nobody',
    run: async ({ provider, issue, breakDown }) => {
      const credential = await issue(ada);
      await breakDown();
      expect(provider.recognises(credential)).to.equal(true);
    },
  },
];

const good: readonly Case<IdentityProviderHarness>[] = [
  {
    title: 'who is behind a good credential is told with what the issuer says of them',
    run: async ({ provider, issue }) => {
      const identity = (await provider.verify(await issue(ada)))._unsafeUnwrap();
      expect(identity).to.include({ email: ada.email, emailVerified: true, name: ada.name });
      expect(identity.issuer).to.not.equal('');
      expect(identity.subject).to.not.equal('');
    },
  },
  {
    title: 'a person is the same each time, and two persons are two subjects of one issuer',
    run: async ({ provider, issue }) => {
      const first = (await provider.verify(await issue(ada)))._unsafeUnwrap();
      const again = (await provider.verify(await issue(ada)))._unsafeUnwrap();
      const other = (await provider.verify(await issue(bob)))._unsafeUnwrap();
      expect(again).to.deep.equal(first);
      expect(other.issuer).to.equal(first.issuer);
      expect(other.subject).to.not.equal(first.subject);
    },
  },
  {
    title: 'an address is verified when the issuer says so, and only then',
    run: async ({ provider, issue }) => {
      const unverified = (await provider.verify(await issue(bob)))._unsafeUnwrap();
      expect(unverified).to.include({ email: bob.email, emailVerified: false });
      const unsaid = (await provider.verify(await issue({ login: 'cleo', email: 'cleo@example.com' })))._unsafeUnwrap();
      expect(unsaid).to.include({ email: 'cleo@example.com', emailVerified: undefined });
      const nowhere = (await provider.verify(await issue({ login: 'dan' })))._unsafeUnwrap();
      expect(nowhere.email).to.equal(undefined);
      expect(nowhere.emailVerified).to.not.equal(true);
    },
  },
];

const bad: readonly Case<IdentityProviderHarness>[] = [
  {
    title: 'every kind of bad credential is the same error',
    run: async ({ provider, forge }) => {
      const forged = await forge(ada);
      expect(Object.keys(forged)).to.include.members(['signature', 'issuer', 'audience', 'algorithm', 'time']);
      for (const [flaw, credential] of Object.entries(forged)) {
        const result = await provider.verify(credential);
        expect(result._unsafeUnwrapErr(), flaw).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
      }
    },
  },
  {
    title: 'what others issue is that error too',
    run: async ({ provider }) => {
      for (const credential of [...others, 'x'.repeat(10_000)]) {
        const result = await provider.verify(credential);
        expect(result._unsafeUnwrapErr()).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
      }
    },
  },
];

const outage: readonly Case<IdentityProviderHarness>[] = [
  {
    title: 'a provider that cannot ask what it has to is unavailable, and says nothing of the credential',
    run: async ({ provider, issue, breakDown }) => {
      const credential = await issue(ada);
      await breakDown();
      const error = (await provider.verify(credential))._unsafeUnwrapErr();
      expect(error).to.deep.include({ kind: 'unavailable', part: 'identity_provider' });
      expect(JSON.stringify(error)).to.not.include(credential);
    },
  },
];

/** The law of the `IdentityProvider` port. */
export const identityProviderCases: Readonly<Record<string, readonly Case<IdentityProviderHarness>[]>> = {
  'an identity provider: what it recognises': shape,
  'an identity provider: good credentials': good,
  'an identity provider: bad credentials': bad,
  'an identity provider: an outage': outage,
};
