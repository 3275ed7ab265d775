import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type Application, createApplication, createOpenConnection, type Ports, routingBlobStore } from '@svc/core';
import type { PlanId } from '@svc/core/model';
import { portableCodec } from '@svc/core/chunking';
import {
  createCountedRandom,
  createFaultyBlobStore,
  createFixedClock,
  createMemoryBillingProvider,
  createMemoryBlobStore,
  createMemoryBuckets,
  createMemorySecretBox,
  createMemoryWebhookSender,
  type FaultyBlobStore,
  type FixedClock,
  type Journal,
  type MemoryBillingProvider,
  type MemoryBuckets,
  type MemoryWebhookSender,
} from '@svc/core/memory';
import { nodeHasher } from '@svc/hasher-node';
import { expect } from 'chai';
import { configureServer } from '../../src/koa/configure-server.js';
import { createHttpHandler, type HttpHandlerOptions, type HttpSettings } from '../../src/koa/http-handler.js';
import type { AnsweredRequest, Fault } from '../../src/koa/http-log.js';
import { eachDatabase, type OpenDatabase } from './each-database.js';

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
  /** Where webhooks arrive. */
  readonly webhooks: MemoryWebhookSender;
  /** Sells both plans and the add-on. */
  readonly billing: MemoryBillingProvider;
  /** All that was written down, where the database can show it. */
  readonly journal: Journal | undefined;
  readonly server: Server;
  /** Bugs that requests have met. A test takes out those that it expects. */
  readonly faults: Fault[];
  readonly answered: AnsweredRequest[];
  /** The clock of the rate limit, in milliseconds. */
  readonly limitClock: { now: number };
  /** With its database. Fails when a request has met a bug that nobody has taken out of `faults`. */
  close(): Promise<void>;
}

export interface TestServiceOptions
  extends Partial<HttpSettings>, Pick<HttpHandlerOptions, 'rateLimiter' | 'agentPackage' | 'metrics'> {
  readonly defaultPlan?: PlanId;
  /** A database of its own, in place of one in memory. */
  readonly open?: () => Promise<OpenDatabase>;
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
  const {
    defaultPlan = 'business',
    open = eachDatabase['in memory'],
    ports: adapt,
    application: wrap,
    rateLimiter,
    agentPackage,
    metrics = () => Promise.resolve({ contentType: 'text/plain; charset=utf-8', text: 'svc_test 1\n' }),
    ...settings
  } = options;
  const server = configureServer(createServer({ requireHostHeader: false }));
  const port = await listen(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(createHash('sha256').update('link key').digest()) }];
  const clock = createFixedClock();
  const database = await open();
  const { unitOfWork, journal } = database;
  const buckets = createMemoryBuckets({ baseUrl, linkKeys, hasher: nodeHasher });
  const secretBox = createMemorySecretBox({ keys: linkKeys, random: createCountedRandom(1) });
  const openConnection = createOpenConnection({ unitOfWork, connector: buckets, secretBox });
  const blobs = createFaultyBlobStore(
    routingBlobStore(createMemoryBlobStore({ baseUrl, linkKeys, hasher: nodeHasher }), openConnection),
  );
  const webhooks = createMemoryWebhookSender();
  const prices = { developer: 1900, team: 9900, byos_add_on: 500 };
  const billing = createMemoryBillingProvider({ clock, random: createCountedRandom(2), prices });
  const ownPorts: Ports = {
    unitOfWork,
    blobs,
    clock,
    random: createCountedRandom(),
    hasher: nodeHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    connector: buckets,
    secretBox,
    webhookSender: webhooks,
    billingProvider: billing,
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
    agentPackage,
    metrics,
    ...(rateLimiter && { rateLimiter }),
  });
  server.on('request', handler.callback());
  const parts = {
    port,
    baseUrl,
    application,
    ports,
    clock,
    blobs,
    buckets,
    webhooks,
    billing,
    journal,
    server,
    faults,
    answered,
    limitClock,
  };
  return {
    ...parts,
    close: async () => {
      await close(server);
      await database.close();
      expect(faults).to.deep.equal([]);
    },
  };
};
