import type { HttpErrorKind } from '../../src/endpoint/http-error.js';
import type { Oid } from '@svc/core';
import {
  type ConflictReason,
  contended,
  type Forbidden,
  outage,
  type RepositoryId,
  trusted,
  type Unavailable,
} from '@svc/core/model';
import type { ReasonedKind, ReasonsOf } from '../../src/endpoint/declared-error.js';
import { errAsync, ok } from 'neverthrow';
import { chunkedObject } from '../support/chunked-object.js';
import { type Answer, send, textAt } from '../support/request.js';
import { sha256 } from '../support/world.js';
import { beginIndex, conflicts } from './conflicts.js';
import { limits, quotas, refusals } from './refusals.js';
import type { Drive, Stage } from './stage.js';

/** The path of a test beside this folder that stands in for a request from here. */
type Elsewhere = string;

const { plan_without_audit_log, ...unexplained } = refusals;

/** The refusals that do not tell their reason to programs. */
export const unexplainedRefusals: Readonly<Record<Exclude<Forbidden['reason'], ReasonsOf['forbidden']>, Drive>> = unexplained;

const explained: Readonly<Record<ReasonsOf['forbidden'], Drive>> = { plan_without_audit_log };

const locked: Readonly<Record<Exclude<ReasonsOf['conflict'], ConflictReason>, Drive>> = {
  already_locked: async (start) => {
    const { call, repository } = await start();
    const locks = `/repositories/${await repository()}/lfs/locks`;
    await call('POST', locks, { path: 'a' });
    return call('POST', locks, { path: 'a' });
  },
};

const notReady =
  (problem: Unavailable): Drive =>
  async (start) => {
    const check = () => errAsync(problem);
    const { service } = await start({
      ports: (ports) =>
        problem.part === 'storage'
          ? { ...ports, blobs: { ...ports.blobs, check } }
          : { ...ports, unitOfWork: { ...ports.unitOfWork, check } },
    });
    return send(service.baseUrl, 'GET', '/readyz');
  };

const outages: Readonly<Record<ReasonsOf['unavailable'], Drive>> = {
  // Waiting for the verification is over before it has begun.
  verification_pending: async (start) => {
    const { call, begin } = await start({
      ports: (ports) => ({
        ...ports,
        clock: {
          ...ports.clock,
          after: (_milliseconds, act) => {
            act();
            return () => undefined;
          },
        },
      }),
    });
    const bytes = Buffer.from('weights');
    const { object, put } = await begin(bytes);
    await put(bytes);
    return call('POST', `${object}/complete`, { size: bytes.byteLength });
  },
  // Of an object that is put together while it is read, by readers who do not read.
  too_many_downloads: async (start) => {
    const { service, world, owner, call, repository } = await start();
    const tree = `/repositories/${await repository()}/lfs`;
    const { oid, size, pack, map, manifest } = chunkedObject(Buffer.from('weights'));
    for (const { path, bytes } of [pack, map, manifest]) {
      await world.call('PUT', `${tree}/${path}`, { token: owner.token, body: bytes });
    }
    await call('POST', `${tree}/finalize`, { objects: [{ oid, size }] });
    const { json } = await call('POST', tree.replace('/lfs', '/downloads/authorize'), { objects: [{ oid }] });
    const { pathname, search, searchParams } = new URL(textAt(json, 'objects.0.download_url'));
    const { authorize, signedTransfers } = service.application;
    const grant = authorize.signedDownload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams))._unsafeUnwrap();
    const { open } = (await signedTransfers.open(grant))._unsafeUnwrap();
    for (let opened = await open(); opened.isOk();) opened = await open();
    return send(service.baseUrl, 'GET', pathname + search);
  },
  storage_full: notReady(outage('storage', 'storage_full')),
  storage_refused: notReady(outage('storage', 'storage_refused')),
  storage_damaged: notReady(outage('storage', 'storage_damaged')),
  writes_blocked: notReady(outage('database', 'writes_blocked')),
  contended: notReady(contended),
};

const browse = async (stage: Stage, query: string): Promise<Answer> => {
  const repository = await stage.repository();
  await (await beginIndex(stage, repository)).finalize();
  return stage.call('GET', `/repositories/${repository}/tree?${query}`);
};

