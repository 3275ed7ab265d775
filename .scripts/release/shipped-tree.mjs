import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommand } from '../bundle.mjs';
import { run } from '../run.mjs';
import { root } from '../workspaces.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, JSON.stringify(value, null, 2));

/** The packages of others that lie in a bundle: its source maps name every file that it was made from. */
const inlinedPackages = (bundle) => {
  const maps = readdirSync(bundle).filter((name) => name.endsWith('.map'));
  const sources = maps.flatMap((name) => readJson(join(bundle, name)).sources);
  return new Set(
    sources.map((source) => source.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]).filter((name) => name !== undefined),
  );
};

/** The lockfile's entries of others' packages, as if the workspace stood alone. */
const entriesFor = (place, { packages }) => {
  const own = `${place}/`;
  const ofOthers = Object.entries(packages).filter(([, { link }]) => link !== true);
  const hoisted = ofOthers.filter(([path]) => path.startsWith('node_modules/'));
  const nested = ofOthers
    .filter(([path]) => path.startsWith(`${own}node_modules/`))
    .map(([path, entry]) => [path.slice(own.length), entry]);
  return Object.fromEntries([...hoisted, ...nested]);
};

/**
 * Writes into `folder` a manifest and a lockfile of all that is shipped with a command of ours, and of nothing else: its dependencies with theirs, and what its
 * bundle contains of others, in the versions of the lockfile. npm's own reports on the workspace miss whatever somebody here has as a devDependency too.
 */
export const writeShippedTree = async (workspace, folder) => {
  const lock = readJson(join(root, 'package-lock.json'));
  const entries = entriesFor(workspace.folder.slice(root.length), lock);
  const { name, version, license, description, dependencies } = workspace.manifest;
  const inlined = [...inlinedPackages(await bundleCommand(workspace.folder))].map((each) => [
    each,
    entries[`node_modules/${each}`].version,
  ]);
  const manifest = { name, version, license, description, dependencies: { ...Object.fromEntries(inlined), ...dependencies } };
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  writeJson(join(folder, 'package.json'), manifest);
  const packages = { '': manifest, ...entries };
  writeJson(join(folder, 'package-lock.json'), {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages,
  });
  await run('npm', ['prune', '--package-lock-only', '--omit=dev', '--offline', '--silent'], folder);
};
