import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fillBase } from './page-settings.js';
import { readFiles, readPage, type StaticFile } from './read-files.js';

/** Where the page is, below the base URL. */
const pagePath = '/docs';

/**
 * Redoc makes its styles as it goes: it fills style elements that are empty when they are added, which is what the first hash lets in, and one with the
 * rules of its scroll bars, the second. A test in Chromium fails when a newer one has others.
 */
const styles = [
  "'self'",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];

/** Its search runs in a worker that it makes out of its own text. */
export const apiReferencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${styles.join(' ')}`,
  // Icons that stand in its styles.
  'img-src data:',
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export type ReferenceFile =
  | { readonly kind: 'page'; readonly file: StaticFile }
  | { readonly kind: 'asset'; readonly file: StaticFile };

interface Reference {
  readonly page: StaticFile;
  readonly assets: ReadonlyMap<string, StaticFile>;
}

/** Undefined while the files are not all there: an upgrade replaces them below a running server. */
const readReference = (folder: string, basePath: string): Reference | undefined => {
  try {
    const plain = Buffer.from(fillBase(readPage(folder), basePath));
    return { page: { contentType: 'text/html; charset=utf-8', plain, encoded: {} }, assets: readFiles(folder) };
  } catch (fault) {
    if (fault instanceof Error && 'syscall' in fault) return undefined;
    throw fault;
  }
};

/** The page of the HTTP API: what of it a path names, undefined for all other paths. Nothing is read before somebody asks: it is more than all else of the console. */
export const createApiReference = (pages: string, basePath: string): ((path: string) => ReferenceFile | undefined) => {
  const folder = join(pages, 'docs');
  if (!existsSync(folder)) return () => undefined;
  let read: Reference | undefined;
  return (path) => {
    if (path !== pagePath && !path.startsWith(`${pagePath}/`)) return undefined;
    read ??= readReference(folder, basePath);
    if (read === undefined) return undefined;
    if (path === pagePath) return { kind: 'page', file: read.page };
    const file = read.assets.get(path.slice(pagePath.length + 1));
    return file && { kind: 'asset', file };
  };
};
