import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes the content, and beside it the same in gzip and Brotli. */
export const writeCompressed = (path: string, content: string | Buffer): void => {
  writeFileSync(path, content);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(content));
};

/** Beside each text that browsers load stands the same in gzip and Brotli, so that no server has to compress anything. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    for (const entry of readdirSync(join(dir, 'assets'))) {
      if (!/\.(?:js|css|svg)$/.test(entry)) continue;
      const path = join(dir, 'assets', entry);
      writeCompressed(path, readFileSync(path));
    }
  },
});
