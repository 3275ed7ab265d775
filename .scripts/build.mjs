import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildPages, hasPages } from './bundle.mjs';
import { emitDeclarations } from './emit-declarations.mjs';
import { nameEntries } from './name-entries.mjs';
import { forEachConcurrent } from './for-each-concurrent.mjs';
import { run } from './run.mjs';
import { publishedPackages, root } from './workspaces.mjs';

/** Each takes half a gigabyte of memory. */
const mostLanes = 4;

const buildPackage = async (workspace, declarations) => {
  const { folder, manifest } = workspace;
  if (manifest.bin !== undefined) {
    await run(process.execPath, [join(root, '.scripts/bundle.mjs')], folder);
    return;
  }
  const tsup = join(root, 'node_modules/tsup/dist/cli-default.js');
  await run(process.execPath, [tsup], folder, { SVC_DECLARATIONS: join(declarations, relative(root, folder)) });
  // Afterwards, for tsup empties the folder.
  nameEntries(workspace);
  if (hasPages(workspace)) cpSync(await buildPages(workspace), join(folder, 'dist/pages'), { recursive: true });
};

// In the folder of a package it builds this package, else all of them.
const all = publishedPackages();
const here = all.filter(({ folder }) => folder === process.cwd());
const declarations = mkdtempSync(join(tmpdir(), 'svc-declarations-'));
try {
  await emitDeclarations(declarations);
  await forEachConcurrent(
    Math.min(availableParallelism(), mostLanes),
    (here.length > 0 ? here : all).map((each) => () => buildPackage(each, declarations)),
  );
} finally {
  rmSync(declarations, { recursive: true, force: true });
}
