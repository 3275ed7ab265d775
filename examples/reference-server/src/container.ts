// tsyringe refuses to be loaded before it.
import 'reflect-metadata';
import { createApplication, createOpenConnection, routingBlobStore, verifyingBlobStore } from '@svc/core';
import type { BillingProvider, IdentityProvider } from '@svc/core/ports';
import { nodePorts } from '@svc/node';
import { createWebhookSender } from '@svc/webhook-sender-node';
import type { Logger } from 'pino';
import { container as root, type DependencyContainer, type InjectionToken, instancePerContainerCachingFactory } from 'tsyringe';
import { demandMounted } from './adapters/demand-mounted.js';
import { findAgentPackage } from './adapters/find-agent-package.js';
import { lateConnector } from './adapters/late-connector.js';
import { openConnector } from './adapters/open-connector.js';
import { openConsole } from './adapters/open-console.js';
import { openDatabase } from './adapters/open-database.js';
import { openMailer } from './adapters/open-mailer.js';
import { openRateLimiter } from './adapters/open-rate-limiter.js';
import { openStorage } from './adapters/open-storage.js';
import { warnOfUnknownFiles } from './adapters/warn-of-unknown-files.js';
import type { Config } from './config/config.js';
import { prepareDataDir } from './data-dir.js';
import { boxKeysFrom, demandKeptKeys, keptKeys, linkKeysFrom } from './keys.js';
import { httpLog } from './log/http-log.js';
import { createMeasuring } from './metrics/measuring.js';
import { hearingBoth } from './metrics/hearing-both.js';
import { tokens } from './tokens.js';
import type { Tracing } from './tracing/tracing.js';
import { version } from './version.js';

export interface ContainerOptions {
  readonly isServer: boolean;
  /** When the service has time for what nobody waits for. */
  readonly idle?: () => Promise<void>;
  /** The folder in which the pages and the tarball of the agent lie, where there are any. */
  readonly bundle?: string | undefined;
}

/**
 * From settings to parts: the only place that knows which adapter stands behind which port. Each part is made once, when somebody asks for it;
 * what takes time to make, or to load, is a promise. Closing the database is the asker's. `isServer`: this process claims the database for itself,
 * and makes what is missing.
 */
