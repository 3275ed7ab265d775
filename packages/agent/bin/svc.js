#!/usr/bin/env -S node --single-threaded-gc --heap-growing-percent=150 --max-semi-space-size=4
// What comes from the network is garbage soon, and little else is: V8's further threads would take longer to look for it than the first one, and it would
// look for some in a small heap, over and over, because of bytes that are on their way.
// npm links a command when it installs, and only to a file that is there; in a checkout the bundle is built later.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundle = new URL('../dist/svc.js', import.meta.url);
if (existsSync(fileURLToPath(bundle))) {
  await import(bundle.href);
} else {
  process.stderr.write('svc: the command is not built yet; run npm run build in the checkout\n');
  process.exit(1);
}
