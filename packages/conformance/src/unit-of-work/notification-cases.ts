import {
  type Notification,
  type NotificationId,
  notificationTypes,
  type OrganizationId,
  trusted,
  type Role,
  type UserId,
} from '@svc/core/model';
import type { NotificationFilter } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedUser } from './stored.js';
import { aNotification } from './webhook-builders.js';

const list = (harness: UnitOfWorkHarness, userId: UserId, filter: NotificationFilter = {}) =>
  ask(harness, async ({ notifications }) => (await notifications.list(userId, filter, { limit: 100 })).items);

const read = (harness: UnitOfWorkHarness, { userId, id }: Notification, at: number, filter: NotificationFilter = {}) =>
  commit(harness, ({ notifications }) => notifications.read(userId, id, filter, at));

interface HeldRole {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
}

const put = (harness: UnitOfWorkHarness, membership: HeldRole): Promise<void> =>
  commit(harness, ({ organizations }) => organizations.putMembership({ ...membership, joinedAt: builtAt }));

/** Somebody who manages the organizations. */
const storedManager = async (
  harness: UnitOfWorkHarness,
  ...organizationIds: readonly OrganizationId[]
): Promise<{ readonly id: UserId }> => {
  const user = await storedUser(harness);
  for (const organizationId of organizationIds) await put(harness, { organizationId, userId: user.id, role: 'ADMIN' });
  return user;
};

const stored = async (harness: UnitOfWorkHarness, notification: Notification): Promise<Notification> => {
  await commit(harness, ({ notifications }) => notifications.add(notification));
  return notification;
};

