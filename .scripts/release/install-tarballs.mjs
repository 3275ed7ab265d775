import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { examples, root } from '../workspaces.mjs';

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const isOurs = (name) => name.startsWith('@svc/');

/** What the examples need beside our packages, and what runs TypeScript and tests. */
const thirdParties = () => {
  const copied = examples().filter(({ manifest }) => manifest.private === true);
  const named = copied.flatMap(({ manifest }) => Object.entries(manifest.dependencies ?? {})).filter(([name]) => !isOurs(name));
  const { devDependencies } = manifestIn(root);
  return Object.fromEntries([...named, ...['chai', 'mocha', 'tsx'].map((name) => [name, devDependencies[name]])]);
};

/** No scripts, for what they compile is copied; nothing that is asked for beside. */
export const installQuickly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * npm resolves and fetches everything, but runs no install script: compiling better-sqlite3 and zstd-napi takes minutes. What was compiled of the same
 * version in the checkout is copied; another version is compiled.
 */
export const addCompiled = async (folder) => {
  for (const name of Object.keys(manifestIn(root).allowScripts)) {
    const [theirs, ours] = [folder, root].map((place) => join(place, 'node_modules', name));
    if (!existsSync(theirs) || !existsSync(join(ours, 'build/Release'))) continue;
    if (manifestIn(theirs).version !== manifestIn(ours).version) await run('npm', ['rebuild', name], folder);
    else cpSync(join(ours, 'build'), join(theirs, 'build'), { recursive: true });
  }
};

/** Installs the tarballs in a new folder, as a stranger's project would have them. */
export const installTarballs = async (folder, tarballs) => {
  mkdirSync(folder);
  const ours = Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]));
  const project = { name: 'project', private: true, type: 'module', dependencies: { ...thirdParties(), ...ours } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project, null, 2));
  await run('npm', ['install', ...installQuickly], folder);
  await addCompiled(folder);
};
