import type { Organization } from './organization.js';

/** What the audit log tells of an organization's plan. */
export const planFacts = ({ planId, hasByosAddOn }: Organization) => ({ plan: planId, byos_add_on: hasByosAddOn });