const absences: Readonly<Record<ReasonsOf['not_found'], Drive>> = {
  // A list is empty then; one thing is not found.
  not_indexed: async (start) => {
    const { call, repository } = await start();
    return call('GET', `/repositories/${await repository()}/commits/main`);
  },
  unknown_ref: async (start) => browse(await start(), 'ref=missing'),
  unknown_path: async (start) => browse(await start(), 'path=missing'),
  not_uploaded: async (start) => {
    const { service, call, repository } = await start();
    const object = { oid: sha256('weights'), size: 7 };
    const batch = `/repositories/${await repository()}/lfs/objects/batch`;
    const { json } = await call('POST', batch, { operation: 'upload', objects: [object] });
    const { pathname, search } = new URL(textAt(json, 'objects.0.actions.verify.href'));
    return send(service.baseUrl, 'POST', pathname + search, { body: object });
  },
  damaged: async (start) => {
    const { service, world, owner, call, repository } = await start();
    const id = await repository();
    const oid = await world.object(owner, id, Buffer.from('weights'));
    const { json } = await call('POST', `/repositories/${id}/downloads/authorize`, { objects: [{ oid }] });
    const of = { kind: 'object', oid: trusted<Oid>(oid) } as const;
    const noted = await service.ports.unitOfWork.transact(async ({ damage }) => {
      await damage.note({ repositoryId: trusted<RepositoryId>(id), of, problem: 'missing', foundAt: service.clock.now() });
      return ok();
    });
    noted._unsafeUnwrap();
    const { pathname, search } = new URL(textAt(json, 'objects.0.download_url'));
    return send(service.baseUrl, 'GET', pathname + search);
  },
};

/** By its code one request for each thing that `details.reason` can say: a new one does not compile without its request. */
export const reasonsByCode: { readonly [K in ReasonedKind]: Readonly<Record<ReasonsOf[K], Drive>> } = {
  conflict: { ...conflicts, ...locked },
  quota_exceeded: quotas,
  rate_limited: limits,
  forbidden: explained,
  not_found: absences,
  unavailable: outages,
};

const download =
  (headers: Readonly<Record<string, string>>): Drive =>
  async (start) => {
    const { service, world, owner, call, repository } = await start();
    const id = await repository();
    const oid = await world.object(owner, id, Buffer.from('weights'));
    const { json } = await call('POST', `/repositories/${id}/downloads/authorize`, { objects: [{ oid }] });
    const { pathname, search } = new URL(textAt(json, 'objects.0.download_url'));
    return send(service.baseUrl, 'GET', pathname + search, { headers });
  };

/** One request for each kind of error, and for a bug. */
export const kinds: Readonly<Record<HttpErrorKind | 'internal', Drive | Elsewhere>> = {
  bad_request: async (start) => (await start()).call('POST', '/organizations', {}),
  // Who sends half a body and hangs up hears no answer.
  body_incomplete: 'koa/json-body.test.ts',
  body_too_slow: 'koa/receive-bytes.test.ts',
  unauthorized: async (start) => (await start()).world.call('GET', '/users/me'),
  quota_exceeded: quotas.max_repositories,
  forbidden: refusals.permission,
  not_found: async (start) => (await start()).call('GET', '/organizations/nobody'),
  method_not_allowed: async (start) => (await start()).call('PUT', '/organizations'),
  conflict: conflicts.duplicate_slug,
  payload_too_large: async (start) => (await start()).call('POST', '/organizations', { name: 'x'.repeat(2 ** 20) }),
  precondition_failed: download({ 'if-match': '"other"' }),
  range_not_satisfiable: download({ range: 'bytes=7-' }),
  rate_limited: limits.request_rate,
  internal: async (start) => {
    const { call } = await start({
      application: (application) => ({
        ...application,
        users: {
          ...application.users,
          me: () => {
            throw new Error('a bug');
          },
        },
      }),
    });
    return call('GET', '/users/me');
  },
  unavailable: async (start) => {
    const { service, call } = await start();
    service.billing.setOutage(true);
    return call('POST', '/organizations/acme/billing/checkout', { plan_id: 'team' });
  },
};
