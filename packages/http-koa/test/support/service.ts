import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import {
  type Application,
  createApplication,
  createOpenConnection,
  type PlanId,
  portableHasher,
  type Ports,
  routingBlobStore,
} from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import {
  createCountedRandom,
  createFaultyBlobStore,
  createFixedClock,
  createMemoryBlobStore,
  createMemoryBuckets,
  createMemorySecretBox,
  createMemoryUnitOfWork,
  type FaultyBlobStore,
  type FixedClock,
  type Journal,
  type MemoryBuckets,
} from '@svc/core/memory';
import { configureServer } from '../../src/koa/configure-server.js';
import { createHttpHandler, type HttpHandlerOptions, type HttpSettings } from '../../src/koa/http-handler.js';
import type { AnsweredRequest, Fault } from '../../src/koa/http-log.js';

export interface TestService {
  readonly port: number;
  /** The base URL, which is also where it listens. */
  readonly baseUrl: string;
  readonly application: Application;
  readonly ports: Ports;
  readonly clock: FixedClock;
  readonly blobs: FaultyBlobStore;
  /** That customers may bring. */
  readonly buckets: MemoryBuckets;
  readonly journal: Journal;
  readonly server: Server;
  /** Bugs that requests have met. */
  readonly faults: Fault[];
  readonly answered: AnsweredRequest[];
  /** The clock of the rate limit, in milliseconds. */
  readonly limitClock: { now: number };
  close(): Promise<void>;
}

export interface TestServiceOptions extends Partial<HttpSettings>, Pick<HttpHandlerOptions, 'rateLimiter'> {
  readonly defaultPlan?: PlanId;
  /** Puts something in front of ports. */
  readonly ports?: (ports: Ports) => Ports;
  /** Puts something in front of use cases. */
  readonly application?: (application: Application) => Application;
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('a TCP server has a port'));
      else resolve(address.port);
    });
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** The whole service on a socket of its own, over memory adapters, with a fixed clock and counted ids. Replies are held against their schemas. */
export const startService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  const { defaultPlan = 'business', ports: adapt, application: wrap, rateLimiter, ...settings } = options;
  const server = configureServer(createServer());
  const port = await listen(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(createHash('sha256').update('link key').digest()) }];
  const clock = createFixedClock();
  const unitOfWork = createMemoryUnitOfWork();
  const buckets = createMemoryBuckets({ baseUrl, linkKeys });
  const secretBox = createMemorySecretBox({ keys: linkKeys, random: createCountedRandom(1) });
  const open = createOpenConnection({ unitOfWork, connector: buckets, secretBox });
  const blobs = createFaultyBlobStore(routingBlobStore(createMemoryBlobStore({ baseUrl, linkKeys }), open));
  const ownPorts: Ports = {
    unitOfWork,
    blobs,
    clock,
    random: createCountedRandom(),
    hasher: portableHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    connector: buckets,
    secretBox,
    settings: { baseUrl, linkKeys, defaultPlan },
  };
  const ports = adapt === undefined ? ownPorts : adapt(ownPorts);
  const ownApplication = createApplication(ports);
  const application = wrap === undefined ? ownApplication : wrap(ownApplication);
  const faults: Fault[] = [];
  const answered: AnsweredRequest[] = [];
  const limitClock = { now: 0 };
  const handler = createHttpHandler({
    application,
    settings: {
      baseUrl,
      rateLimit: undefined,
      internalCidrs: [],
      trustProxyHops: 0,
      checkOutputs: true,
      ...settings,
    },
    log: { fault: (fault) => void faults.push(fault), answered: (request) => void answered.push(request) },
    monotonicNow: () => limitClock.now,
    ...(rateLimiter && { rateLimiter }),
  });
  server.on('request', handler.callback());
  const { journal } = unitOfWork;
  const parts = { port, baseUrl, application, ports, clock, blobs, buckets, journal, server, faults, answered, limitClock };
  return { ...parts, close: () => close(server) };
};
