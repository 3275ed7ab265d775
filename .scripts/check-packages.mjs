import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { publishedPackages, root } from './workspaces.mjs';

// The tarball is what users get, so the tarball is what is checked; `npm run build` comes first.
const tarballs = mkdtempSync(join(tmpdir(), 'svc-tarballs-'));
const binary = (name) => join(root, 'node_modules/.bin', name);
try {
  for (const { folder } of publishedPackages()) {
    await run('npm', ['pack', '--silent', '--pack-destination', tarballs], folder);
  }
  for (const tarball of readdirSync(tarballs).sort()) {
    await run(binary('publint'), ['run', '--strict', join(tarballs, tarball)], root);
    await run(binary('attw'), ['--profile', 'node16', join(tarballs, tarball)], root);
  }
} finally {
  rmSync(tarballs, { recursive: true });
}
