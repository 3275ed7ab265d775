import { permissionsOfRole, type Role } from './role.js';

const holdsBilling = (role: Role): boolean => permissionsOfRole[role].has('billing.update');

/**
 * Whether it takes an OWNER to give a role or to take it away. Spec 5.2 keeps billing from ADMINs: one who made BILLING members would have it through them.
 */
export const needsOwner = (actor: Role, role: Role): boolean =>
  actor !== 'OWNER' && (role === 'OWNER' || (holdsBilling(role) && !holdsBilling(actor)));
