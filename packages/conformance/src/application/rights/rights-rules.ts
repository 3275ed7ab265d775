import type { LockId, TokenId, UserId } from '@svc/core/model';
import { trusted } from '@svc/core/model';
import { valueOf } from '../history-objects.js';
import { byCaller, repositoryAt, type Rule } from './rights-commands.js';
import {
  depart,
  isLastActiveOwner,
  lacksPermission,
  ladder,
  mayInOrganization,
  mayOnRepository,
  notFound,
  roleIn,
  type ModelOverride,
} from './rights-model.js';
import { outcomeOf, signIn, slugOf, type RightsService } from './rights-service.js';

const unknownId = '99999999-9999-4999-8999-999999999999';
const idOfRepository = ({ repositories }: RightsService, number: number) =>
  repositories[number] ?? trusted<(typeof repositories)[number]>(unknownId);
const idOfUser = ({ users }: RightsService, number: number): UserId => users[number] ?? trusted<UserId>(unknownId);
const slugOfOrganization = ({ organizations }: RightsService, number: number) => organizations[number] ?? slugOf('nowhere');
const lockKey = (repository: number, path: number): string => `${repository} ${path}`;

const createRepository = byCaller(
  (model, { actor, organization, slug, visibility }) => {
    const may = mayInOrganization(model, actor, organization, 'repositories.create');
    if (may !== 'ok') return may;
    const role = roleIn(model, organization, actor.user);
    if (visibility === 'PUBLIC' && role !== 'OWNER' && role !== 'ADMIN') return lacksPermission;
    const isTaken = model.repositories.some((one) => !one.isDeleted && one.organization === organization && one.slug === slug);
    if (isTaken) return 'conflict:duplicate_slug';
    model.repositories.push({
      organization,
      slug,
      visibility,
      isDeleted: false,
      overrides: new Map(),
      locks: new Map(),
    });
    return 'ok';
  },
  (service, { organization, slug, visibility }, caller) =>
    service.application.authorize
      .organization(caller, slugOfOrganization(service, organization), 'repositories.create')
      .andThen((grant) =>
        service.application.repositories.create(grant, { name: `r${slug}`, slug: slugOf(`r${slug}`), visibility }),
      )
      .andTee(({ id }) => service.repositories.push(id)),
);

const updateRepository = byCaller(
  (model, { actor, repository: number, slug, visibility }) => {
    const may = mayOnRepository(model, actor, number, 'repository.update');
    if (may !== 'ok') return may;
    const repository = repositoryAt(model, number);
    const becomesPublic = visibility === 'PUBLIC' && repository.visibility !== 'PUBLIC';
    if (becomesPublic && mayOnRepository(model, actor, number, 'repository.admin') !== 'ok') return lacksPermission;
    const isTaken = model.repositories.some(
      (one) => one !== repository && !one.isDeleted && one.organization === repository.organization && one.slug === slug,
    );
    if (isTaken) return 'conflict:duplicate_slug';
    repository.slug = slug;
    repository.visibility = visibility;
    return 'ok';
  },
  (service, { repository, slug, visibility }, caller) =>
    service.application.authorize
      .repository(caller, idOfRepository(service, repository), 'repository.update')
      .andThen((grant) => service.application.repositories.update(grant, { slug: slugOf(`r${slug}`), visibility })),
);

const deleteRepository = byCaller(
  (model, { actor, repository: number }) => {
    const may = mayOnRepository(model, actor, number, 'repository.admin');
    if (may !== 'ok') return may;
    repositoryAt(model, number).isDeleted = true;
    for (const token of model.tokens) if (token.repository === number) token.isRevoked = true;
    return 'ok';
  },
  (service, { repository }, caller) =>
    service.application.authorize
      .repository(caller, idOfRepository(service, repository), 'repository.admin')
      .andThen(service.application.repositories.remove),
);

const changeRole = byCaller(
  (model, { actor, organization, target, role }) => {
    const may = mayInOrganization(model, actor, organization, 'members.remove');
    if (may !== 'ok') return may;
    const current = roleIn(model, organization, target);
    if (current === undefined) return notFound;
    if (current === role) return 'ok';
    const isOwner = roleIn(model, organization, actor.user) === 'OWNER';
    if (!isOwner && (current === 'OWNER' || role === 'OWNER')) return 'forbidden:only_owner';
    if (isLastActiveOwner(model, organization, target)) return 'conflict:last_owner';
    model.organizations[organization]?.set(target, role);
    return 'ok';
  },
  (service, { organization, target, role }, caller) =>
    service.application.authorize
      .organization(caller, slugOfOrganization(service, organization), 'members.remove')
      .andThen((grant) => service.application.members.changeRole(grant, { userId: idOfUser(service, target), role })),
);

