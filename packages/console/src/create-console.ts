import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { apiReferencePolicy, createApiReference } from './api-reference.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { askedAt } from './own-paths.js';
import { fillIn, type SignInProvider } from './page-settings.js';
import { pathBelow } from './path-below.js';
import { encodings, etagOf, readAssets, readPage, type StaticFile } from './read-files.js';

export interface ConsoleOptions {
  /** Where clients reach the service, as `createHttpHandler` is told; the API lies at the same place. */
  readonly baseUrl: string;
  /**
   * Whether what stands before the console may have taken the path of `baseUrl` off those of requests; it may when absent. With false all paths that are not
   * below it go to the next listener, as in an application that has pages of its own.
   */
  readonly pathMayBeStripped?: boolean | undefined;
  /** Origins that signed URLs lead to when it is not to the service: those of the buckets. None when absent. */
  readonly storageOrigins?: readonly string[] | undefined;
  /** Absent: people sign in with a credential of the service alone. */
  readonly signIn?: SignInProvider | undefined;
  /** Of the server, for the pages to show. */
  readonly version?: string | undefined;
  /** Whether the page of the HTTP API is at `/docs`; it is when absent. */
  readonly apiReference?: boolean | undefined;
  /** Where the built pages are; those of this package when absent. */
  readonly pages?: string | undefined;
}

export type Next = () => void;

export interface Console {
  /** For Express, Connect, or any server that calls its parts one after the other: answers the console's own paths and leaves all others to `next`. */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: Next) => void;
  /** For `node:http`: the console in front of another listener, such as that of the API. */
  readonly before: (listener: RequestListener) => RequestListener;
}

/** A name of an asset has the hash of its bytes in it, so it never means others. */
const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable', 'Cross-Origin-Resource-Policy': 'same-origin' };

const builtPages = (): string => fileURLToPath(new URL('pages', import.meta.url));

/** By their names, without those of the weight 0, which a client refuses (RFC 9110, 12.5.3). */
const acceptedEncodings = (header = ''): ReadonlySet<string> =>
  new Set(
    header
      .toLowerCase()
      .split(',')
      .map((each) => each.split(';').map((part) => part.trim()))
      .filter(([, weight = '']) => !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name = '']) => name),
  );

const send = (
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { contentType, plain, encoded }: StaticFile,
  more: Readonly<Record<string, string>>,
): void => {
  const accepted = acceptedEncodings(headers['accept-encoding']);
  const encoding = encodings.find((each) => accepted.has(each) && encoded[each] !== undefined);
  const bytes = encoding === undefined ? plain : (encoded[encoding] ?? plain);
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': bytes.byteLength,
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    ...more,
  });
  response.end(method === 'HEAD' ? undefined : bytes);
};

type PageHeaders = Readonly<Record<string, string>> & { readonly ETag: string };

const headersOf = (page: StaticFile, policy: string): PageHeaders => ({
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-cache',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  ETag: etagOf(page.plain),
});

const sendPage = (request: IncomingMessage, response: ServerResponse, page: StaticFile, headers: PageHeaders): void => {
  if (request.headers['if-none-match'] === headers.ETag) response.writeHead(304, headers).end();
  else send(request, response, page, headers);
};

/** Reads the built pages once, and throws when they are not there. */
export const createConsole = ({
  baseUrl,
  pathMayBeStripped = true,
  storageOrigins = [],
  signIn,
  version,
  apiReference = true,
  pages = builtPages(),
}: ConsoleOptions): Console => {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const issuerOrigin = signIn === undefined ? [] : [new URL(signIn.issuer).origin];
  const page: StaticFile = {
    contentType: 'text/html; charset=utf-8',
    plain: Buffer.from(fillIn(readPage(pages), { basePath, version, signIn })),
    encoded: {},
  };
  const policy = contentSecurityPolicy([...storageOrigins, ...issuerOrigin]);
  const pageHeaders = headersOf(page, policy);
  const assets = readAssets(pages);
  const referenceAt = apiReference ? createApiReference(pages, basePath) : () => undefined;
  const ownPathOf = pathBelow(basePath, pathMayBeStripped);

  const middleware: Console['middleware'] = (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = isRead ? ownPathOf(request.url ?? '/') : undefined;
    const asked = path === undefined ? undefined : askedAt(path);
    const reference = path === undefined ? undefined : referenceAt(path);
    const asset = asked?.kind === 'asset' ? assets.get(asked.name) : undefined;
    if (asset !== undefined) send(request, response, asset, assetHeaders);
    else if (reference?.kind === 'asset') send(request, response, reference.file, assetHeaders);
    else if (reference?.kind === 'page')
      sendPage(request, response, reference.file, headersOf(reference.file, apiReferencePolicy));
    else if (asked?.kind === 'page') sendPage(request, response, page, pageHeaders);
    else next();
  };

  return {
    middleware,
    before: (listener) => (request, response) => middleware(request, response, () => listener(request, response)),
  };
};
