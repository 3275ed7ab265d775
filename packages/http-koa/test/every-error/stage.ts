import type { Ports } from '@svc/core';
import { type PlanId, type RepositoryId, type TreePath, trusted } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { type Acme, startAcme } from '../support/acme.js';
import { openBody } from '../support/open-body.js';
import { type Answer, send, textAt } from '../support/request.js';
import type { TestServiceOptions } from '../support/service.js';
import { sha256, slugOf } from '../support/world.js';

/** An object whose upload has been authorized. */
export interface BegunUpload {
  readonly repository: string;
  readonly oid: string;
  /** The paths of its session and of itself in there. */
  readonly session: string;
  readonly object: string;
  put(bytes: Uint8Array): Promise<Answer>;
}

/** A service for one error. */
export interface Stage extends Acme {
  /** A request of the owner. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Begins to send a file of 100 bytes to the chunk tree, until the service waits for more of it; what comes back hangs up. */
  sendFirst(repository: string, path: string): Promise<() => void>;
  setPlan(planId: PlanId): Promise<void>;
  repository(name?: string): Promise<string>;
  begin(bytes: Uint8Array): Promise<BegunUpload>;
}

export type Start = (options?: TestServiceOptions) => Promise<Stage>;

/** Goes as far as the error, and answers with it. */
export type Drive = (start: Start) => Promise<Answer>;

export const acme = '/organizations/acme';

export const startStage: Start = async (options = {}) => {
  const { service, world, owner, organization } = await startAcme(options);
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.call(method, path, { token: owner.token, body });
  const repository = (name = 'Models'): Promise<string> => world.repository(owner, organization, { name });
  return {
    service,
    world,
    owner,
    organization,
    call,
    repository,
    sendFirst: async (repositoryId, path) => {
      const file = trusted<TreePath>(path);
      const body = openBody(service, `/api/v1/repositories/${repositoryId}/lfs/${path}`, { token: owner.token, ofBytes: 100 });
      body.write('x');
      await waitUntil('the file is on its way', async () => {
        const found = await service.ports.unitOfWork.read(({ tree }) => tree.findFile(trusted<RepositoryId>(repositoryId), file));
        return found._unsafeUnwrap() !== undefined;
      });
      return body.hangUp;
    },
    setPlan: async (planId) => {
      (await service.application.operator.setPlan({ organization: slugOf('acme'), planId }))._unsafeUnwrap();
    },
    begin: async (bytes) => {
      const repositoryId = await repository();
      const oid = sha256(bytes);
      const uploads = `/repositories/${repositoryId}/uploads`;
      const session = `${uploads}/${textAt((await call('POST', uploads)).json, 'session.id')}`;
      const { json } = await call('POST', `${session}/objects`, { objects: [{ oid, size: bytes.byteLength }] });
      return {
        repository: repositoryId,
        oid,
        session,
        object: `${session}/objects/${oid}`,
        put: (body) => {
          const { pathname, search } = new URL(textAt(json, 'objects.0.upload_url'));
          return send(service.baseUrl, 'PUT', pathname + search, { body });
        },
      };
    },
  };
};

/** What happens while a connection is being checked, each time. */
export const whileChecking =
  (act: () => Promise<void>) =>
  (ports: Ports): Ports => {
    const { connector } = ports;
    if (connector === undefined) throw new Error('the service has a connector');
    const check: typeof connector.check = async (login) => {
      await act();
      return connector.check(login);
    };
    return { ...ports, connector: { ...connector, check } };
  };
