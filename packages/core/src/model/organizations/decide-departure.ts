import { err, ok, type Result } from 'neverthrow';
import { type Conflict, conflict, type Forbidden } from '../app-error.js';
import type { Role } from '../permissions/role.js';

/** Read while the organization is held. */
export interface DepartureFacts {
  /** What the one is who asks for it. */
  readonly actor: Role;
  readonly current: Role;
  /** The role to come; undefined when the member goes. */
  readonly wanted: Role | undefined;
  /** Whether an OWNER stays whose account is active. */
  readonly hasOtherOwner: boolean;
}

/** Whether somebody may take a member's role away, for another one or for none: only an OWNER makes or unmakes an OWNER, and the last one who can act stays. */
export const decideDeparture = ({
  actor,
  current,
  wanted,
  hasOtherOwner,
}: DepartureFacts): Result<void, Forbidden | Conflict> => {
  if (current === wanted) return ok();
  if (actor !== 'OWNER' && (current === 'OWNER' || wanted === 'OWNER')) return err({ kind: 'forbidden', reason: 'only_owner' });
  return current === 'OWNER' && !hasOtherOwner ? err(conflict('last_owner')) : ok();
};