const removeMember = byCaller(
  (model, { actor, organization, target }) => {
    const may = mayInOrganization(model, actor, organization, 'members.remove');
    if (may !== 'ok') return may;
    const current = roleIn(model, organization, target);
    if (current === undefined) return notFound;
    if (current === 'OWNER' && roleIn(model, organization, actor.user) !== 'OWNER') return 'forbidden:only_owner';
    if (isLastActiveOwner(model, organization, target)) return 'conflict:last_owner';
    depart(model, organization, target);
    return 'ok';
  },
  (service, { organization, target }, caller) =>
    service.application.authorize
      .organization(caller, slugOfOrganization(service, organization), 'members.remove')
      .andThen((grant) => service.application.members.remove(grant, idOfUser(service, target))),
);

const leave = byCaller(
  (model, { actor, organization }) => {
    const may = mayInOrganization(model, actor, organization, 'organization.read');
    if (may !== 'ok') return may;
    if (actor.token !== undefined) return 'forbidden:session_required';
    if (isLastActiveOwner(model, organization, actor.user)) return 'conflict:last_owner';
    depart(model, organization, actor.user);
    return 'ok';
  },
  (service, { organization }, caller) =>
    service.application.authorize
      .organization(caller, slugOfOrganization(service, organization), 'organization.read')
      .andThen(service.application.members.leave),
);

/** The operator asks nobody; the last OWNER who is not suspended stays all the same. */
const setMember: Rule = {
  expected: (model, { organization, target, role }) => {
    if (role !== 'OWNER' && isLastActiveOwner(model, organization, target)) return 'conflict:last_owner';
    model.organizations[organization]?.set(target, role);
    return 'ok';
  },
  act: async (service, { organization, target, role }) =>
    outcomeOf(
      await service.application.operator.setMember({
        email: service.emails[target] ?? '',
        organization: slugOfOrganization(service, organization),
        role,
      }),
    ),
};

const mayChange = (override: ModelOverride | undefined, actor: string | undefined, target: string | undefined): boolean =>
  override?.isSetByOwner !== true || actor === 'OWNER' || (target !== 'OWNER' && target !== 'ADMIN');

const setOverride = byCaller(
  (model, { actor, repository: number, target, level }) => {
    const may = mayOnRepository(model, actor, number, 'repository.members.manage');
    if (may !== 'ok') return may;
    const { organization, overrides } = repositoryAt(model, number);
    const [own, role, override] = [
      roleIn(model, organization, actor.user),
      roleIn(model, organization, target),
      overrides.get(target),
    ];
    if (role === undefined && override === undefined) return notFound;
    if (level !== 'ADMIN' && role === 'OWNER') return 'bad_request:owner';
    if (level !== 'ADMIN' && role === 'ADMIN' && own !== 'OWNER') return 'forbidden:only_owner';
    if (!mayChange(override, own, role)) return 'forbidden:only_owner';
    overrides.set(target, { level, isSetByOwner: own === 'OWNER' });
    return 'ok';
  },
  (service, { repository, target, level }, caller) =>
    service.application.authorize
      .repository(caller, idOfRepository(service, repository), 'repository.members.manage')
      .andThen((grant) => service.application.repositories.setMember(grant, { userId: idOfUser(service, target), level })),
);

const removeOverride = byCaller(
  (model, { actor, repository: number, target }) => {
    const may = mayOnRepository(model, actor, number, 'repository.members.manage');
    if (may !== 'ok') return may;
    const { organization, overrides } = repositoryAt(model, number);
    if (!overrides.has(target)) return notFound;
    const [own, role] = [roleIn(model, organization, actor.user), roleIn(model, organization, target)];
    if (!mayChange(overrides.get(target), own, role)) return 'forbidden:only_owner';
    overrides.delete(target);
    return 'ok';
  },
  (service, { repository, target }, caller) =>
    service.application.authorize
      .repository(caller, idOfRepository(service, repository), 'repository.members.manage')
      .andThen((grant) => service.application.repositories.removeMember(grant, idOfUser(service, target))),
);

const lock = byCaller(
  (model, { actor, repository: number, path }) => {
    const may = mayOnRepository(model, actor, number, 'repository.push');
    if (may !== 'ok') return may;
    const { locks } = repositoryAt(model, number);
    if (!locks.has(path)) locks.set(path, actor.user);
    return 'ok';
  },
  (service, { repository, path }, caller) =>
    service.application.authorize
      .repository(caller, idOfRepository(service, repository), 'repository.push')
      .andThen((grant) => service.application.locks.create(grant, { path: `file ${path}` }))
      .andTee((created) => service.locks.set(lockKey(repository, path), created.lock.id)),
);

