import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { auditTree } from './release/audit-tree.mjs';
import { writeShippedTree } from './release/shipped-tree.mjs';
import { publishedPackages, root } from './workspaces.mjs';

// Of each command of ours: what is shipped with it, as a CycloneDX file in `sbom/`, and whether npm's registry knows something against that.
const target = join(root, 'sbom');
const folder = mkdtempSync(join(tmpdir(), 'svc-shipped-'));
try {
  mkdirSync(target, { recursive: true });
  for (const workspace of publishedPackages().filter(({ manifest }) => manifest.bin !== undefined)) {
    // npm calls the whole by the name of its folder.
    const tree = join(folder, workspace.manifest.name.replace('@', '').replace('/', '-'));
    await writeShippedTree(workspace, tree);
    const sbom = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
    const { stdout } = await promisify(execFile)('npm', sbom, { cwd: tree, maxBuffer: 2 ** 26 });
    const file = `${basename(tree)}.cdx.json`;
    writeFileSync(join(target, file), stdout);
    const known = await auditTree(tree);
    const audited = known === undefined ? 'the registry answers no audit' : `${known.length} known vulnerabilities`;
    console.log(`sbom/${file}: ${JSON.parse(stdout).components.length} packages of others, ${audited}`);
    for (const line of known ?? []) console.error(line);
    if (known !== undefined && known.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
