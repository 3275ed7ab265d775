import { DAY_MS, defaultSparseIndexChunks, HOUR_MS, type Limits, MIB, type PlanId, planIds } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { databaseUrl } from './database-url.js';
import { type EncryptionKey, encryptionKeys } from './encryption-keys.js';
import type { Environment } from './read-environment.js';
import {
  contradictoryForStripe,
  missingForStripe,
  type StripeSettings,
  stripeSettingsOf,
  stripeShape,
} from './stripe-settings.js';
import { type TraceSettings, traceSettingsOf, traceShape } from './trace-settings.js';
import { missingForS3, type S3Settings, s3SettingsOf, s3Shape } from './s3-settings.js';
import { limitsOf, limitsShape } from './limit-settings.js';
import { type SmtpSettings, smtpSettingsOf, smtpShape } from './smtp-settings.js';
import {
  cidrList,
  emailAddress,
  folderPath,
  hostName,
  httpUrl,
  issuerUrl,
  oneOf,
  originList,
  pageOriginList,
  wholeNumber,
} from './setting.js';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The secret in the URL of a server is never logged. */
export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export type StorageSettings = { readonly kind: 'fs'; readonly root: string } | ({ readonly kind: 's3' } & S3Settings);

/** Where it is counted what a token has used: in each process by itself, or in the database for all of them together. */
const rateLimitStores = ['memory', 'database'] as const;
type RateLimitStore = (typeof rateLimitStores)[number];

/** Everything that the server is told from outside. Paths are absolute. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where clients reach the server, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether the server listens on every address and was not told how clients reach it, so that `baseUrl` holds for this machine alone. */
  readonly isBaseUrlLocal: boolean;
  readonly dataDir: string;
  readonly database: DatabaseSettings;
  readonly storage: StorageSettings;
  /** Undefined: the server keeps keys of its own in `dataDir`. */
  readonly encryptionKeys: readonly EncryptionKey[] | undefined;
  readonly oidc: { readonly issuer: string; readonly audience: string } | undefined;
  /** The public client that the issuer knows the console by; undefined: nobody signs in there through the issuer. */
  readonly oidcConsoleClientId: string | undefined;
  readonly admin: { readonly email: string; readonly token: string | undefined };
  readonly sessionMaxMs: number;
  readonly defaultPlan: PlanId;
  /** Whether the operator has chosen it. */
  readonly isPlanChosen: boolean;
  readonly deletedRepositoryGraceMs: number;
  /** 0: the storage is not read through. Buckets do that themselves, and may charge for what is read. */
  readonly scrubBytesPerSecond: number;
  /** Whether the collector removes what nobody needs, or only tells of it. */
  readonly gcReclaim: boolean;
  readonly gcGraceMs: number;
  readonly gcRequestsPerSecond: number;
  readonly gcBytesPerSecond: number;
  readonly sparseIndexChunks: number;
  readonly coldAfterMs: number;
  readonly conversionBytesPerSecond: number;
  /** Undefined: nobody pays here. */
  readonly stripe: StripeSettings | undefined;
  /** Undefined: no mail is sent, and the inviter passes the link on. */
  readonly smtp: SmtpSettings | undefined;
  readonly rateLimit: { readonly perSecond: number; readonly burst: number; readonly store: RateLimitStore };
  /** What bounds organizations on every plan. */
  readonly limits: Limits;
  /** Undefined: as the HTTP interface has it. */
  readonly minBodyBytesPerSecond: number | undefined;
  /** Private networks that customers' buckets and webhooks may be in all the same. */
  readonly egressAllow: readonly string[];
  /** How many proxies in front of the server are believed about the address of a client. */
  readonly trustProxyHops: number;
  /** Who else than this machine may see `/healthz` and `/metrics`. */
  readonly internalCidrs: readonly string[];
  /** With which `/metrics` may be seen from everywhere. */
  readonly metricsToken: string | undefined;
  /** Whose pages may use the server from a browser. */
  readonly corsOrigins: readonly string[];
  /** Origins besides the service's own storage that the pages of the console may reach: those of customers' buckets. */
  readonly consoleConnectOrigins: readonly string[];
  /** What the process verifies for one organization in an hour; undefined: what the service holds right. */
  readonly verifiedBytesPerHour: number | undefined;
  /** From how long on a statement of the database is logged; undefined: none is. */
  readonly slowQueryMs: number | undefined;
  /** Undefined: no traces. */
  readonly traces: TraceSettings | undefined;
  readonly logLevel: LogLevel;
}

/** A setting that cannot be used. `problem` goes on after the name: "must be ...". It never quotes a secret. */
export interface SettingProblem {
  readonly setting: string;
  readonly problem: string;
}