export const createContainer = (
  config: Config,
  log: Logger,
  { isServer, idle, bundle }: ContainerOptions,
): DependencyContainer => {
  if (isServer) prepareDataDir(config.dataDir);
  const container = root.createChildContainer();
  const once = <T>(token: InjectionToken<T>, make: (within: DependencyContainer) => NoInfer<T>): void => {
    container.register(token, { useFactory: instancePerContainerCachingFactory(make) });
  };

  once(tokens.encryptionKeys, () => config.encryptionKeys ?? (isServer ? keptKeys : demandKeptKeys)(config.dataDir));
  once(tokens.settings, (within) => ({
    baseUrl: config.baseUrl,
    linkKeys: linkKeysFrom(within.resolve(tokens.encryptionKeys)),
    defaultPlan: config.defaultPlan,
    sessionMaxMs: config.sessionMaxMs,
    verifiedBytesPerHour: config.verifiedBytesPerHour,
    limits: config.limits,
    scrubBytesPerSecond: config.scrubBytesPerSecond,
    deletedRepositoryGraceMs: config.deletedRepositoryGraceMs,
    gcReclaim: config.gcReclaim,
    gcGraceMs: config.gcGraceMs,
    gcRequestsPerSecond: config.gcRequestsPerSecond,
    gcBytesPerSecond: config.gcBytesPerSecond,
    sparseIndexChunks: config.sparseIndexChunks,
    coldAfterMs: config.coldAfterMs,
    conversionBytesPerSecond: config.conversionBytesPerSecond,
  }));
  once(tokens.nodePorts, (within) => nodePorts({ secretBoxKeys: boxKeysFrom(within.resolve(tokens.encryptionKeys)) }));
  once(tokens.database, (within) => {
    const measuring = within.resolve(tokens.measuring);
    const onConnection = (waitedMs: number): void => measuring.current?.onConnection(waitedMs);
    return openDatabase(config.database, log, { isServer, onConnection, slowQueryMs: config.slowQueryMs });
  });
  once(tokens.measuring, (within) =>
    createMeasuring(async () => {
      const { createMetrics } = await import('./metrics/metrics.js');
      const { operator } = await within.resolve(tokens.application);
      const { connections } = await within.resolve(tokens.database);
      return createMetrics({ readBacklogs: operator.readBacklogs, connections });
    }),
  );
  once(tokens.storage, async (within) => {
    const { clock, unitOfWork } = await within.resolve(tokens.database);
    const { codec: blockHasher } = await within.resolve(tokens.nodePorts);
    if (isServer && config.storage.kind === 'fs') {
      await demandMounted(config.storage.root, unitOfWork);
      await warnOfUnknownFiles(config.storage.root, unitOfWork, log);
    }
    return openStorage(config.storage, { settings: within.resolve(tokens.settings), clock, log, isServer, blockHasher });
  });
  once(tokens.connector, async (within) => {
    const { clock } = await within.resolve(tokens.database);
    const { codec: blockHasher } = await within.resolve(tokens.nodePorts);
    return lateConnector(() => openConnector(config.egressAllow, config.storage, clock, blockHasher, log));
  });
  once(tokens.unverifiedBlobs, async (within) => {
    const { blobs: managed } = await within.resolve(tokens.storage);
    const { unitOfWork } = await within.resolve(tokens.database);
    const connector = await within.resolve(tokens.connector);
    const { secretBox } = await within.resolve(tokens.nodePorts);
    return routingBlobStore(managed, createOpenConnection({ unitOfWork, connector, secretBox }));
  });
  once(tokens.blobs, async (within) => {
    const { hasher, codec } = await within.resolve(tokens.nodePorts);
    return verifyingBlobStore(await within.resolve(tokens.unverifiedBlobs), hasher, codec);
  });
  once(tokens.tracing, () => openTracing(config));
  once(tokens.identityProvider, () => openIdentityProvider(config, log));
  once(tokens.billingProvider, () => openBillingProvider(config, log));
  once(tokens.mailer, () => openMailer(config.smtp, log));
  once(tokens.webhookSender, () => createWebhookSender({ allow: config.egressAllow }));
  once(tokens.application, async (within) => {
    // First of all: it is refused to a second server, which would take the first one's unfinished uploads for the remains of a crash.
    const { unitOfWork, clock } = await within.resolve(tokens.database);
    const { mailer } = await within.resolve(tokens.mailer);
    const ports = await within.resolve(tokens.nodePorts);
    const tracing = await within.resolve(tokens.tracing);
    const blobs = await within.resolve(tokens.blobs);
    return createApplication({
      ...ports,
      clock: { ...ports.clock, ...(idle && { idle }), now: () => clock.now() },
      unitOfWork: tracing?.unitOfWork(unitOfWork) ?? unitOfWork,
      blobs: tracing?.blobs(blobs) ?? blobs,
      identityProvider: await within.resolve(tokens.identityProvider),
      connector: await within.resolve(tokens.connector),
      billingProvider: await within.resolve(tokens.billingProvider),
      onOrphanedSubscription: (orphan) => log.warn(orphan, 'subscription of no organization goes on being paid'),
      webhookSender: within.resolve(tokens.webhookSender),
      mailer,
      settings: within.resolve(tokens.settings),
    });
  });
  once(tokens.rateLimiter, () => openRateLimiter(config, log));
  once(tokens.console, async () => (bundle === undefined ? undefined : openConsole(config, bundle)));
  once(tokens.httpHandler, async (within) => {
    const { createHttpHandler } = await import('@svc/http-koa');
    const { baseUrl, rateLimit, internalCidrs, metricsToken, trustProxyHops, minBodyBytesPerSecond, corsOrigins } = config;
    const application = await within.resolve(tokens.application);
    const measuring = within.resolve(tokens.measuring);
    const { rateLimiter } = await within.resolve(tokens.rateLimiter);
    const tracing = await within.resolve(tokens.tracing);
    const told = hearingBoth(httpLog(log), () => measuring.current?.http);
    return createHttpHandler({
      application,
      settings: {
        baseUrl,
        rateLimit,
        internalCidrs,
        metricsToken,
        trustProxyHops,
        minBodyBytesPerSecond,
        corsOrigins,
        planSetting: config.stripe === undefined ? 'DEFAULT_PLAN' : undefined,
        version,
      },
      log: tracing === undefined ? told : hearingBoth(told, () => tracing.http),
      metrics: async () => (await measuring.begin()).page(),
      agentPackage: bundle === undefined ? undefined : await findAgentPackage(bundle),
      ...(rateLimiter && { rateLimiter }),
    });
  });
  return container;
};

/** Its libraries are loaded only where somebody asks for traces. */
const openTracing = async ({ traces }: Config): Promise<Tracing | undefined> => {
  if (traces === undefined) return undefined;
  const { createTracing } = await import('./tracing/tracing.js');
  return createTracing(traces);
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
