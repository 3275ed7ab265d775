import { type RepositoryPermission, repositoryPermissions } from './permission.js';

export const overrideLevels = ['NONE', 'READ', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;
/** A user's own level on one repository; it wins over the role and over the visibility, in both directions (spec 5.2). */
export type OverrideLevel = (typeof overrideLevels)[number];

const rungs: Readonly<Record<OverrideLevel, number>> = { NONE: 0, READ: 1, WRITE: 2, MAINTAIN: 3, ADMIN: 5 };

/** The part of the ladder that a level reaches, weakest first. */
export const permissionsOfOverride = (level: OverrideLevel): readonly RepositoryPermission[] =>
  repositoryPermissions.slice(0, rungs[level]);
