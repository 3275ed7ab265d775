import { type RepositoryPermission, repositoryPermissions } from './permission.js';
import type { Role } from './role.js';

export const overrideLevels = ['NONE', 'READ', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;
/**
 * A user's own level on one repository; it wins over the role and over the visibility, in both directions (spec 5.2). Not over what an OWNER has, and
 * over what an ADMIN has only when an OWNER has set it: see `countsFor`.
 */
export type OverrideLevel = (typeof overrideLevels)[number];

const rungs: Readonly<Record<OverrideLevel, number>> = { NONE: 0, READ: 1, WRITE: 2, MAINTAIN: 3, ADMIN: 5 };

/** The part of the ladder that a level reaches, weakest first. */
export const permissionsOfOverride = (level: OverrideLevel): readonly RepositoryPermission[] =>
  repositoryPermissions.slice(0, rungs[level]);

/**
 * Whether an override counts for somebody of this role. OWNER and ADMIN hold every permission by their role, so an override could only narrow them: it
 * never does that to an OWNER, and to an ADMIN only when an OWNER has set it. Otherwise a manager of the members of one repository could take it away
 * from those to whom it belongs. It is asked at every decision, since a role may rise after the override was set.
 */
export const countsFor = (role: Role | undefined, isSetByOwner: boolean): boolean =>
  role !== 'OWNER' && (role !== 'ADMIN' || isSetByOwner);
