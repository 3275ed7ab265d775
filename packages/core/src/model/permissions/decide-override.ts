import { err, ok, type Result } from 'neverthrow';
import type { BadRequest, Forbidden } from '../app-error.js';
import type { OverrideLevel } from './repository-override.js';
import type { Role } from './role.js';

/** Read while the organization is held. */
export interface OverrideFacts {
  /** What the one is to the organization who changes the override; undefined for somebody from outside. */
  readonly actor: Role | undefined;
  /** The same of the one whose override it is. */
  readonly target: Role | undefined;
  /** Whether the override that is there was set by an OWNER; false when there is none. */
  readonly isSetByOwner: boolean;
}

const ownerStays: BadRequest = { kind: 'bad_request', field: 'level', problem: 'unsupported', reason: 'owner' };
const onlyOwner: Forbidden = { kind: 'forbidden', reason: 'only_owner' };

/** Whether somebody who manages the members of a repository may take this override away: what an OWNER has set on an ADMIN is an OWNER's to change. */
export const decideOverrideRemoval = ({ actor, target, isSetByOwner }: OverrideFacts): Result<void, Forbidden> =>
  isSetByOwner && actor !== 'OWNER' && (target === 'OWNER' || target === 'ADMIN') ? err(onlyOwner) : ok();

/**
 * Whether they may set this level in its place. An OWNER is never narrowed, an ADMIN by an OWNER alone. `ADMIN` is the highest level: everybody who manages
 * members has it, so nobody gives more than they have, and on an OWNER or ADMIN it changes nothing.
 */
export const decideOverride = (facts: OverrideFacts, wanted: OverrideLevel): Result<void, BadRequest | Forbidden> => {
  const { actor, target } = facts;
  const narrows = wanted !== 'ADMIN';
  if (narrows && target === 'OWNER') return err(ownerStays);
  if (narrows && target === 'ADMIN' && actor !== 'OWNER') return err(onlyOwner);
  return decideOverrideRemoval(facts);
};
