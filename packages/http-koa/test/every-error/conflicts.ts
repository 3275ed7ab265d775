import type { Oid } from '@svc/core';
import { type ConflictReason, type TreePath, trusted } from '@svc/core/model';
import { createMemoryBlobStore } from '@svc/core/memory';
import { ok, type Result } from 'neverthrow';
import { chunkedObject } from '../support/chunked-object.js';
import { type Answer, send, textAt } from '../support/request.js';
import { smallHistory } from '../support/small-history.js';
import { acme, type Drive, type Stage, whileChecking } from './stage.js';

const weights = Buffer.from('weights');
const webhook = { url: 'https://hooks.example.test/', events: ['repository.created'] };
const connections = `${acme}/storage/connections`;
const billing = `${acme}/billing`;

/** Sends the files of a tree and has its object registered. */
const push = async ({ call }: Stage, repository: string, files: ReturnType<typeof chunkedObject>): Promise<Answer> => {
  const { oid, size, pack, map, manifest } = files;
  for (const { path, bytes } of [pack, map, manifest]) await call('PUT', `/repositories/${repository}/lfs/${path}`, bytes);
  return call('POST', `/repositories/${repository}/lfs/finalize`, { objects: [{ oid, size }] });
};

const removal: Readonly<Record<'object_kept' | 'object_gone', Drive>> = {
  object_kept: async (start) => {
    const { world, owner, call, begin } = await start();
    const { repository, oid } = await begin(weights);
    await world.object(owner, repository, weights);
    return call('DELETE', `/repositories/${repository}/objects/${oid}`);
  },
  object_gone: async (start) => {
    const { service, world, owner, call, repository } = await start();
    const repositoryId = await repository();
    const oid = trusted<Oid>(await world.object(owner, repositoryId, weights));
    await call('DELETE', `/repositories/${repositoryId}/objects/${oid}`);
    const begun = await service.ports.unitOfWork.transact(async ({ quarantine }): Promise<Result<boolean, never>> => {
      const [found] = (await quarantine.find(trusted(repositoryId), [oid])).values();
      return ok(found !== undefined && (await quarantine.update(found, { state: 'deleting', dueAt: found.dueAt })));
    });
    begun._unsafeUnwrap();
    return call('POST', `/repositories/${repositoryId}/removed-objects/${oid}/restore`);
  },
};

const subscribe = async ({ service, call }: Stage): Promise<void> => {
  service.billing.pay(textAt((await call('POST', `${billing}/checkout`, { plan_id: 'team' })).json, 'url'));
  await call('POST', `${billing}/confirm`, { plan_id: 'team' });
};

const deliveredBy = async ({ service, call, repository }: Stage, path: string): Promise<string> => {
  await repository();
  (await service.application.webhooks.fanOut())._unsafeUnwrap();
  return textAt((await call('GET', `${path}/deliveries`)).json, 'deliveries.0.id');
};

const upload: Readonly<
  Record<
    'session_expired' | 'session_aborted' | 'session_finalized' | 'not_uploaded' | 'size_mismatch' | 'checksum_mismatch',
    Drive
  >
> = {
  session_expired: async (start) => {
    const { service, call, begin } = await start();
    const { session } = await begin(weights);
    service.clock.advance(6 * 3_600_000);
    return call('POST', `${session}/finalize`);
  },
  session_aborted: async (start) => {
    const { call, begin } = await start();
    const { session } = await begin(weights);
    await call('DELETE', session);
    return call('POST', `${session}/finalize`);
  },
  session_finalized: async (start) => {
    const { call, begin } = await start();
    const { session, object, oid, put } = await begin(weights);
    await put(weights);
    await call('POST', `${object}/complete`, { size: 7 });
    await call('POST', `${session}/finalize`);
    return call('POST', `${session}/objects`, { objects: [{ oid, size: 7 }] });
  },
  not_uploaded: async (start) => {
    const { call, begin } = await start();
    return call('POST', `${(await begin(weights)).object}/complete`, { size: 7 });
  },
  size_mismatch: async (start) => {
    const { call, begin } = await start();
    const { object, put } = await begin(weights);
    await put(weights);
    return call('POST', `${object}/complete`, { size: 8 });
  },
  checksum_mismatch: async (start) => {
    const { call, begin } = await start();
    const { object, put } = await begin(weights);
    await put(Buffer.from('weightz'));
    return call('POST', `${object}/complete`, { size: 7 });
  },
};

