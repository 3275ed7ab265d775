import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTarballs } from './release/check-tarballs.mjs';
import { installTarballs } from './release/install-tarballs.mjs';
import { packRelease } from './release/pack-release.mjs';
import { tryDeclarations } from './release/try-declarations.mjs';
import { tryCodec } from './release/try-codec.mjs';
import { tryAgent, tryBareAgent, tryExamples } from './release/try-examples.mjs';
import { tryEntries } from './release/try-entries.mjs';
import { tryHandedOutAgent } from './release/try-handed-out-agent.mjs';
import { tryImage } from './release/try-image.mjs';
import { tryReadme } from './release/try-readme.mjs';
import { run } from './run.mjs';
import { root } from './workspaces.mjs';

// A release as it would be made now, from the changesets to a stranger's folder; `npm run build` comes first. The checkout is only read.
const folder = mkdtempSync(join(tmpdir(), 'svc-release-'));
try {
  // Compares with main, which a clone of another branch may not know.
  if (spawnSync('git', ['rev-parse', '--verify', '--quiet', 'main'], { cwd: root }).status === 0)
    await run('npx', ['changeset', 'status'], root);
  const tarballs = await packRelease(folder);
  await checkTarballs(tarballs);
  const project = join(folder, 'project');
  await installTarballs(project, tarballs);
  await tryEntries(project);
  tryDeclarations(project);
  await tryCodec(project);
  await tryReadme(project);
  await tryExamples(project);
  await tryAgent(project);
  await tryHandedOutAgent(project);
  await tryBareAgent(join(folder, 'bare'), project, tarballs.get('@svc/agent'));
  await tryImage(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
