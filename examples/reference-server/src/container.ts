// tsyringe refuses to be loaded before it.
import 'reflect-metadata';
import {
  type Application,
  createApplication,
  createOpenConnection,
  routingBlobStore,
  type Settings,
  verifyingBlobStore,
} from '@svc/core';
import type {
  BillingProvider,
  BlobStore,
  BucketConnector,
  ChunkCodec,
  IdentityProvider,
  RandomSource,
  SecretBox,
  WebhookSender,
} from '@svc/core/ports';
import type { HttpHandler } from '@svc/http-koa';
import { createSecretBox } from '@svc/secret-box-node';
import { nodeHasher } from '@svc/storage-fs';
import { createWebhookSender } from '@svc/webhook-sender-node';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { container as root, type DependencyContainer, instancePerContainerCachingFactory } from 'tsyringe';
import { after } from './adapters/after.js';
import { lateConnector } from './adapters/late-connector.js';
import { openConnector } from './adapters/open-connector.js';
import { type Database, openDatabase } from './adapters/open-database.js';
import { type OpenMailer, openMailer } from './adapters/open-mailer.js';
import { type OpenRateLimiter, openRateLimiter } from './adapters/open-rate-limiter.js';
import { openStorage, type Storage } from './adapters/open-storage.js';
import type { Config } from './config/config.js';
import type { EncryptionKey } from './config/encryption-keys.js';
import { prepareDataDir } from './data-dir.js';
import { type Dispatcher, startDispatcher } from './dispatcher.js';
import { boxKeysFrom, keptKeys, linkKeysFrom } from './keys.js';
import { httpLog } from './log/http-log.js';
import { type Verifier, startVerifier, wakingVerifier } from './verifier.js';
import { tokens } from './tokens.js';

/** A finalize that waits for a verification wakes the verifier; this is for what an earlier process has left. */
const VERIFICATION_INTERVAL_MS = 60_000;
/** How late a webhook hears of an event at most, when nothing else is to be delivered. */
const DISPATCH_INTERVAL_MS = 500;
const MAIL_INTERVAL_MS = 5000;
/** To how many webhooks one process delivers at a time; each gets up to 16 requests at once. */
const MAX_DELIVERY_LEASES = 32;

/**
 * From settings to parts: the only place that knows which adapter stands behind which port. Each part is made once, when somebody asks for it;
 * what takes time to make, or to load, is a promise. Closing the database is the asker's. `isServer`: this process claims the database for itself.
 */
