// tsyringe refuses to be loaded before it.
import 'reflect-metadata';
import {
  type Application,
  type BlobStore,
  createApplication,
  type IdentityProvider,
  type Ports,
  type Settings,
  verifyingBlobStore,
} from '@svc/core';
import { createHttpHandler, type HttpHandler } from '@svc/http-koa';
import { openSqliteDatabase, type SqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore, nodeHasher } from '@svc/storage-fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { container as root, type DependencyContainer, instancePerContainerCachingFactory } from 'tsyringe';
import type { Config } from './config/config.js';
import { keptKeys, linkKeysFrom } from './keys.js';
import { httpLog } from './log/http-log.js';
import { tokens } from './tokens.js';

/**
 * From settings to parts: the only place that knows which adapter stands behind which port. Nothing is opened before it is asked for, and
 * everything is made once; `closeDatabase` ends what has to be ended.
 */
export const createContainer = async (config: Config, log: Logger): Promise<DependencyContainer> => {
  const container = root.createChildContainer();
  const once = <T>(token: symbol, make: (within: DependencyContainer) => T): void => {
    container.register<T>(token, { useFactory: instancePerContainerCachingFactory(make) });
  };
  const identityProvider = await openIdentityProvider(config, log);

  once<Config>(tokens.config, () => config);
  once<Logger>(tokens.log, () => log);
  once<Settings>(tokens.settings, () => ({
    baseUrl: config.baseUrl,
    linkKeys: linkKeysFrom(config.encryptionKeys ?? keptKeys(config.dataDir)),
    defaultPlan: config.defaultPlan,
  }));
  once<SqliteDatabase>(tokens.database, () => {
    mkdirSync(dirname(config.databasePath), { recursive: true, mode: 0o700 });
    return openSqliteDatabase({ path: config.databasePath });
  });
  once<BlobStore>(tokens.blobs, (within) => {
    const { baseUrl, linkKeys } = within.resolve<Settings>(tokens.settings);
    return verifyingBlobStore(createFsBlobStore({ root: join(config.dataDir, 'blobs'), baseUrl, linkKeys }), nodeHasher);
  });
  once<Application>(tokens.application, (within) => createApplication(portsOf(within, identityProvider)));
  once<HttpHandler>(tokens.httpHandler, (within) =>
    createHttpHandler({
      application: within.resolve<Application>(tokens.application),
      settings: {
        baseUrl: config.baseUrl,
        rateLimit: config.rateLimit,
        internalCidrs: config.internalCidrs,
        trustProxyHops: config.trustProxyHops,
        checkOutputs: false,
      },
      log: httpLog(log),
    }),
  );
  return container;
};

const portsOf = (within: DependencyContainer, identityProvider: IdentityProvider | undefined): Ports => ({
  unitOfWork: within.resolve<SqliteDatabase>(tokens.database).unitOfWork,
  blobs: within.resolve<BlobStore>(tokens.blobs),
  clock: { now: () => Date.now() },
  random: { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) },
  hasher: nodeHasher,
  identityProvider,
  settings: within.resolve<Settings>(tokens.settings),
});

/** Loaded only where there is an issuer: its library is of no use otherwise. */
const openIdentityProvider = async ({ oidc }: Config, log: Logger): Promise<IdentityProvider | undefined> => {
  if (oidc === undefined) return undefined;
  const { createOidcIdentityProvider } = await import('@svc/identity-oidc');
  return createOidcIdentityProvider({
    ...oidc,
    onIssuerFault: (fault) => log.warn({ issuer: oidc.issuer, err: fault }, 'identity provider unavailable'),
  });
};
