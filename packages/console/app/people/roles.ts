import type { Role } from '@svc/core/model';

/** What members of an organization may be. */
export const roleText: Readonly<Record<Role, string>> = {
  OWNER: 'Owner: everything',
  ADMIN: 'Admin: everything but billing and deleting',
  DEVELOPER: 'Developer: push and pull',
  VIEWER: 'Viewer: pull',
  BILLING: 'Billing: plan and invoices',
};
