import type { IdentityProvider } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

/** A person as the issuer behind a provider knows them. */
export interface IssuedPerson {
  readonly login: string;
  readonly email?: string;
  /** What the issuer says about the address; it says nothing when this is absent. */
  readonly emailVerified?: boolean;
  readonly name?: string;
}

export interface IdentityProviderHarness extends Closable {
  readonly provider: IdentityProvider;
  /** A good credential of the person, each time another one where the issuer makes more than one. */
  issue(person: IssuedPerson): Promise<string>;
  /** Bad credentials that look like good ones, by what is bad about each: its signature, issuer, audience, algorithm, time, and whatever else the issuer's may lack. */
  forge(person: IssuedPerson): Promise<Readonly<Record<string, string>>>;
  /** From now on whatever the provider has to ask does not answer. Called before the provider has asked anything. */
  breakDown(): Promise<void>;
}