const settings = z
  .object({
    HOST: hostName.default('127.0.0.1'),
    PORT: wholeNumber(1, 65535).default(8080),
    BASE_URL: httpUrl.optional(),
    DATA_DIR: folderPath.default('./data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(10),
    STORAGE: oneOf(['fs', 's3']).default('fs'),
    ...s3Shape,
    OIDC_ISSUER: issuerUrl.optional(),
    OIDC_AUDIENCE: z.string().optional(),
    OIDC_CONSOLE_CLIENT_ID: z.string().optional(),
    ADMIN_EMAIL: emailAddress.default('admin@localhost'),
    ADMIN_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{8,255}$/, 'must be 8 to 255 printable characters without spaces')
      .optional(),
    ENCRYPTION_KEYS: encryptionKeys.optional(),
    SESSION_MAX_DAYS: wholeNumber(1, 3650).default(30),
    DEFAULT_PLAN: oneOf(planIds).optional(),
    DELETED_REPOSITORY_GRACE_HOURS: wholeNumber(2, 8760).default(24),
    SCRUB_BYTES_PER_SECOND: wholeNumber(0).optional(),
    GC_RECLAIM: oneOf(['true', 'false']).default('false'),
    GC_GRACE_HOURS: wholeNumber(24, 8760).default(72),
    GC_REQUESTS_PER_SECOND: wholeNumber(1).default(100),
    GC_BYTES_PER_SECOND: wholeNumber(262_144).default(8 * MIB),
    SPARSE_INDEX_CHUNKS: wholeNumber(1000).default(defaultSparseIndexChunks),
    DEDUPLICATE_COLD_DAYS: wholeNumber(0, 3650).default(7),
    DEDUPLICATE_BYTES_PER_SECOND: wholeNumber(262_144).default(32 * MIB),
    ...stripeShape,
    ...smtpShape,
    RATE_LIMIT_RPS: wholeNumber(1).default(30),
    RATE_LIMIT_BURST: wholeNumber(1).default(60),
    RATE_LIMIT_STORE: oneOf(rateLimitStores).default('memory'),
    MIN_BODY_BYTES_PER_SECOND: wholeNumber(1).optional(),
    ...limitsShape,
    EGRESS_ALLOW: cidrList.default([]),
    TRUST_PROXY_HOPS: wholeNumber(0, 100).default(0),
    INTERNAL_CIDRS: cidrList.default([]),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,255}$/, 'must be 16 to 255 printable characters without spaces')
      .optional(),
    CORS_ORIGINS: pageOriginList.default([]),
    CONSOLE_CONNECT_ORIGINS: originList.default([]),
    VERIFIED_BYTES_PER_HOUR: wholeNumber(1).optional(),
    SLOW_QUERY_MS: wholeNumber(1).optional(),
    ...traceShape,
    LOG_LEVEL: oneOf(logLevels).default('info'),
  })
  .superRefine((given, context) => {
    for (const [present, missing] of [
      ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
      ['OIDC_AUDIENCE', 'OIDC_ISSUER'],
      ['OIDC_CONSOLE_CLIENT_ID', 'OIDC_ISSUER'],
      ['SMTP_URL', 'MAIL_FROM'],
      ['MAIL_FROM', 'SMTP_URL'],
    ] as const) {
      if (given[present] !== undefined && given[missing] === undefined) {
        context.addIssue({ code: 'custom', path: [missing], message: `must be set too when ${present} is` });
      }
    }
    for (const missing of given.STORAGE === 's3' ? missingForS3(given) : []) {
      context.addIssue({ code: 'custom', path: [missing], message: 'must be set too when STORAGE is s3' });
    }
    for (const { setting, problem } of [...missingForStripe(given), ...contradictoryForStripe(given)]) {
      context.addIssue({ code: 'custom', path: [setting], message: problem });
    }
    if (given.BASE_URL === undefined && isIPv6(given.HOST) && given.HOST.includes('%')) {
      context.addIssue({ code: 'custom', path: ['HOST'], message: 'can have a zone only when BASE_URL is set: no URL has one' });
    }
    if (given.RATE_LIMIT_STORE === 'database' && given.DATABASE_URL?.kind !== 'postgres') {
      const message = 'can be database only when DATABASE_URL names PostgreSQL: one process alone counts in memory';
      context.addIssue({ code: 'custom', path: ['RATE_LIMIT_STORE'], message });
    }
  });

/** Everything that can be set. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** What is set. White space around a value is none of it: files of secrets end with a line's end, which no signature, password or URL would survive. */
const valuesOf = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, text = '']) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/**
 * Programs that read lists of settings for a process, such as `docker run --env-file`, leave quotes where they stand; a path in quotes would be another path,
 * and a token another token, without anybody noticing.
 */