const tree: Readonly<
  Record<'chunks_gone' | 'manifest_frozen' | 'manifest_invalid' | 'pack_invalid' | 'directory_file_conflict', Drive>
> = {
  chunks_gone: async (start) => {
    const stage = await start();
    const repository = await stage.repository();
    const object = chunkedObject(weights);
    const path = trusted<TreePath>(object.pack.path);
    const times = { seenAt: 0, quarantinedAt: 1, dueAt: 2, holder: 'the collector', removedAt: undefined };
    for (const file of [object.pack, object.map, object.manifest])
      await stage.call('PUT', `/repositories/${repository}/lfs/${file.path}`, file.bytes);
    const condemned = await stage.service.ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
      await records.condemned.put(trusted(repository), [{ path, sizeBytes: 1, state: 'deleting', ...times }]);
      return ok();
    });
    condemned._unsafeUnwrap();
    return stage.call('POST', `/repositories/${repository}/lfs/finalize`, { objects: [{ oid: object.oid, size: object.size }] });
  },
  manifest_frozen: async (start) => {
    const stage = await start();
    const repository = await stage.repository();
    const object = chunkedObject(weights);
    await push(stage, repository, object);
    return stage.call('PUT', `/repositories/${repository}/lfs/${object.manifest.path}`, Buffer.from('{}'));
  },
  manifest_invalid: async (start) => {
    const stage = await start();
    const object = chunkedObject(weights);
    return push(stage, await stage.repository(), { ...object, manifest: { ...object.manifest, bytes: Buffer.from('{}') } });
  },
  pack_invalid: async (start) => {
    const stage = await start();
    return push(stage, await stage.repository(), chunkedObject(weights, 1024, Buffer.alloc(100)));
  },
  directory_file_conflict: async (start) => {
    const { call, repository } = await start();
    const lfs = `/repositories/${await repository()}/lfs`;
    await call('PUT', `${lfs}/meta/a.json`, Buffer.from('{}'));
    return call('PUT', `${lfs}/meta`, Buffer.from('{}'));
  },
};

/** Opens an upload to the Git index and sends a commit. */
export const beginIndex = async ({ call }: Stage, repository: string, format = 'sha1') => {
  const index = `/repositories/${repository}/index`;
  const session = `${index}/sessions/${textAt((await call('POST', `${index}/sessions`, { object_format: format })).json, 'session.id')}`;
  const { commits, objects, trees, tip } = smallHistory();
  await call('POST', `${session}/commits`, { commits });
  await call('POST', `${session}/tree`, { objects, trees });
  return {
    index,
    session,
    finalize: (ref: object = {}, complete = false): Promise<Answer> =>
      call('POST', `${session}/finalize`, { refs: [{ name: 'refs/heads/main', target: tip, ...ref }], complete }),
  };
};

const index: Readonly<Record<'object_format' | 'index_moved' | 'ref_moved' | 'not_indexed', Drive>> = {
  not_indexed: async (start) => {
    const { call, repository } = await start();
    return call('POST', `/repositories/${await repository()}/snapshots`, { name: 'first' });
  },
  object_format: async (start) => {
    const stage = await start();
    const { index: path } = await beginIndex(stage, await stage.repository());
    return stage.call('POST', `${path}/sessions`, { object_format: 'sha256' });
  },
  index_moved: async (start) => {
    const stage = await start();
    const repository = await stage.repository();
    const [first, second] = [await beginIndex(stage, repository), await beginIndex(stage, repository)];
    await first.finalize();
    return second.finalize({}, true);
  },
  ref_moved: async (start) => {
    const stage = await start();
    return (await beginIndex(stage, await stage.repository())).finalize({ expected: smallHistory('.').tip });
  },
};

const money: Readonly<Record<'no_billing_customer' | 'no_subscription' | 'subscription_exists' | 'add_on_not_offered', Drive>> = {
  no_billing_customer: async (start) => (await start()).call('POST', `${billing}/portal`),
  no_subscription: async (start) =>
    (await start({ defaultPlan: 'developer' })).call('POST', `${billing}/byos-addon`, { enabled: true }),
  subscription_exists: async (start) => {
    const stage = await start();
    await subscribe(stage);
    return stage.call('DELETE', acme);
  },
  add_on_not_offered: async (start) =>
    (await start({ defaultPlan: 'team' })).call('POST', `${billing}/byos-addon`, { enabled: true }),
};

