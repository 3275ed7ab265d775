import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { visibleOrganizations } from '../../../src/access/visible-organizations.js';
import { type OrganizationId, type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { session, tokenWith } from '../../builders/credentials.js';
import { createOrganization, withToken } from '../../builders/organization-setting.js';
import { createWorld, valueOf } from '../../builders/world.js';

describe('listOrganizations', () => {
  it("pages by slug through the caller's organizations and shows those of nobody else", async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    for (const name of ['Charlie', 'Alpha', 'Bravo']) await createOrganization(world, ada, name);
    await createOrganization(world, await world.signIn('bob@svc.test'), 'Aardvark');
    const first = valueOf(await world.application.organizations.list(grantSignedIn(ada), { limit: 2 }));
    const second = valueOf(
      await world.application.organizations.list(grantSignedIn(ada), { limit: 2, cursor: first.nextCursor }),
    );
    expect([...first.items, ...second.items].map(({ organization }) => organization.slug)).to.deep.equal([
      'alpha',
      'bravo',
      'charlie',
    ]);
    expect(second.nextCursor).to.equal(undefined);
  });

  it("shows a token its own organization and a repository's token none", async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    const { id } = await createOrganization(world, ada, 'Alpha');
    await createOrganization(world, ada, 'Bravo');
    const repositoryId = trusted<RepositoryId>('00000000-0000-4000-8000-000000000099');
    const listedWith = async (signedIn: ReturnType<typeof withToken>) =>
      valueOf(await world.application.organizations.list(signedIn, { limit: 10 })).items.map(
        ({ organization }) => organization.slug,
      );
    expect(await listedWith(withToken(ada, id, ['org:read']))).to.deep.equal(['alpha']);
    expect(await listedWith(withToken(ada, id, ['org:read'], repositoryId))).to.deep.equal([]);
  });
});

describe('visibleOrganizations', () => {
  const id = trusted<OrganizationId>('00000000-0000-4000-8000-00000000000a');

  it('follows from the credential alone', () => {
    expect(visibleOrganizations(session)).to.deep.equal({ kind: 'all' });
    expect(visibleOrganizations(tokenWith(['org:read'], id))).to.deep.equal({ kind: 'one', only: id });
    expect(visibleOrganizations(tokenWith(['org:read'], id, trusted<RepositoryId>(id)))).to.deep.equal({ kind: 'none' });
  });
});
