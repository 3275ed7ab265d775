import { expect } from 'chai';
import { ok } from 'neverthrow';
import { grantSignedIn, type SignedIn } from '../../../src/access/grant.js';
import { type NotificationType, notificationTypes } from '../../../src/model/notifications/notification.js';
import type { Caller } from '../../../src/model/permissions/caller.js';
import { tokenScopes } from '../../../src/model/permissions/token-scope.js';
import { type NotificationId, type RepositoryId, trusted } from '../../../src/model/values/index.js';
import { createRepository, organizationGrant, withToken } from '../../builders/organization-setting.js';
import { peopleSetting } from '../../builders/people.js';
import { errorOf, valueOf } from '../../builders/world.js';

const setting = async () => {
  const people = await peopleSetting();
  const { world, organizationId, addMember } = people;
  const { notifications } = world.application;
  const admin = await addMember('admin@acme.test', 'ADMIN');
  const ids = new Map<NotificationType, NotificationId>();
  for (const [at, type] of notificationTypes.entries()) {
    const id = trusted<NotificationId>(`00000000-0000-4000-8000-00000000000${at}`);
    ids.set(type, id);
    const notification = { id, organizationId, userId: admin.userId, type, data: {}, createdAt: at, readAt: undefined };
    valueOf(
      await world.unitOfWork.transact(async (records) => {
        await records.notifications.add(notification);
        return ok();
      }),
    );
  }
  const madeToken = async (who: Caller, repositoryId?: RepositoryId): Promise<SignedIn> => {
    const grant = await organizationGrant(world, who, organizationId, 'tokens.create');
    const kind = repositoryId === undefined ? 'PAT' : 'REPO';
    const { secret } = valueOf(
      await world.application.tokens.create(grant, { name: 't', kind, scopes: tokenScopes, repositoryId }),
    );
    return grantSignedIn(valueOf(await world.application.authenticate(secret, who.origin)));
  };
  const idOf = (type: NotificationType): NotificationId => ids.get(type) ?? expect.fail(`there is one of ${type}`);
  const typesFor = async (signedIn: SignedIn) =>
    valueOf(await notifications.list(signedIn, {}, { limit: 50 })).items.map(({ type }) => type);
  const read = (signedIn: SignedIn, type: NotificationType) => notifications.read(signedIn, idOf(type));
  return { ...people, admin, madeToken, typesFor, read };
};

describe('notifications', () => {
  it('are out of reach for who was removed or demoted', async () => {
    const { world, owner, admin, organizationId, members, typesFor, read } = await setting();
    const signedIn = grantSignedIn(admin);
    expect(await typesFor(signedIn)).to.have.members([...notificationTypes]);
    const removing = await organizationGrant(world, owner, organizationId, 'members.remove');
    valueOf(await members.changeRole(removing, { userId: admin.userId, role: 'VIEWER' }));
    expect(await typesFor(signedIn)).to.deep.equal([]);
    valueOf(await members.remove(removing, admin.userId));
    expect(await typesFor(signedIn)).to.deep.equal([]);
    expect(errorOf(await read(signedIn, 'webhook.disabled'))).to.deep.equal({ kind: 'not_found' });
  });

  it('of webhooks and buckets are shown to no token, those of repositories and of usage to the scopes that reach these', async () => {
    const { admin, organizationId, madeToken, typesFor, read } = await setting();
    const ofRepositories = ['repository.published', 'storage.damaged'];
    const ofUsage = ['storage.quota.warning', 'storage.quota.exceeded'];
    for (const scope of tokenScopes) {
      const seen = await typesFor(withToken(admin, organizationId, [scope]));
      expect(seen, scope).to.have.members(scope === 'usage:read' ? ofUsage : ofRepositories);
    }
    const all = await madeToken(admin);
    expect(await typesFor(all)).to.have.members([...ofRepositories, ...ofUsage]);
    expect(errorOf(await read(all, 'webhook.disabled'))).to.deep.equal({ kind: 'not_found' });
    expect(valueOf(await read(all, 'storage.damaged')).readAt).to.be.a('number');
  });

  it('are shown to no token that is bound to a repository', async () => {
    const { world, owner, admin, organizationId, madeToken, typesFor, read } = await setting();
    const { id } = await createRepository(world, owner, organizationId, { name: 'Models' });
    const bound = await madeToken(admin, id);
    expect(await typesFor(bound)).to.deep.equal([]);
    expect(errorOf(await read(bound, 'storage.damaged'))).to.deep.equal({ kind: 'not_found' });
  });
});
