import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../app-error.js';
import { maxNameLength } from '../organizations/organization.js';
import type { Ports } from '../ports/ports.js';
import { type Instant, trusted, type UserId } from '../values/index.js';
import { addOrFindUser } from './add-or-find-user.js';
import { parseEmail } from './email.js';
import type { Identity, User } from './user.js';

/** What a provider calls a person, made fit for display; else the first part of the e-mail, else the subject. */
export const displayName = (identity: Pick<Identity, 'name' | 'email' | 'subject'>): string => {
  const given = [identity.name, identity.email?.split('@')[0], identity.subject]
    .map((text) => text?.replace(/\p{Control}+/gu, ' ').trim())
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
    emailVerified: identity.emailVerified && email !== undefined,
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

/**
 * The user behind a proven identity: the one it was linked to before; else, when the provider vouches for the e-mail, the user with that
 * verified e-mail; else a new user. Identity and user are linked for ever. Any number of requests with one identity find one user.
 */
export const provisionUser =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (identity: Identity): ResultAsync<User, Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.users.findByIdentity(identity))
      .andThen((known) => {
        if (known !== undefined) return ok(known);
        const candidate = newUser(identity, trusted<UserId>(ports.random.uuid()), ports.clock.now());
        return ports.unitOfWork
          .transact(async (records): Promise<Result<User, SeenElsewhere>> => {
            const linked = await records.users.findByIdentity(identity);
            if (linked !== undefined) return ok(linked);
            const { user } = await addOrFindUser(records, candidate);
            await records.users.linkIdentity(user.id, identity);
            const owner = await records.users.findByIdentity(identity);
            // Whoever linked first keeps the identity; rolling back leaves no user behind that nobody can sign in as.
            return owner === undefined || owner.id === user.id ? ok(user) : err({ kind: 'seen_elsewhere', user: owner });
          })
          .orElse((error) => (error.kind === 'seen_elsewhere' ? ok(error.user) : err(error)));
      });
