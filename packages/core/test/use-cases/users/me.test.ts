import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { maxOrganizationsOfMe } from '../../../src/use-cases/users/me.js';
import { createOrganization, withToken } from '../../builders/organization-setting.js';
import { createWorld, valueOf } from '../../builders/world.js';

describe('me', () => {
  it('is the user with every organization and the role there, by slug', async () => {
    const world = createWorld();
    const owner = await world.signIn('owner@svc.test');
    const bravo = await createOrganization(world, owner, 'Bravo');
    const alpha = await createOrganization(world, owner, 'Alpha');
    const ada = await world.addMember('ada@svc.test', 'bravo', 'VIEWER');
    await world.addMember('ada@svc.test', 'alpha', 'BILLING');
    const { user, organizations } = valueOf(await world.application.users.me(grantSignedIn(ada)));
    expect(user).to.include({ id: ada.userId, email: 'ada@svc.test', name: 'ada', status: 'ACTIVE' });
    expect(organizations).to.deep.equal([
      { organization: alpha, role: 'BILLING' },
      { organization: bravo, role: 'VIEWER' },
    ]);
  });

  it("shows a token its own organization and a repository's token none", async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    const alpha = await createOrganization(world, ada, 'Alpha');
    await createOrganization(world, ada, 'Bravo');
    const repositoryId = trusted<RepositoryId>('00000000-0000-4000-8000-000000000099');
    const shown = async (signedIn: ReturnType<typeof withToken>) =>
      valueOf(await world.application.users.me(signedIn)).organizations;
    expect(await shown(withToken(ada, alpha.id, ['usage:read']))).to.deep.equal([{ organization: alpha, role: 'OWNER' }]);
    expect(await shown(withToken(ada, alpha.id, ['repo:admin'], repositoryId))).to.deep.equal([]);
  });

  it('shows more organizations than a page holds, and stops at its bound', async () => {
    const world = createWorld('business', { bounds: { ownedOrganizations: maxOrganizationsOfMe + 1 } });
    const ada = await world.signIn('ada@svc.test');
    const shown = async () => valueOf(await world.application.users.me(grantSignedIn(ada))).organizations.length;
    let made = 0;
    for (const count of [101, maxOrganizationsOfMe + 1]) {
      while (made < count) await createOrganization(world, ada, `o${made++}`);
      expect(await shown()).to.equal(Math.min(count, maxOrganizationsOfMe));
    }
  });
});