export const conflicts: Readonly<Record<ConflictReason, Drive>> = {
  ...upload,
  ...tree,
  ...removal,
  ...money,
  ...index,
  duplicate_slug: async (start) => (await start()).call('POST', '/organizations', { name: 'Another', slug: 'acme' }),
  duplicate_name: async (start) => {
    const { call } = await start();
    await call('POST', `${acme}/storage-groups`, { name: 'Archive' });
    return call('POST', `${acme}/storage-groups`, { name: 'Archive' });
  },
  last_owner: async (start) => {
    const { call, owner } = await start();
    return call('DELETE', `${acme}/members/${owner.id}`);
  },
  idempotency_key_reused: async (start) => {
    const { world, owner, repository } = await start();
    const open = async (path: string, expected_objects: number): Promise<Answer> =>
      world.call('POST', path, { token: owner.token, headers: { 'idempotency-key': 'one' }, body: { expected_objects } });
    const uploads = `/repositories/${await repository()}/uploads`;
    await open(uploads, 1);
    return open(uploads, 2);
  },
  hash_algorithm: async (start) => {
    const { call, repository } = await start();
    const batch = { operation: 'download', objects: [], hash_algo: 'sha512' };
    return call('POST', `/repositories/${await repository()}/lfs/objects/batch`, batch);
  },
  object_completed: async (start) => {
    const { service, call, begin } = await start({
      ports: (ports) => ({
        ...ports,
        blobs: createMemoryBlobStore({ ...ports.settings, maxSinglePutBytes: 8, parts: { maxPartBytes: 8 } }),
      }),
    });
    const bytes = Buffer.from('more weights');
    const { object } = await begin(bytes);
    const { json } = await call('POST', `${object}/parts`, { part_numbers: [1, 2] });
    for (const at of [0, 1]) {
      const { pathname, search } = new URL(textAt(json, `parts.${at}.upload_url`));
      await send(service.baseUrl, 'PUT', pathname + search, { body: bytes.subarray(8 * at, 8 * at + 8) });
    }
    await call('POST', `${object}/complete`, { size: bytes.byteLength });
    return call('POST', `${object}/parts`, { part_numbers: [1] });
  },
  in_use: async (start) => {
    const { world, owner, organization, call } = await start();
    const id = await world.connection(owner, organization);
    await world.repository(owner, organization, { name: 'Models', storage_mode: 'byos', storage_connection_id: id });
    return call('DELETE', `${connections}/${id}`);
  },
  changed_meanwhile: async (start) => {
    let meanwhile = (): Promise<unknown> => Promise.resolve();
    const { world, owner, organization, call } = await start({
      ports: whileChecking(async () => {
        await meanwhile();
      }),
    });
    const path = `${connections}/${await world.connection(owner, organization)}`;
    meanwhile = () => {
      meanwhile = () => Promise.resolve();
      return call('PATCH', path, { name: 'First' });
    };
    return call('PATCH', path, { name: 'Second' });
  },
  webhook_limit: async (start) => {
    const { call } = await start();
    for (let count = 0; count < 20; count += 1) await call('POST', `${acme}/webhooks`, webhook);
    return call('POST', `${acme}/webhooks`, webhook);
  },
  webhook_inactive: async (start) => {
    const stage = await start();
    const path = `${acme}/webhooks/${textAt((await stage.call('POST', `${acme}/webhooks`, webhook)).json, 'webhook.id')}`;
    const delivery = await deliveredBy(stage, path);
    await stage.call('PATCH', path, { active: false });
    return stage.call('POST', `${path}/deliveries/${delivery}/redeliver`);
  },
  already_member: async (start) => {
    const { call, owner } = await start();
    return call('POST', `${acme}/invitations`, { email: owner.email, role: 'VIEWER' });
  },
  already_invited: async (start) => {
    const { call } = await start();
    const invitation = { email: 'ada@example.test', role: 'VIEWER' };
    await call('POST', `${acme}/invitations`, invitation);
    return call('POST', `${acme}/invitations`, invitation);
  },
};