export const createContainer = (
  config: Config,
  log: Logger,
  { isServer }: { readonly isServer: boolean },
): DependencyContainer => {
  prepareDataDir(config.dataDir);
  const container = root.createChildContainer();
  const once = <T>(token: symbol, make: (within: DependencyContainer) => T): void => {
    container.register<T>(token, { useFactory: instancePerContainerCachingFactory(make) });
  };

  once<RandomSource>(tokens.random, () => ({ uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }));
  once<readonly EncryptionKey[]>(tokens.encryptionKeys, () => config.encryptionKeys ?? keptKeys(config.dataDir));
  once<Settings>(tokens.settings, (within) => ({
    baseUrl: config.baseUrl,
    linkKeys: linkKeysFrom(within.resolve(tokens.encryptionKeys)),
    defaultPlan: config.defaultPlan,
  }));
  once<SecretBox>(tokens.secretBox, (within) => createSecretBox({ keys: boxKeysFrom(within.resolve(tokens.encryptionKeys)) }));
  once<Promise<Database>>(tokens.database, () => openDatabase(config.database, log, { isServer }));
  once<Promise<Storage>>(tokens.storage, async (within) => {
    const { clock } = await within.resolve<Promise<Database>>(tokens.database);
    return openStorage(config.storage, { settings: within.resolve<Settings>(tokens.settings), clock, log, isServer });
  });
  once<Promise<BucketConnector>>(tokens.connector, async (within) => {
    const { clock } = await within.resolve<Promise<Database>>(tokens.database);
    return lateConnector(() => openConnector(config.egressAllow, config.storage, clock));
  });
  once<Promise<BlobStore>>(tokens.blobs, async (within) => {
    const { blobs: managed } = await within.resolve<Promise<Storage>>(tokens.storage);
    const { unitOfWork } = await within.resolve<Promise<Database>>(tokens.database);
    const connector = await within.resolve<Promise<BucketConnector>>(tokens.connector);
    const open = createOpenConnection({ unitOfWork, connector, secretBox: within.resolve<SecretBox>(tokens.secretBox) });
    return verifyingBlobStore(routingBlobStore(managed, open), nodeHasher);
  });
  // One thread decodes while this one hashes what was decoded before.
  once<Promise<ChunkCodec>>(tokens.codec, async () => {
    const { createCodecPool, createNodeCodec } = await import('@svc/codec-node');
    const pool = createCodecPool({ threads: 1 });
    return { ...(await createNodeCodec()), decodeAll: (chunks, memory) => pool.decodeAll(chunks, memory) };
  });
  once<Promise<IdentityProvider | undefined>>(tokens.identityProvider, () => openIdentityProvider(config, log));
  once<Promise<BillingProvider | undefined>>(tokens.billingProvider, () => openBillingProvider(config, log));
  once<Promise<OpenMailer>>(tokens.mailer, () => openMailer(config.smtp, log));
  once<WebhookSender>(tokens.webhookSender, () => createWebhookSender({ allow: config.egressAllow }));
  once<Promise<Application>>(tokens.application, async (within) => {
    // First of all: it is refused to a second server, which would take the first one's unfinished uploads for the remains of a crash.
    const { unitOfWork, clock } = await within.resolve<Promise<Database>>(tokens.database);
    const { mailer } = await within.resolve<Promise<OpenMailer>>(tokens.mailer);
    return createApplication({
      unitOfWork,
      blobs: await within.resolve<Promise<BlobStore>>(tokens.blobs),
      clock: { now: () => clock.now(), after },
      random: within.resolve<RandomSource>(tokens.random),
      hasher: nodeHasher,
      codec: await within.resolve<Promise<ChunkCodec>>(tokens.codec),
      identityProvider: await within.resolve<Promise<IdentityProvider | undefined>>(tokens.identityProvider),
      connector: await within.resolve<Promise<BucketConnector>>(tokens.connector),
      secretBox: within.resolve<SecretBox>(tokens.secretBox),
      billingProvider: await within.resolve<Promise<BillingProvider | undefined>>(tokens.billingProvider),
      webhookSender: within.resolve<WebhookSender>(tokens.webhookSender),
      mailer,
      settings: within.resolve<Settings>(tokens.settings),
    });
  });
  once<Promise<Verifier>>(tokens.verifier, async (within) => {
    const application = await within.resolve<Promise<Application>>(tokens.application);
    return startVerifier(application.tree.verifyNext, { intervalMs: VERIFICATION_INTERVAL_MS, log });
  });
  once<Promise<Dispatcher>>(tokens.dispatcher, async (within) =>
    startDispatcher(await within.resolve<Promise<Application>>(tokens.application), {
      intervalMs: DISPATCH_INTERVAL_MS,
      mailIntervalMs: MAIL_INTERVAL_MS,
      maxLeases: MAX_DELIVERY_LEASES,
      log,
    }),
  );
  once<Promise<OpenRateLimiter>>(tokens.rateLimiter, () => openRateLimiter(config, log));
  once<Promise<HttpHandler>>(tokens.httpHandler, async (within) => {
    const { createHttpHandler } = await import('@svc/http-koa');
    const { baseUrl, rateLimit, internalCidrs, trustProxyHops } = config;
    const application = await within.resolve<Promise<Application>>(tokens.application);
    const { tree } = application;
    const finalize = wakingVerifier(tree.finalize, await within.resolve<Promise<Verifier>>(tokens.verifier));
    const { rateLimiter } = await within.resolve<Promise<OpenRateLimiter>>(tokens.rateLimiter);
    return createHttpHandler({
      application: { ...application, tree: { ...tree, finalize } },
      settings: { baseUrl, rateLimit, internalCidrs, trustProxyHops, checkOutputs: false },
      log: httpLog(log),
      ...(rateLimiter && { rateLimiter }),
    });
  });
  return container;
};

/** Loaded only where there is an issuer: its library is of no use otherwise. */
const openIdentityProvider = async ({ oidc }: Config, log: Logger): Promise<IdentityProvider | undefined> => {
  if (oidc === undefined) return undefined;
  const { createOidcIdentityProvider } = await import('@svc/identity-oidc');
  return createOidcIdentityProvider({
    ...oidc,
    onIssuerFault: (fault) => log.warn({ issuer: oidc.issuer, err: fault }, 'identity provider unavailable'),
  });
};

/** The same for Stripe. */
const openBillingProvider = async ({ stripe }: Config, log: Logger): Promise<BillingProvider | undefined> => {
  if (stripe === undefined) return undefined;
  const { createStripeBillingProvider } = await import('@svc/billing-stripe');
  const { apiUrl, ...settings } = stripe;
  return createStripeBillingProvider({
    ...settings,
    ...(apiUrl === undefined ? {} : { apiUrl }),
    onFault: (fault) => log.warn({ stripe: fault }, 'billing provider unavailable'),
  });
};
