import { join } from 'node:path';
import { run } from './run.mjs';
import { publishedPackages, root } from './workspaces.mjs';

// Declarations of a package name the built declarations of its dependencies, hence one after the other.
const tsup = join(root, 'node_modules/tsup/dist/cli-default.js');
for (const folder of [...publishedPackages().map((each) => each.folder), join(root, 'examples/reference-server')]) {
  await run(process.execPath, [tsup], folder);
}
