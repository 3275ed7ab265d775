import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { run } from './run.mjs';
import { root } from './workspaces.mjs';

const compiler = join(root, 'node_modules/typescript-native/bin/tsc');

const relativeImport = /(?:\bfrom |\bimport\()['"](\.[^'"]*)['"]/g;

/** A type of another package that is named by its file would be copied into the bundle, and be another type there than the one of that package. */
const expectOwnImports = (folder, file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const [parent, name] = file.split(sep);
  for (const [, path] of text.matchAll(relativeImport)) {
    const isOwn = relative(join(parent, name), join(dirname(file), path)).startsWith(`src${sep}`);
    if (!isOwn) throw new Error(`the declarations of ${file} name ${path}: export what they need from an entry of its package`);
  }
};

/**
 * Writes the declarations of all published packages below `folder`, as their sources lie below the checkout, and fails on an error of types. One run of the
 * native compiler takes a tenth of what it takes to read the packages one after the other. `parameters` are the compiler's, beside its settings.
 */
export const emitDeclarations = async (folder, parameters = []) => {
  const given = ['-p', join(root, '.config/declarations.json'), '--outDir', folder, ...parameters];
  await run(process.execPath, [compiler, ...given], root);
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.d.ts'));
  for (const file of files) expectOwnImports(folder, file);
};
