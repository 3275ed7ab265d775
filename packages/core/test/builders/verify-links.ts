import { expect } from 'chai';
import type { Caller } from '../../src/model/permissions/caller.js';
import { organizationGrant } from './organization-setting.js';
import { createWorld, objectOf, valueOf, withRepository } from './world.js';

const origin = { address: '192.0.2.9', userAgent: 'git-lfs/3.3.0' };

/** A repository whose links several tokens and sessions have made. */
export const verifyLinkSetting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const { owner, organization, repository } = made;
  const newToken = async (expiresInDays?: number) => {
    const grant = await organizationGrant(world, owner, organization.id, 'tokens.create');
    const command = { name: 'ci', kind: 'CI', scopes: ['repo:write'], expiresInDays } as const;
    const { token, secret } = valueOf(await world.application.tokens.create(grant, command));
    return { id: token.id, caller: valueOf(await world.application.authenticate(secret, origin)) };
  };
  const linkOf = async (caller: Caller, text: string, repositoryId = repository.id): Promise<string> => {
    const push = await world.grant(caller, repositoryId, 'repository.push');
    return valueOf(await world.application.lfs.batchUpload(push, [objectOf(text)])).verifyToken ?? expect.fail('there is a link');
  };
  const follow = (link: string, repositoryId = repository.id) =>
    world.application.authorize.verifyLink(repositoryId, link, origin);
  return { world, origin, ...made, newToken, linkOf, follow };
};
