import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Beside each text that browsers load stands the same in gzip and Brotli, so that no server has to compress anything. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    for (const entry of readdirSync(join(dir, 'assets'))) {
      if (!/\.(?:js|css|svg)$/.test(entry)) continue;
      const path = join(dir, 'assets', entry);
      const bytes = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    }
  },
});
