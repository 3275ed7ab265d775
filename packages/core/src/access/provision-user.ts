import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { invariant, type Unavailable } from '../model/app-error.js';
import { maxNameLength } from '../model/organizations/organization.js';
import { parseEmail } from '../model/users/email.js';
import { withoutUnprintable } from '../model/values/printable.js';
import type { Identity, User } from '../model/users/user.js';
import { type Instant, trusted, type UserId } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';
import type { Records } from '../ports/unit-of-work.js';
import { emailHolder } from './email-holder.js';
import { emailChange, followClaims } from './follow-claims.js';

/** What a provider calls a person, made fit for display; else the first part of the e-mail, else the subject. */
export const displayName = (identity: Pick<Identity, 'name' | 'email' | 'subject'>): string => {
  const given = [identity.name, identity.email?.split('@')[0], identity.subject]
    .map(
      (text) =>
        text &&
        withoutUnprintable(text, () => ' ')
          .replace(/ +/g, ' ')
          .trim(),
    )
    .find((text) => text !== undefined && text !== '');
  // Cut between characters: each is one or two of the units in which the bound counts.
  return [...(given ?? 'user')].slice(0, maxNameLength / 2).join('');
};

/** The user that an identity becomes when nobody is there for it yet. */
export const newUser = (identity: Omit<Identity, 'issuer'>, id: UserId, now: Instant): User => {
  const email = identity.email === undefined ? undefined : parseEmail(identity.email);
  return {
    id,
    email,
    emailVerified: identity.emailVerified === true && email !== undefined,
    name: displayName(identity),
    status: 'ACTIVE',
    createdAt: now,
  };
};

/** Another request brought the same identity at the same time and was first. */
interface SeenElsewhere {
  readonly kind: 'seen_elsewhere';
  readonly user: User;
}

/** The user whom an identity that nobody has seen before belongs to: who has its verified address, unless the issuer knows them as somebody else. */
const firstUser = async (records: Records, candidate: User, issuer: string): Promise<User> => {
  const { email, emailVerified } = candidate;
  const holder = emailVerified && email !== undefined ? await emailHolder(records, email, issuer) : undefined;
  if (holder?.yields === false) return holder.user;
  if (holder !== undefined && email !== undefined) await records.users.setEmail(holder.user.id, email, false);
  const isAdded = await records.users.add(candidate);
  invariant(isAdded, 'an address that its holder has yielded is free');
  return candidate;
};

/**
 * The user behind a verified identity: the one it was linked to before, with the address that the provider names now; else, when the provider vouches for
 * the e-mail, the user with that verified e-mail whom it does not know by another subject; else a new user. Identity and user are linked for ever. Any
 * number of requests with one identity find one user.
 */
export const provisionUser =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (identity: Identity): ResultAsync<User, Unavailable> =>
    ports.unitOfWork
      .read(async (queries) => {
        const known = await queries.users.findByIdentity(identity);
        const isUpToDate = known !== undefined && (await emailChange(queries, known, identity)) === undefined;
        return isUpToDate ? known : undefined;
      })
      .andThen((known) => {
        if (known !== undefined) return ok(known);
        const candidate = newUser(identity, trusted<UserId>(ports.random.uuid()), ports.clock.now());
        return ports.unitOfWork
          .transact(async (records): Promise<Result<User, SeenElsewhere>> => {
            const linked = await records.users.findByIdentity(identity);
            if (linked !== undefined) return ok(await followClaims(records, linked, identity));
            const user = await firstUser(records, candidate, identity.issuer);
            await records.users.linkIdentity(user.id, identity);
            const owner = await records.users.findByIdentity(identity);
            // The request that linked first keeps the identity; rolling back leaves no user behind that nobody can sign in as.
            return owner === undefined || owner.id === user.id ? ok(user) : err({ kind: 'seen_elsewhere', user: owner });
          })
          .orElse((error) => (error.kind === 'seen_elsewhere' ? ok(error.user) : err(error)));
      });
