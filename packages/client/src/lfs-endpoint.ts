import { err, ok, Result, ResultAsync } from 'neverthrow';
import { type ApiError, malformedAnswer, ownError } from './api-error.js';
import { type Caller, type CallOptions, createCaller } from './caller.js';
import { type OpenDownload, opened } from './downloads.js';
import { expectKind, expectSignal } from './expect-options.js';
import type { LfsAction, LfsBatchEntry } from './lfs.js';
import { dismiss, readJson } from './read-body.js';
import { readOid } from './read-names.js';
import { ownRetryDependencies, type RetryDependencies, type RetryOptions, retryPolicyOf } from './retry.js';
import { parseBaseUrl, parseSafeUrl } from './safe-url.js';
import { boolean, count, isFields, list, map, optional, record, text } from './shape.js';
import { fetchTransport, type Transport, type TransportAnswer } from './transport.js';
import type { NamedObject } from './uploads.js';

export interface LfsEndpointOptions {
  /** The LFS URL: what `/objects/batch` is put behind. */
  readonly url: string;
  /** Go to the host of the URL alone, such as an `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the platform's fetch. One that hides where redirects lead, as browsers do, cannot follow them. */
  readonly transport?: Transport | undefined;
  /** Whether plain http may leave this machine. */
  readonly allowPlainHttp?: boolean | undefined;
  readonly retry?: RetryOptions | undefined;
  /** Passes time and draws lots, for tests. */
  readonly retryDependencies?: RetryDependencies | undefined;
}

/** A Git LFS server of anybody, as far as reading goes. Calls return their outcomes as values and are tried again where that may help. */
export interface LfsEndpoint {
  /** Where the objects are, in one request: one that the server says nothing of is not among the entries. */
  locate(objects: readonly NamedObject[], options?: CallOptions): ResultAsync<readonly LfsBatchEntry[], ApiError>;
  /** Opens an object where its `action` says, from a byte on. An answer that breaks off is the reader's to resume. */
  open(action: LfsAction, beginsAt: number, options?: CallOptions): ResultAsync<OpenDownload, ApiError>;
}

const lfsType = 'application/vnd.git-lfs+json';

interface AnsweredAction {
  readonly href: string;
  readonly header?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly transfer?: string;
  readonly objects: readonly {
    readonly oid: string;
    readonly size: number;
    readonly authenticated?: boolean;
    readonly actions?: { readonly download?: AnsweredAction };
    readonly error?: { readonly code: number; readonly message: string };
  }[];
}

const action = record({ href: text, header: optional(map(text)) });
const batch = record({
  transfer: optional(text),
  objects: list(
    record({
      oid: text,
      size: count,
      authenticated: optional(boolean),
      actions: optional(record({ download: optional(action) })),
      error: optional(record({ code: count, message: text })),
    }),
  ),
});

/** Many servers write what is absent as null. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])));
};

const isAnswered = (value: unknown): value is Answered => batch(value) === undefined;

const entryOf = ({
  oid: named,
  size,
  authenticated = false,
  actions,
  error,
}: Answered['objects'][number]): Result<LfsBatchEntry, ApiError> =>
  readOid(named).map((oid) => ({
    oid,
    sizeBytes: size,
    action: actions?.download && {
      href: actions.download.href,
      header: actions.download.header ?? {},
      isAuthenticated: authenticated,
    },
    verify: undefined,
    error: error && { code: String(error.code), message: error.message },
  }));

const readBatch = async (answer: TransportAnswer): Promise<Result<readonly LfsBatchEntry[], ApiError>> => {
  const json = (await readJson(answer)).map(withoutNulls);
  if (json.isErr()) return err(json.error);
  if (!isAnswered(json.value)) return err(malformedAnswer('batch of Git LFS'));
  const { transfer = 'basic', objects } = json.value;
  if (transfer !== 'basic') return err(malformedAnswer('transfer: basic was asked for'));
  return Result.combine(objects.map(entryOf));
};

const redirects = [301, 302, 303, 307, 308];
const maxRedirects = 5;

type Opened = OpenDownload | { readonly location: string };

const readDownload = async (answer: TransportAnswer, beginsAt: number): Promise<Result<Opened, ApiError>> => {
  if (!redirects.includes(answer.status)) return opened(answer, beginsAt);
  const location = answer.header('location');
  await dismiss(answer);
  return location === undefined ? err(malformedAnswer('Location')) : ok({ location });
};

interface Reach {
  readonly caller: Caller;
  readonly allowPlainHttp: boolean;
}

/** Follows redirects, as GitLab answers for objects in a bucket. What the server has said for its own URL goes to no other host. */
const openAt = async (
  { caller, allowPlainHttp }: Reach,
  first: LfsAction,
  beginsAt: number,
  options: CallOptions | undefined,
): Promise<Result<OpenDownload, ApiError>> => {
  let { href, header } = first;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const safe = parseSafeUrl(href, allowPlainHttp);
    if (safe.isErr()) return err(safe.error);
    const url = safe.value;
    const answer = await caller.send(
      {
        method: 'GET',
        url: url.href,
        headers: { ...header, ...(beginsAt === 0 ? {} : { range: `bytes=${beginsAt}-` }) },
        alsoAnswers: redirects,
        isRepeatable: true,
        ...options,
      },
      (each) => readDownload(each, beginsAt),
    );
    if (answer.isErr()) return err(answer.error);
    if (!('location' in answer.value)) return ok(answer.value);
    if (!URL.canParse(answer.value.location, url.href)) return err(malformedAnswer('Location'));
    const next = new URL(answer.value.location, url);
    if (next.origin !== url.origin) header = {};
    href = next.href;
  }
  return err(ownError('redirected', `The server answered with more than ${maxRedirects} redirects in a row.`));
};

/** Throws a TypeError for a URL that `parseBaseUrl` refuses, for a `retry` that counts nothing, and for an option of another kind. */
export const createLfsEndpoint = (options: LfsEndpointOptions): LfsEndpoint => {
  const { headers = {}, allowPlainHttp = false, retryDependencies = ownRetryDependencies } = options;
  expectKind('allowPlainHttp', allowPlainHttp, 'boolean');
  const base = parseBaseUrl(options.url, { allowPlainHttp });
  if (base.isErr()) throw new TypeError(base.error.message);
  const { origin } = new URL(base.value);
  const transport = options.transport ?? fetchTransport(globalThis.fetch);
  const caller = createCaller({ transport, retry: retryPolicyOf(options.retry), retryDependencies });
  const isOwn = (url: string): boolean => URL.canParse(url) && new URL(url).origin === origin;
  return {
    locate: (objects, callOptions) => {
      const body = {
        operation: 'download',
        transfers: ['basic'],
        objects: objects.map(({ oid, sizeBytes }) => ({ oid, size: sizeBytes })),
      };
      return caller.send(
        {
          method: 'POST',
          url: `${base.value}/objects/batch`,
          headers: { ...headers, accept: lfsType, 'content-type': lfsType },
          body: new TextEncoder().encode(JSON.stringify(body)),
          isRepeatable: true,
          ...callOptions,
        },
        readBatch,
      );
    },
    open: ({ href, header, isAuthenticated = false }, beginsAt, callOptions) => {
      expectSignal(callOptions?.signal);
      // A server that wants the credential for its own URLs too does not say it again. A bucket refuses a signed URL that comes with one.
      const own = isOwn(href) && !isAuthenticated ? headers : {};
      return new ResultAsync(openAt({ caller, allowPlainHttp }, { href, header: { ...own, ...header } }, beginsAt, callOptions));
    },
  };
};