const unlock = byCaller(
  (model, { actor, repository: number, path, flag }) => {
    const may = mayOnRepository(model, actor, number, 'repository.push');
    if (may !== 'ok') return may;
    const { locks } = repositoryAt(model, number);
    if (!locks.has(path)) return notFound;
    if (locks.get(path) !== actor.user && !flag) return 'forbidden:not_lock_owner';
    locks.delete(path);
    return 'ok';
  },
  (service, { repository, path, flag }, caller) =>
    service.application.authorize.repository(caller, idOfRepository(service, repository), 'repository.push').andThen((grant) => {
      const lockId = service.locks.get(lockKey(repository, path)) ?? trusted<LockId>(unknownId);
      return service.application.locks.unlock(grant, { lockId, force: flag });
    }),
);

const createToken = byCaller(
  (model, { actor, organization, scopes, repository: number, flag }) => {
    const may = mayInOrganization(model, actor, organization, 'tokens.create');
    if (may !== 'ok') return may;
    const isElsewhere = model.repositories[number]?.organization !== organization;
    if (flag && (isElsewhere || mayOnRepository(model, actor, number, 'repository.pull') !== 'ok')) return notFound;
    model.tokens.push({ organization, user: actor.user, scopes, repository: flag ? number : undefined, isRevoked: false });
    return 'ok';
  },
  (service, { organization, scopes, repository, flag }, caller) =>
    service.application.authorize
      .organization(caller, slugOfOrganization(service, organization), 'tokens.create')
      .andThen((grant) =>
        service.application.tokens.create(grant, {
          name: 'token',
          scopes,
          ...(flag ? { kind: 'REPO', repositoryId: idOfRepository(service, repository) } : { kind: 'CI' }),
        }),
      )
      .andTee(({ token, secret }) => service.tokens.push({ id: token.id, secret, organization })),
);

/** Of a token that is bound to what the caller does not see the caller learns nothing. */
const revokeToken = byCaller(
  (model, { actor, path }) => {
    const token = model.tokens[path % Math.max(1, model.tokens.length)];
    const may = mayInOrganization(model, actor, token?.organization ?? 0, 'tokens.revoke');
    if (may !== 'ok') return may;
    if (token === undefined) return notFound;
    const role = roleIn(model, token.organization, actor.user);
    const isOwn = token.user === actor.user;
    if (!token.isRevoked && (isOwn || role === 'OWNER' || role === 'ADMIN')) {
      token.isRevoked = true;
      return 'ok';
    }
    if (token.isRevoked) return notFound;
    const isSeen =
      token.repository === undefined || mayOnRepository(model, actor, token.repository, 'repository.pull') !== notFound;
    return isSeen ? lacksPermission : notFound;
  },
  (service, { path }, caller) => {
    const at = path % Math.max(1, service.tokens.length);
    return service.application.authorize
      .organization(caller, slugOfOrganization(service, service.tokens[at]?.organization ?? 0), 'tokens.revoke')
      .andThen((grant) => service.application.tokens.revoke(grant, service.tokens[at]?.id ?? trusted<TokenId>(unknownId)));
  },
);

const suspend: Rule = {
  expected: (model, { target }) => {
    model.suspended.add(target);
    return 'ok';
  },
  act: async ({ application, emails }, { target }) =>
    outcomeOf(await application.operator.suspendUser({ email: emails[target] ?? '' })),
};

/** Sessions from before the suspension are gone: they sign in anew. */
const resume: Rule = {
  expected: (model, { target }) => {
    model.suspended.delete(target);
    return 'ok';
  },
  act: async (service, { target }) => {
    const email = service.emails[target] ?? '';
    const resumed = await service.application.operator.resumeUser({ email });
    service.sessions[target] = await signIn(service, email);
    return outcomeOf(resumed);
  },
};

/** Asks for one permission on one repository, and does nothing with it. */
const ask = byCaller(
  (model, { actor, repository, path }) =>
    mayOnRepository(model, actor, repository, ladder[path % ladder.length] ?? 'repository.pull'),
  (service, { repository, path }, caller) =>
    service.application.authorize.repository(
      caller,
      idOfRepository(service, repository),
      ladder[path % ladder.length] ?? 'repository.pull',
    ),
);

/** Time and sweeping change no right. */
const passTime: Rule = {
  expected: () => 'ok',
  act: async ({ application, clock }, { path }) => {
    clock.advance(path * 3_600_000);
    valueOf(await application.maintenance.sweep());
    return 'ok';
  },
};

/** Each kind of command, and how often it comes. */
export const rules = {
  createRepository: [8, createRepository],
  updateRepository: [3, updateRepository],
  deleteRepository: [1, deleteRepository],
  changeRole: [6, changeRole],
  removeMember: [2, removeMember],
  leave: [1, leave],
  setMember: [4, setMember],
  setOverride: [10, setOverride],
  removeOverride: [2, removeOverride],
  lock: [5, lock],
  unlock: [5, unlock],
  createToken: [6, createToken],
  revokeToken: [2, revokeToken],
  suspend: [1, suspend],
  resume: [4, resume],
  ask: [8, ask],
  passTime: [1, passTime],
} as const satisfies Readonly<Record<string, readonly [number, Rule]>>;
