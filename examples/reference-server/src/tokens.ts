import type { Application, Settings } from '@svc/core';
import type { BillingProvider, BlobStore, BucketConnector, IdentityProvider, SecretBox, WebhookSender } from '@svc/core/ports';
import type { Console } from '@svc/console';
import type { HttpHandler } from '@svc/http-koa';
import type { NodePorts } from '@svc/node';
import type { InjectionToken } from 'tsyringe';
import type { Database } from './adapters/open-database.js';
import type { OpenMailer } from './adapters/open-mailer.js';
import type { OpenRateLimiter } from './adapters/open-rate-limiter.js';
import type { Storage } from './adapters/open-storage.js';
import type { Measuring } from './metrics/measuring.js';
import type { Tracing } from './tracing/tracing.js';
import type { EncryptionKey } from './config/encryption-keys.js';

/** A name of something that the container holds, and its type: `container.resolve(token)` answers a `T`. */
const token = <T>(name: string): InjectionToken<T> => Symbol(name);

/** Names of what the container holds. What takes time to make, or to load, is a promise. */
export const tokens = {
  encryptionKeys: token<readonly EncryptionKey[]>('EncryptionKeys'),
  /** Of the domain. */
  settings: token<Settings>('Settings'),
  nodePorts: token<Promise<NodePorts & { readonly secretBox: SecretBox }>>('NodePorts'),
  database: token<Promise<Database>>('Database'),
  storage: token<Promise<Storage>>('Storage'),
  connector: token<Promise<BucketConnector>>('BucketConnector'),
  /** The service's own storage and all buckets that customers bring; what comes out of them is what lies there. */
  unverifiedBlobs: token<Promise<BlobStore>>('UnverifiedBlobs'),
  /** The same; what was verified once comes out right or not at all. */
  blobs: token<Promise<BlobStore>>('Blobs'),
  identityProvider: token<Promise<IdentityProvider | undefined>>('IdentityProvider'),
  billingProvider: token<Promise<BillingProvider | undefined>>('BillingProvider'),
  mailer: token<Promise<OpenMailer>>('Mailer'),
  webhookSender: token<WebhookSender>('WebhookSender'),
  measuring: token<Measuring>('Measuring'),
  /** Undefined where nobody asks for traces: then nothing of it is loaded. */
  tracing: token<Promise<Tracing | undefined>>('Tracing'),
  application: token<Promise<Application>>('Application'),
  rateLimiter: token<Promise<OpenRateLimiter>>('RateLimiter'),
  httpHandler: token<Promise<HttpHandler>>('HttpHandler'),
  /** Undefined where no pages were built, as in the sources. */
  console: token<Promise<Console | undefined>>('Console'),
} as const;