const quotedIn = (values: Readonly<Record<string, string>>): readonly SettingProblem[] =>
  settingNames
    .filter((name) => /^(["']).*\1$/s.test(values[name] ?? ''))
    .map((setting) => ({
      setting,
      problem: 'stands between quotes that are a part of the value, as docker run --env-file leaves them: write it without them',
    }));

/** Reads the settings; relative paths start at `folder`. An empty value is one that is not set; names that are not settings are nobody's business. */
export const readConfig = (environment: Environment, folder: string): Result<Config, readonly SettingProblem[]> => {
  const values = valuesOf(environment);
  const quoted = quotedIn(values);
  if (quoted.length > 0) return err(quoted);
  const parsed = settings.safeParse(values);
  if (!parsed.success) {
    return err(parsed.error.issues.map(({ path, message }) => ({ setting: String(path[0]), problem: message })));
  }
  return ok(configOf(parsed.data, folder));
};

type Given = z.output<typeof settings>;

const configOf = (given: Given, folder: string): Config => {
  const dataDir = resolve(folder, given.DATA_DIR);
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = given;
  const baseUrl = given.BASE_URL ?? `http://${authorityOf(given.HOST)}:${given.PORT}`;
  return {
    host: given.HOST,
    port: given.PORT,
    baseUrl,
    isBaseUrlLocal: given.BASE_URL === undefined && listensEverywhere(given.HOST),
    dataDir,
    database: databaseOf(given, dataDir, folder),
    storage: given.STORAGE === 's3' ? { kind: 's3', ...s3SettingsOf(given) } : { kind: 'fs', root: join(dataDir, 'blobs') },
    encryptionKeys: given.ENCRYPTION_KEYS,
    oidc: issuer !== undefined && audience !== undefined ? { issuer, audience } : undefined,
    oidcConsoleClientId: given.OIDC_CONSOLE_CLIENT_ID,
    admin: { email: given.ADMIN_EMAIL, token: given.ADMIN_TOKEN },
    sessionMaxMs: given.SESSION_MAX_DAYS * DAY_MS,
    defaultPlan: given.DEFAULT_PLAN ?? 'free',
    isPlanChosen: given.DEFAULT_PLAN !== undefined,
    scrubBytesPerSecond: given.SCRUB_BYTES_PER_SECOND ?? (given.STORAGE === 's3' ? 0 : MIB),
    deletedRepositoryGraceMs: given.DELETED_REPOSITORY_GRACE_HOURS * HOUR_MS,
    gcReclaim: given.GC_RECLAIM === 'true',
    gcGraceMs: given.GC_GRACE_HOURS * HOUR_MS,
    gcRequestsPerSecond: given.GC_REQUESTS_PER_SECOND,
    gcBytesPerSecond: given.GC_BYTES_PER_SECOND,
    sparseIndexChunks: given.SPARSE_INDEX_CHUNKS,
    coldAfterMs: given.DEDUPLICATE_COLD_DAYS * DAY_MS,
    conversionBytesPerSecond: given.DEDUPLICATE_BYTES_PER_SECOND,
    stripe: stripeSettingsOf(given, baseUrl),
    smtp: smtpSettingsOf(given),
    limits: limitsOf(given),
    minBodyBytesPerSecond: given.MIN_BODY_BYTES_PER_SECOND,
    rateLimit: { perSecond: given.RATE_LIMIT_RPS, burst: given.RATE_LIMIT_BURST, store: given.RATE_LIMIT_STORE },
    egressAllow: given.EGRESS_ALLOW,
    trustProxyHops: given.TRUST_PROXY_HOPS,
    internalCidrs: given.INTERNAL_CIDRS,
    metricsToken: given.METRICS_TOKEN,
    corsOrigins: given.CORS_ORIGINS,
    consoleConnectOrigins: given.CONSOLE_CONNECT_ORIGINS,
    verifiedBytesPerHour: given.VERIFIED_BYTES_PER_HOUR,
    slowQueryMs: given.SLOW_QUERY_MS,
    traces: traceSettingsOf(given),
    logLevel: given.LOG_LEVEL,
  };
};

const databaseOf = (
  { DATABASE_URL: named, DATABASE_POOL_SIZE: poolSize }: Given,
  dataDir: string,
  folder: string,
): DatabaseSettings => {
  if (named === undefined) return { kind: 'sqlite', path: join(dataDir, 'svc.db') };
  return named.kind === 'postgres' ? { ...named, poolSize } : { kind: 'sqlite', path: resolve(folder, named.path) };
};

const bracketed = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** However the address is spelled, such as `0` and `::0`. */
const listensEverywhere = (host: string): boolean => {
  const url = `http://${bracketed(host)}`;
  return URL.canParse(url) && ['0.0.0.0', '[::]'].includes(new URL(url).hostname);
};

/** A server that listens on every address is reached at least on its own machine. */
const authorityOf = (host: string): string => (listensEverywhere(host) ? 'localhost' : bracketed(host));
