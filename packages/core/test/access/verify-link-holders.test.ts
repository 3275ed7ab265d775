import { expect } from 'chai';
import { DAY_MS } from '../../src/model/values/index.js';
import { organizationGrant } from '../builders/organization-setting.js';
import { verifyLinkSetting as setting } from '../builders/verify-links.js';
import { errorOf, slug, valueOf } from '../builders/world.js';

const ended = { kind: 'forbidden', reason: 'token_ended' };

describe('the holder of a verify link', () => {
  it('loses it with the token that has made it, at the millisecond at which that expires', async () => {
    const { world, newToken, linkOf, follow } = await setting();
    const { caller } = await newToken(1);
    const link = await linkOf(caller, 'slow');
    world.clock.advance(DAY_MS - 1);
    valueOf(await follow(link));
    world.clock.advance(1);
    expect(errorOf(await follow(link))).to.deep.equal(ended);
  });

  it('keeps one that a token without an end has made', async () => {
    const { world, newToken, linkOf, follow } = await setting();
    const link = await linkOf((await newToken()).caller, 'slow');
    world.clock.advance(400 * DAY_MS);
    valueOf(await follow(link));
  });

  it('loses it, whatever has made it, when its user is suspended, demoted or removed, or barred from the repository', async () => {
    for (const kind of ['token', 'session'] as const) {
      const losses = {
        suspended: 'account_suspended',
        demoted: 'permission',
        removed: undefined,
        barred: undefined,
      } as const;
      for (const [loss, reason] of Object.entries(losses)) {
        const { world, origin, owner, organization, repository, linkOf, follow } = await setting();
        const { application } = world;
        const user = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
        const creating = await organizationGrant(world, user, organization.id, 'tokens.create');
        const { secret } = valueOf(await application.tokens.create(creating, { name: 'x', kind: 'CI', scopes: ['repo:write'] }));
        const caller = kind === 'session' ? user : valueOf(await application.authenticate(secret, origin));
        const link = await linkOf(caller, 'theirs');
        valueOf(await follow(link));
        const acts: Readonly<Record<string, () => Promise<unknown>>> = {
          suspended: async () => application.operator.suspendUser({ email: 'dev@acme.test' }),
          demoted: async () =>
            application.operator.setMember({ email: 'dev@acme.test', organization: slug('acme'), role: 'VIEWER' }),
          removed: async () =>
            application.members.remove(await organizationGrant(world, owner, organization.id, 'members.remove'), user.userId),
          barred: async () =>
            application.repositories.setMember(await world.grant(owner, repository.id, 'repository.members.manage'), {
              userId: user.userId,
              level: 'NONE',
            }),
        };
        await acts[loss]?.();
        const error = errorOf(await follow(link));
        expect(error.kind, `${kind} ${loss}`).to.be.oneOf(reason === undefined ? ['not_found', 'forbidden'] : ['forbidden']);
        if (reason !== undefined) expect(error, `${kind} ${loss}`).to.have.property('reason', reason);
      }
    }
  });
});
