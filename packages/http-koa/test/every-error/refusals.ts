import { type Forbidden, GIB, type Limits, type QuotaReason, type RateLimited } from '@svc/core/model';
import { okAsync } from 'neverthrow';
import { createMemoryMailer } from '@svc/core/memory';
import { indexHistory } from '../support/index-history.js';
import { type Answer, send, textAt } from '../support/request.js';
import { sha256 } from '../support/world.js';
import type { TestServiceOptions } from '../support/service.js';
import { smallHistory } from '../support/small-history.js';
import { beginIndex } from './conflicts.js';
import { acme, type Drive, whileChecking } from './stage.js';

/** A service with another bound than usual. */
const bounded = (limits: Partial<Limits>): TestServiceOptions => ({
  ports: (ports) => ({ ...ports, settings: { ...ports.settings, limits } }),
});

const free = { defaultPlan: 'free' } as const;
const invitation = { email: 'ada@example.test', role: 'VIEWER' };

/** Asks to upload objects of these sizes. */
const declare =
  (...sizes: readonly number[]): Drive =>
  async (start) => {
    const { call, begin } = await start(free);
    const { session } = await begin(Buffer.from('x'));
    return call('POST', `${session}/objects`, { objects: sizes.map((size, at) => ({ oid: sha256(`${at}`), size })) });
  };

export const quotas: Readonly<Record<QuotaReason, Drive>> = {
  max_repositories: async (start) => {
    const { call, repository } = await start(free);
    await repository();
    return call('POST', `${acme}/repositories`, { name: 'Second' });
  },
  max_members: async (start) => {
    const { world, organization, call } = await start(free);
    for (const name of ['ada', 'bob']) await world.member(organization, await world.user(name), 'VIEWER');
    return call('POST', `${acme}/invitations`, { email: 'eve@example.test', role: 'VIEWER' });
  },
  max_tokens: async (start) => {
    const { world, owner, organization, call } = await start(free);
    for (let count = 0; count < 5; count += 1) await world.apiToken(owner, organization, { scopes: ['org:read'] });
    return call('POST', `${acme}/tokens`, { name: 'Sixth', scopes: ['org:read'] });
  },
  // The owner has one.
  max_owned_organizations: async (start) => {
    const { call } = await start(bounded({ ownedOrganizations: 1 }));
    return call('POST', '/organizations', { name: 'Second' });
  },
  max_locks: async (start) => {
    const { call, repository } = await start(bounded({ locksPerRepository: 1 }));
    const locks = `/repositories/${await repository()}/lfs/locks`;
    await call('POST', locks, { path: 'a' });
    return call('POST', locks, { path: 'b' });
  },
  max_session_objects: async (start) => {
    const { call, begin } = await start(bounded({ objectsPerSession: 1 }));
    const { session } = await begin(Buffer.from('x'));
    return call('POST', `${session}/objects`, { objects: [{ oid: sha256('second'), size: 0 }] });
  },
  max_git_commits: async (start) => {
    const stage = await start(bounded({ gitCommitsPerRepository: 1 }));
    const { session } = await beginIndex(stage, await stage.repository());
    return stage.call('POST', `${session}/commits`, { commits: smallHistory('.').commits });
  },
  max_git_refs: async (start) => {
    const stage = await start(bounded({ gitRefsPerRepository: 1 }));
    const repository = await stage.repository();
    await (await beginIndex(stage, repository)).finalize();
    return (await beginIndex(stage, repository)).finalize({ name: 'refs/heads/other' });
  },
  max_git_index_bytes: async (start) => {
    const stage = await start(bounded({ gitIndexBytesPerRepository: 1000 }));
    const { session } = await beginIndex(stage, await stage.repository());
    return stage.call('POST', `${session}/commits`, { commits: smallHistory('.'.repeat(1000)).commits });
  },
  max_graph_edges: async (start) => {
    const { call, repository, world, owner } = await start(bounded({ graphEdgesPerRepository: 1 }));
    const id = await repository();
    const [from, to] = ['a', 'b'].map((text) => world.object(owner, id, Buffer.from(text)));
    const edge = { type: 'derived_from', from: { kind: 'artifact', id: await from }, to: { kind: 'artifact', id: await to } };
    await call('POST', `/repositories/${id}/graph/edges`, edge);
    return call('POST', `/repositories/${id}/graph/edges`, edge);
  },
  max_snapshots: async (start) => {
    const { call, repository, world, owner } = await start(bounded({ snapshotsPerRepository: 1 }));
    const id = await repository();
    await indexHistory(world, owner.token, id);
    await call('POST', `/repositories/${id}/snapshots`, { name: 'first' });
    return call('POST', `/repositories/${id}/snapshots`, { name: 'second' });
  },
  max_snapshot_files: async (start) => {
    const { call, repository, world, owner } = await start(bounded({ snapshotFilesPerRepository: 1 }));
    const id = await repository();
    await indexHistory(world, owner.token, id);
    await call('POST', `/repositories/${id}/snapshots`, { name: 'first' });
    return call('POST', `/repositories/${id}/snapshots`, { name: 'second' });
  },
  max_tree_files: async (start) => {
    const { call, repository } = await start(bounded({ treeFilesPerRepository: 1 }));
    const meta = `/repositories/${await repository()}/lfs/meta`;
    await call('PUT', `${meta}/a.json`, Buffer.from(''));
    return call('PUT', `${meta}/b.json`, Buffer.from(''));
  },
  max_object_size: declare(5 * GIB + 1),
  storage_quota: declare(5 * GIB, 5 * GIB),
  max_storage_connections: async (start) => {
    const { call } = await start(free);
    const keys = { auth_method: 'access_keys', access_key_id: 'AKID', secret_access_key: 'wJalrXUtnFEMI' };
    const connection = { name: 'Ours', provider: 'minio', endpoint: 'https://s3.example.test', bucket: 'models', ...keys };
    return call('POST', `${acme}/storage/connections`, connection);
  },
};

