import { startService, type TestService, type TestServiceOptions } from './service.js';
import { createWorld, type TestOrganization, type TestUser, type World } from './world.js';

/** A service with one user, who owns the one organization. */
export interface Acme {
  readonly service: TestService;
  readonly world: World;
  readonly owner: TestUser;
  readonly organization: TestOrganization;
}

export const startAcme = async (options?: TestServiceOptions): Promise<Acme> => {
  const service = await startService(options);
  const world = createWorld(service);
  const owner = await world.user('owner');
  return { service, world, owner, organization: await world.organization(owner, 'Acme') };
};
