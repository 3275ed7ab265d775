export { checkEgressUrl } from './check-egress-url.js';
export { EgressForbidden } from './egress-forbidden.js';
export { createGuardedAgents, type GuardedAgents, type GuardedAgentsOptions } from './guarded-agents.js';
export { type Networks, parseNetworks } from './networks.js';
export { isPublicAddress } from './public-address.js';
