/** What members of an organization may be. */
export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING'] as const;
export type Role = (typeof roles)[number];

export const roleText: Readonly<Record<Role, string>> = {
  OWNER: 'Owner: everything',
  ADMIN: 'Admin: everything but billing and deleting',
  DEVELOPER: 'Developer: push and pull',
  VIEWER: 'Viewer: pull',
  BILLING: 'Billing: plan and invoices',
};

export const isRole = (text: string): text is Role => roles.some((role) => role === text);
