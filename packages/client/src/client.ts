import { createApi } from './api.js';
import type { Api } from './api-operations.js';
import { createCaller } from './caller.js';
import { type DownloadsApi, downloadsApi } from './downloads.js';
import { expectKind } from './expect-options.js';
import { type GitIndexApi, gitIndexApi } from './git-index.js';
import { type LfsApi, lfsApi } from './lfs.js';
import { type RepositoriesApi, repositoriesApi } from './repositories.js';
import { ownRetryDependencies, type RetryDependencies, type RetryOptions, retryPolicyOf } from './retry.js';
import { parseBaseUrl } from './safe-url.js';
import { createSender, parseCredential } from './sender.js';
import { fetchTransport, type Transport } from './transport.js';
import { type TreeApi, treeApi } from './tree.js';
import { type UploadsApi, uploadsApi } from './uploads.js';

export interface ClientOptions {
  /** Where the service is: what `parseBaseUrl` accepts. */
  readonly baseUrl: string;
  /** An API token or the token of a session, sent as a bearer credential to the base URL's host and to no other. */
  readonly credential: string;
  /** Instead of the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** Instead of any fetch: another way to move bytes. */
  readonly transport?: Transport | undefined;
  /** Whether plain http may leave this machine. */
  readonly allowPlainHttp?: boolean | undefined;
  readonly retry?: RetryOptions | undefined;
  /** What goes with every request as `User-Agent`, such as `uploader/1.2`; the platform's own, unless it is given. */
  readonly userAgent?: string | undefined;
  /** Passes time and draws lots, for tests. */
  readonly retryDependencies?: RetryDependencies | undefined;
}

/**
 * The service's HTTP API. Every call returns its outcome as a value and never throws for what the network or the service does; it is tried again where
 * that may help (429, 5xx, broken connections), and ends early by its signal.
 */
export interface Client {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Every operation, by method and path. */
  readonly api: Api;
  readonly repositories: RepositoriesApi;
  readonly uploads: UploadsApi;
  readonly downloads: DownloadsApi;
  readonly tree: TreeApi;
  readonly lfs: LfsApi;
  readonly gitIndex: GitIndexApi;
}

/**
 * Throws a TypeError for a base URL or a credential that `parseBaseUrl` or `parseCredential` refuses, for a `retry` that counts nothing, for a
 * `userAgent` that is not printable ASCII, and for any option of another kind. Calls throw one for a `signal` or a `maxBytes` that is none, too.
 */
export const createClient = (options: ClientOptions): Client => {
  const { allowPlainHttp = false, retryDependencies = ownRetryDependencies, userAgent } = options;
  expectKind('allowPlainHttp', allowPlainHttp, 'boolean');
  expectKind('credential', options.credential, 'string');
  if (userAgent !== undefined) expectKind('userAgent', userAgent, 'string');
  if (options.fetch !== undefined) expectKind('fetch', options.fetch, 'function');
  const baseUrl = parseBaseUrl(options.baseUrl, { allowPlainHttp });
  if (baseUrl.isErr()) throw new TypeError(baseUrl.error.message);
  if (userAgent !== undefined && !/^[ -~]+$/.test(userAgent))
    throw new TypeError('The user agent is not one that a header can hold.');
  const credential = parseCredential(options.credential);
  if (credential.isErr()) throw new TypeError(credential.error.message);
  const transport = options.transport ?? fetchTransport(options.fetch ?? globalThis.fetch);
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const caller = createCaller({ transport, headers, retry: retryPolicyOf(options.retry), retryDependencies });
  const sender = createSender(caller, { baseUrl: baseUrl.value, credential: credential.value, allowPlainHttp });
  const api = createApi(sender);
  return {
    baseUrl: baseUrl.value,
    api,
    repositories: repositoriesApi(api, sender),
    uploads: uploadsApi(api, sender),
    downloads: downloadsApi(api, sender),
    tree: treeApi(api, sender),
    lfs: lfsApi(api, sender),
    gitIndex: gitIndexApi(api, sender),
  };
};
