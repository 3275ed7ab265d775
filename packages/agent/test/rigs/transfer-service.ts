import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createNodeCodec } from '@svc/codec-node';
import { type Application, createApplication, type Ports } from '@svc/core';
import type { BlobStore } from '@svc/core/ports';
import {
  createCountedRandom,
  createFixedClock,
  createMemoryBlobStore,
  createMemoryUnitOfWork,
  type FixedClock,
} from '@svc/core/memory';
import { nodeHasher } from '@svc/hasher-node';
import { configureServer, createHttpHandler, type HttpSettings } from '@svc/http-koa';
import { expect } from 'chai';

/** Answers a request in the place of the service, or does something to it, when it returns true. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface TransferService {
  readonly baseUrl: string;
  readonly token: string;
  readonly repositoryId: string;
  /** Makes another repository beside that one, and answers its id. */
  readonly addRepository: (name: string) => Promise<string>;
  readonly application: Application;
  readonly ports: Ports;
  readonly clock: FixedClock;
  readonly blobs: BlobStore;
  /** `METHOD path` of every request, below the repository's tree without the part that is the same for all. */
  readonly requests: string[];
  /** Those that begin like this. */
  count(begin: string): number;
  intercept: Intercept | undefined;
  /** Lets the service answer a request that was held back. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

const day = 24 * 3_600_000;

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('a TCP server has a port'));
      else resolve(address.port);
    });
  });

/** The whole service on a socket, over memory adapters, with one repository in it. */
export const startTransferService = async (
  settings: Partial<HttpSettings> = {},
  over: (blobs: BlobStore) => BlobStore = (blobs) => blobs,
): Promise<TransferService> => {
  const server = configureServer(createServer());
  const port = await listen(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(7) }];
  const codec = await createNodeCodec();
  const blobs = over(createMemoryBlobStore({ baseUrl, linkKeys, blockHasher: codec }));
  const clock = createFixedClock();
  const ports: Ports = {
    unitOfWork: createMemoryUnitOfWork(),
    blobs,
    clock,
    random: createCountedRandom(),
    hasher: nodeHasher,
    codec,
    identityProvider: undefined,
    settings: { baseUrl, linkKeys, defaultPlan: 'business', gcReclaim: true },
  };
  const application = createApplication(ports);
  const handler = createHttpHandler({
    application,
    settings: { baseUrl, rateLimit: undefined, internalCidrs: [], trustProxyHops: 0, checkOutputs: true, ...settings },
    log: { fault: (fault) => console.error(fault), answered: () => undefined },
    monotonicNow: () => performance.now(),
  });
  const answer = handler.callback();
  const requests: string[] = [];
  const service: TransferService = {
    baseUrl,
    application,
    ports,
    clock,
    blobs,
    requests,
    answer,
    ...(await createRepository(application, baseUrl, server, answer)),
    intercept: undefined,
    count: (begin) => requests.filter((request) => request.startsWith(begin)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    requests.push(
      `${request.method ?? ''} ${(request.url ?? '').replace(`/api/v1/repositories/${service.repositoryId}/lfs/`, '')}`,
    );
    if (service.intercept?.(request, response) !== true) answer(request, response);
  });
  return service;
};

const createRepository = async (
  application: Application,
  baseUrl: string,
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Pick<TransferService, 'token' | 'repositoryId' | 'addRepository'>> => {
  server.on('request', answer);
  const email = 'owner@example.test';
  (await application.operator.addUser({ email }))._unsafeUnwrap();
  const { secret: token } = (await application.operator.createSession({ email, lifetimeMs: 30 * day }))._unsafeUnwrap();
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const reply = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).to.equal(201);
    return reply.json();
  };
  const organization = idIn(await post('/organizations', { name: 'Tests' }), 'organization');
  const addRepository = async (name: string): Promise<string> =>
    idIn(await post(`/organizations/${organization}/repositories`, { name }), 'repository');
  return { token, repositoryId: await addRepository('Models'), addRepository };
};

const idIn = (json: unknown, name: string): string => {
  const thing: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
  const id: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, 'id') : undefined;
  if (typeof id !== 'string') throw new Error(`no id in ${JSON.stringify(json)}`);
  return id;
};
