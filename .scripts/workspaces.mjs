import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const readWorkspace = (folder) => ({
  folder,
  manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
});

/** Every package and every example of a checkout. */
export const workspaces = (checkout = root) =>
  ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(checkout, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => readWorkspace(join(checkout, parent, entry.name))),
  );

export const examples = () => workspaces().filter(({ folder }) => dirname(folder) === join(root, 'examples'));

/** Dependencies before their users. */
const dependenciesFirst = (chosen) => {
  const byName = new Map(chosen.map((each) => [each.manifest.name, each]));
  const ordered = new Set();
  const visit = (each) => {
    for (const name of Object.keys({ ...each.manifest.dependencies, ...each.manifest.peerDependencies })) {
      const dependency = byName.get(name);
      if (dependency !== undefined && !ordered.has(dependency)) visit(dependency);
    }
    ordered.add(each);
  };
  chosen.forEach(visit);
  return [...ordered];
};

/** Every package that is published, dependencies before their users. */
export const publishedPackages = (checkout = root) =>
  dependenciesFirst(workspaces(checkout).filter(({ manifest }) => manifest.private !== true));

/** The packages of this repository that a workspace may bundle: those that it names, and what they depend on. */
export const packagesBehind = ({ manifest }) => {
  const byName = new Map(workspaces().map((each) => [each.manifest.name, each]));
  const found = new Set();
  const visit = (names) => {
    for (const name of Object.keys(names ?? {})) {
      const dependency = byName.get(name);
      if (dependency === undefined || found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency.manifest.dependencies);
    }
  };
  visit({ ...manifest.dependencies, ...manifest.devDependencies });
  return [...found];
};
