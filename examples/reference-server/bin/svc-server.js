#!/usr/bin/env -S node --enable-source-maps --min-semi-space-size=8 --max-semi-space-size=8 --heap-growing-percent=125
// npm links a command when it installs, and only to a file that is there; in a checkout the bundle is built later.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundle = new URL('../dist/svc-server.js', import.meta.url);
if (existsSync(fileURLToPath(bundle))) {
  await import(bundle.href);
} else {
  process.stderr.write('svc-server: the command is not built yet; run npm run build in the checkout\n');
  process.exit(1);
}
