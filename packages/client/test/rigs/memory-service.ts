import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createApplication, createOpenConnection, portableHasher, routingBlobStore } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import {
  createCountedRandom,
  createFixedClock,
  createMemoryBillingProvider,
  createMemoryBlobStore,
  createMemoryBuckets,
  createMemorySecretBox,
  createMemoryUnitOfWork,
  createMemoryWebhookSender,
} from '@svc/core/memory';
import { type AnsweredRequest, createHttpHandler } from '@svc/http-koa';

const sessionLifetimeMs = 3_600_000;

/** A bucket that an organization may bring. */
export const bucket = {
  endpoint: 'https://s3.example.test',
  bucket: 'models',
  accessKeyId: 'AKID',
  secretAccessKey: 'a-secret-of-the-bucket',
};

/** The whole service over memory adapters, on a socket of its own. */
export interface MemoryService {
  readonly baseUrl: string;
  /** Which row has answered, and how. */
  readonly answered: readonly AnsweredRequest[];
  /** A new user, and the secret of a session of theirs. */
  addUser(email: string): Promise<{ readonly id: string; readonly credential: string }>;
  close(): Promise<void>;
}

export const startMemoryService = async (): Promise<MemoryService> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  const baseUrl = `http://127.0.0.1:${address.port}`;
  const linkKeys = [{ id: 'k1', secret: createHash('sha256').update('link key').digest() }];
  const clock = createFixedClock();
  const unitOfWork = createMemoryUnitOfWork();
  const connector = createMemoryBuckets({ baseUrl, linkKeys });
  connector.add(bucket);
  const secretBox = createMemorySecretBox({ keys: linkKeys, random: createCountedRandom(1) });
  const openConnection = createOpenConnection({ unitOfWork, connector, secretBox });
  const prices = { developer: 1900, team: 9900, byos_add_on: 500 };
  const application = createApplication({
    unitOfWork,
    blobs: routingBlobStore(createMemoryBlobStore({ baseUrl, linkKeys }), openConnection),
    clock,
    random: createCountedRandom(),
    hasher: portableHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    connector,
    secretBox,
    webhookSender: createMemoryWebhookSender(),
    billingProvider: createMemoryBillingProvider({ clock, random: createCountedRandom(2), prices }),
    settings: { baseUrl, linkKeys, defaultPlan: 'business' },
  });
  const answered: AnsweredRequest[] = [];
  const faults: unknown[] = [];
  const settings = { baseUrl, rateLimit: undefined, internalCidrs: [], trustProxyHops: 0, checkOutputs: true };
  const log = {
    fault: (fault: unknown) => void faults.push(fault),
    answered: (request: AnsweredRequest) => void answered.push(request),
  };
  server.on('request', createHttpHandler({ application, settings, log }).callback());
  return {
    baseUrl,
    answered,
    addUser: async (email) => {
      (await application.operator.addUser({ email }))._unsafeUnwrap();
      const session = (await application.operator.createSession({ email, lifetimeMs: sessionLifetimeMs }))._unsafeUnwrap();
      return { id: session.user.id, credential: session.secret };
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (faults.length > 0) throw new Error('requests have met bugs', { cause: faults });
    },
  };
};