export const notificationCases: readonly UnitOfWorkCase[] = [
  {
    title: "a user's notifications are their own, newest first, and narrowed by organization and by whether they were read",
    run: async (harness) => {
      const [{ id: here }, { id: there }] = [await storedOrganization(harness), await storedOrganization(harness)];
      const [{ id: userId }, { id: otherId }] = [await storedManager(harness, here, there), await storedManager(harness, here)];
      const added: Notification[] = [];
      for (const [at, age] of [0, 1, 1, 1, 2, 1000, builtAt].entries()) {
        const organizationId = at % 2 === 0 ? here : there;
        const type = notificationTypes[at % 3] ?? 'webhook.disabled';
        const readAt = at < 3 ? builtAt + at : undefined;
        added.push(await stored(harness, aNotification(organizationId, userId, { createdAt: builtAt - age, type, readAt })));
      }
      await stored(harness, aNotification(here, otherId));
      const newestFirst = added.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      await expectPaging((page) => ask(harness, ({ notifications }) => notifications.list(userId, {}, page)), newestFirst);
      const ofHere = newestFirst.filter(({ organizationId }) => organizationId === here);
      const unread = newestFirst.filter(({ readAt }) => readAt === undefined);
      expect(await list(harness, userId, { organizationId: here })).to.deep.equal(ofHere);
      expect(await list(harness, userId, { isUnread: true })).to.deep.equal(unread);
      expect(await list(harness, userId, { isUnread: false })).to.have.length(3);
      await expectPaging(
        (page) => ask(harness, ({ notifications }) => notifications.list(userId, { isUnread: true, organizationId: here }, page)),
        ofHere.filter((one) => unread.includes(one)),
      );
    },
  },
  {
    title: 'reading is noted the first time, for the user alone and within the filter',
    run: async (harness) => {
      const [{ id: here }, { id: there }] = [await storedOrganization(harness), await storedOrganization(harness)];
      const [{ id: userId }, { id: otherId }] = [await storedManager(harness, here, there), await storedManager(harness, here)];
      const notification = await stored(harness, aNotification(here, userId));
      expect(await read(harness, { ...notification, userId: otherId }, builtAt)).to.equal(undefined);
      expect(await read(harness, { ...notification, id: trusted<NotificationId>(uniqueId()) }, builtAt)).to.equal(undefined);
      expect(await read(harness, notification, builtAt, { organizationId: there })).to.equal(undefined);
      expect(await list(harness, userId)).to.deep.equal([notification]);
      const noted = { ...notification, readAt: builtAt + 5 };
      expect(await read(harness, notification, builtAt + 5, { organizationId: here })).to.deep.equal(noted);
      expect(await read(harness, notification, builtAt + 9)).to.deep.equal(noted);
      expect(await list(harness, userId)).to.deep.equal([noted]);
    },
  },
  {
    title: 'nobody is shown notifications, or reads them, of an organization that they do not manage any more',
    run: async (harness) => {
      const [{ id: here }, { id: there }] = [await storedOrganization(harness), await storedOrganization(harness)];
      const { id: userId } = await storedManager(harness, here, there);
      const notification = await stored(harness, aNotification(here, userId));
      const kept = await stored(harness, aNotification(there, userId));
      for (const role of ['DEVELOPER', 'VIEWER', 'BILLING', undefined] as const) {
        if (role === undefined) await commit(harness, ({ organizations }) => organizations.removeMembership(here, userId));
        else await put(harness, { organizationId: here, userId, role });
        expect(await list(harness, userId), role).to.deep.equal([kept]);
        expect(await read(harness, notification, builtAt), role).to.equal(undefined);
      }
      await put(harness, { organizationId: here, userId, role: 'OWNER' });
      expect(await list(harness, userId)).to.have.deep.members([kept, notification]);
    },
  },
  {
    title: 'notifications are listed and read within the types of the filter',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id: userId } = await storedManager(harness, organizationId);
      const added: Notification[] = [];
      for (const [age, type] of notificationTypes.entries()) {
        added.push(await stored(harness, aNotification(organizationId, userId, { type, createdAt: builtAt - age })));
      }
      const [first, second, third] = added;
      if (first === undefined || second === undefined || third === undefined) expect.fail('there are more types');
      const types = [third.type, first.type];
      expect(await list(harness, userId, { types })).to.deep.equal([first, third]);
      expect(await list(harness, userId, { types: [] })).to.deep.equal([]);
      expect(await read(harness, second, builtAt, { types })).to.equal(undefined);
      expect((await read(harness, third, builtAt, { types }))?.id).to.equal(third.id);
    },
  },
  {
    title: 'those who manage an organization are its owners and admins who are active, with their verified e-mail',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id: elsewhere } = await storedOrganization(harness);
      const owner = await storedUser(harness);
      const admin = await storedUser(harness, { emailVerified: false });
      const nameless = await storedUser(harness, { email: undefined, emailVerified: false });
      const members = [
        [owner, 'OWNER'],
        [admin, 'ADMIN'],
        [nameless, 'ADMIN'],
        [await storedUser(harness, { status: 'SUSPENDED' }), 'OWNER'],
        [await storedUser(harness), 'DEVELOPER'],
        [await storedUser(harness), 'VIEWER'],
        [await storedUser(harness), 'BILLING'],
      ] as const;
      await commit(harness, async ({ organizations }) => {
        for (const [{ id: userId }, role] of members)
          await organizations.putMembership({ organizationId, userId, role, joinedAt: builtAt });
        const [, [{ id: userId }]] = [undefined, members[4]];
        await organizations.putMembership({ organizationId: elsewhere, userId, role: 'OWNER', joinedAt: builtAt });
      });
      const expected = [
        { userId: owner.id, email: owner.email },
        { userId: admin.id, email: undefined },
        { userId: nameless.id, email: undefined },
      ].toSorted((left, right) => (left.userId < right.userId ? -1 : 1));
      expect(await commit(harness, ({ notifications }) => notifications.listManagers(organizationId))).to.deep.equal(expected);
    },
  },
  {
    title: 'what was made before an instant is removed, up to the limit, and all of an organization with it',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id: userId } = await storedManager(harness, organizationId);
      for (const age of [0, 1, 2]) await stored(harness, aNotification(organizationId, userId, { createdAt: builtAt - age }));
      const remove = (limit: number) => commit(harness, ({ notifications }) => notifications.removeOlder(builtAt, limit));
      expect([await remove(1), await remove(5), await remove(5)]).to.deep.equal([1, 1, 0]);
      expect(await list(harness, userId)).to.have.length(1);
      await commit(harness, ({ organizations }) => organizations.remove(organizationId));
      expect(await list(harness, userId)).to.deep.equal([]);
    },
  },
];
