import type { Role } from '@svc/core/model';

/** What members of an organization may be. */
export const roleText: Readonly<Record<Role, string>> = {
  OWNER: 'Owner: everything',
  ADMIN: 'Admin: everything but billing and deleting',
  DEVELOPER: 'Developer: push and pull',
  VIEWER: 'Viewer: pull',
  BILLING: 'Billing: plan and invoices',
};

/** Whether somebody of this role may give or take that one: an owner's is an owner's alone. As long as it is not known what they are, any. */
export const mayGive = (giver: Role | undefined, role: Role | undefined): boolean =>
  role !== 'OWNER' || giver === 'OWNER' || giver === undefined;
