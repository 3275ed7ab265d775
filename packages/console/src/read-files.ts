import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** How a client may be sent a file: as it is, or in the encodings that stand beside it. */
export interface StaticFile {
  readonly contentType: string;
  readonly plain: Uint8Array;
  readonly encoded: Readonly<Partial<Record<Encoding, Uint8Array>>>;
}

export const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

const optionalBytes = (names: ReadonlySet<string>, folder: string, name: string): Uint8Array | undefined =>
  names.has(name) ? readFileSync(join(folder, name)) : undefined;

/** The files of a folder whose names have the hash of their bytes in them, by name. They are kept in memory. */
export const readFiles = (folder: string): ReadonlyMap<string, StaticFile> => {
  const names = new Set(readdirSync(folder));
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) continue;
    const br = optionalBytes(names, folder, `${name}.br`);
    const gzip = optionalBytes(names, folder, `${name}.gz`);
    files.set(name, {
      contentType,
      plain: readFileSync(join(folder, name)),
      encoded: { ...(br && { br }), ...(gzip && { gzip }) },
    });
  }
  return files;
};

/** There are some hundred kilobytes of them. */
export const readAssets = (pages: string): ReadonlyMap<string, StaticFile> => readFiles(join(pages, 'assets'));

export const readPage = (pages: string): string => readFileSync(join(pages, 'index.html'), 'utf8');

export const etagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('base64url')}"`;
