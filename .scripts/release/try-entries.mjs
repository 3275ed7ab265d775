import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { publishedPackages } from '../workspaces.mjs';

/** What a program imports or requires, by the manifests of the packages. */
const entriesOf = (manifests) =>
  manifests.flatMap(({ name, exports = {} }) =>
    Object.entries(exports)
      .filter(([, target]) => target.require !== undefined)
      .map(([path]) => `${name}${path.slice(1)}`),
  );

/** Says where the two ways give other names. */
const program = (entries) => `
const required = createRequire(import.meta.url);
const namesOf = (entry) => Object.keys(entry).filter((name) => !['default', '__esModule', 'module.exports'].includes(name)).sort().join();
${entries.map((entry, at) => `import * as entry${at} from '${entry}';`).join('\n')}
const imported = { ${entries.map((entry, at) => `'${entry}': entry${at}`).join(', ')} };
for (const [entry, names] of Object.entries(imported)) {
  if (namesOf(names) !== namesOf(required(entry))) throw new Error(entry + ' gives other names to require than to import');
}`;

/** Those whose CommonJS requires a module: jose. */
const needModules = ['@svc/identity-oidc'];

/** As under Jest, which cannot require modules. */
const withoutModules = '--no-experimental-require-module';

const requiring = (entries) => entries.map((entry) => `require('${entry}');\n`).join('');

/** Every entry of every package, as strict ESM imports it and CommonJS requires it, in plain Node: both give the same names. */
export const tryEntries = async (folder, manifests = publishedPackages().map(({ manifest }) => manifest)) => {
  const entries = entriesOf(manifests);
  writeFileSync(join(folder, 'entries.mjs'), `import { createRequire } from 'node:module';\n${program(entries)}\n`);
  writeFileSync(join(folder, 'entries.cjs'), requiring(entries));
  for (const file of ['entries.mjs', 'entries.cjs']) await run(process.execPath, [file], folder);
  writeFileSync(join(folder, 'no-modules.cjs'), requiring(entries.filter((entry) => !needModules.includes(entry))));
  await run(process.execPath, [withoutModules, 'no-modules.cjs'], folder);
  console.log(`${entries.length} entries are the same to import and to require`);
};