export const limits: Readonly<Record<RateLimited['reason'], Drive>> = {
  request_rate: async (start) => {
    const { call } = await start({ rateLimit: { perSecond: 1, burst: 1 } });
    return call('GET', '/users/me');
  },
  concurrent_uploads: async (start) => {
    const { call, repository } = await start(free);
    const uploads = `/repositories/${await repository()}/uploads`;
    for (let count = 0; count < 2; count += 1) await call('POST', uploads);
    return call('POST', uploads);
  },
  concurrent_writes: async (start) => {
    const { call, repository, sendFirst } = await start(bounded({ writersPerKey: 1 }));
    const id = await repository();
    const hangUp = await sendFirst(id, 'meta/a.json');
    const answer = await call('PUT', `/repositories/${id}/lfs/meta/a.json`, Buffer.from('{}'));
    hangUp();
    return answer;
  },
  unfinished_bytes: async (start) => {
    const { call, repository, sendFirst } = await start(bounded({ unfinishedBytesPerOrganization: 101 }));
    const id = await repository();
    const hangUp = await sendFirst(id, 'meta/a.json');
    const answer = await call('PUT', `/repositories/${id}/lfs/meta/b.json`, Buffer.from('{}'));
    hangUp();
    return answer;
  },
  // Each check begins the next one before it goes on, so that the first one to be answered is the one too many.
  concurrent_checks: async (start) => {
    const answers: Answer[] = [];
    let next = (): Promise<Answer | undefined> => Promise.resolve(undefined);
    const { world, owner, organization, call } = await start({
      ports: whileChecking(async () => {
        const answer = await next();
        if (answer !== undefined) answers.push(answer);
      }),
    });
    const test = `${acme}/storage/connections/${await world.connection(owner, organization)}/test`;
    next = () => call('POST', test);
    const last = await call('POST', test);
    return answers[0] ?? last;
  },
  invitation_mails: async (start) => {
    const { call } = await start({ ports: (ports) => ({ ...ports, mailer: createMemoryMailer() }) });
    for (let count = 0; count < 100; count += 1) {
      await call('POST', `${acme}/invitations`, { ...invitation, email: `user${count}@example.org` });
    }
    return call('POST', `${acme}/invitations`, invitation);
  },
};

export const refusals: Readonly<Record<Forbidden['reason'], Drive>> = {
  account_suspended: async (start) => {
    const { service, call, owner } = await start();
    (await service.application.operator.suspendUser({ email: owner.email }))._unsafeUnwrap();
    return call('GET', '/users/me');
  },
  credential_revoked: async (start) => {
    const ended = new Set<string>();
    const { call, owner } = await start({
      application: (inner) => ({
        ...inner,
        // Somebody logs out everywhere as soon as it is known who asks.
        authenticate: (credential, origin) =>
          inner.authenticate(credential, origin).andThen((caller) => {
            const sessionId = caller.credential.kind === 'session' ? caller.credential.sessionId : undefined;
            if (!ended.has(caller.userId) || sessionId === undefined) return okAsync(caller);
            const ending = inner.users.endSession(inner.authorize.signedIn(caller), sessionId);
            return ending.map(() => caller).orElse(() => okAsync(caller));
          }),
      }),
    });
    ended.add(owner.id);
    return call('PATCH', '/users/me', { name: 'Ada' });
  },
  permission: async (start) => {
    const { world, organization } = await start();
    const viewer = await world.user('viewer');
    await world.member(organization, viewer, 'VIEWER');
    return world.call('DELETE', acme, { token: viewer.token });
  },
  session_required: async (start) => {
    const { world, owner, organization } = await start();
    const { secret: token } = await world.apiToken(owner, organization, { scopes: ['org:read'] });
    return world.call('POST', '/organizations', { token, body: { name: 'Another' } });
  },
  only_owner: async (start) => {
    const { world, organization } = await start();
    const admin = await world.user('admin');
    await world.member(organization, admin, 'ADMIN');
    const body = { ...invitation, role: 'OWNER' };
    return world.call('POST', `${acme}/invitations`, { token: admin.token, body });
  },
  invalid_signature: async (start) => {
    const { service } = await start();
    return send(service.baseUrl, 'GET', '/storage/x?signature=y');
  },
  token_ended: async (start) => {
    const { service, world, owner, organization, call, repository } = await start();
    const { id, secret: token } = await world.apiToken(owner, organization, { scopes: ['repo:write'] });
    const body = { operation: 'upload', objects: [{ oid: sha256('a'), size: 1 }] };
    const batch = await world.call('POST', `/repositories/${await repository()}/lfs/objects/batch`, { token, body });
    await call('DELETE', `${acme}/tokens/${id}`);
    const href = new URL(textAt(batch.json, 'objects.0.actions.verify.href'));
    return send(service.baseUrl, 'POST', `${href.pathname}${href.search}`, { body: { oid: sha256('a'), size: 1 } });
  },
  not_lock_owner: async (start) => {
    const { world, organization, call, repository } = await start();
    const developer = await world.user('developer');
    await world.member(organization, developer, 'DEVELOPER');
    const locks = `/repositories/${await repository()}/lfs/locks`;
    const id = textAt((await call('POST', locks, { path: 'a' })).json, 'lock.id');
    return world.call('POST', `${locks}/${id}/unlock`, { token: developer.token, body: {} });
  },
  plan_without_audit_log: async (start) => (await start(free)).call('GET', `${acme}/audit`),
};
