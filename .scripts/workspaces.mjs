import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

export const root = fileURLToPath(new URL('..', import.meta.url));

const read = (parent) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({
      folder: join(root, parent, entry.name),
      manifest: JSON.parse(readFileSync(join(root, parent, entry.name, 'package.json'), 'utf8')),
    }));

/** Every package that is published, dependencies before their users. */
export const publishedPackages = () => {
  const packages = read('packages').filter(({ manifest }) => manifest.private !== true);
  const byName = new Map(packages.map((each) => [each.manifest.name, each]));
  const ordered = new Set();
  const visit = (each) => {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const dependency = byName.get(name);
      if (dependency !== undefined && !ordered.has(dependency)) visit(dependency);
    }
    ordered.add(each);
  };
  packages.forEach(visit);
  return [...ordered];
};
