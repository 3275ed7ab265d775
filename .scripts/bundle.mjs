import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { run } from './run.mjs';
import { packagesBehind, readWorkspace, root } from './workspaces.mjs';

/*
 * The commands of this checkout, `svc-server` and `svc`, are bundled from its sources. A bundle lies in `dist/<hash of all that it is made of>` and is never
 * written again: a process loads parts of it late, and may do so after the sources have changed. `dist/<command>.js` leads to the newest one. In the
 * bundle of the server lies the tarball of the agent, which it hands out, and in its folder `console` the pages that it serves.
 */

/** Of the bundles that no server of `npm start` runs from, those that were asked for last are kept. */
const keptBundles = 5;

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Another command of ours that a workspace names is part of its bundle, as the tarball that npm packs of it. */
const packedCommands = (workspace) => packagesBehind(workspace).filter(({ manifest }) => manifest.bin !== undefined);

/** Whether a package has pages, which Vite builds from its folder `app`. */
export const hasPages = ({ folder }) => existsSync(join(folder, 'vite.config.ts'));

const pagesBehind = (workspace) => packagesBehind(workspace).filter(hasPages);

/** What pages are made of besides the sources of packages. */
const aroundPages = ({ folder }) => [
  ...filesBelow(join(folder, 'app')),
  ...['vite.config.ts', 'compressed.ts', 'api-reference.ts'].map((name) => join(folder, name)),
  join(root, 'docs/http/openapi.json'),
];

/** What of a manifest decides how sources are bundled. The version that a release gives it does not, so a release has the pages that are built already. */
const exportsOf = ({ manifest: { name, exports, sideEffects } }) => JSON.stringify([name, exports, sideEffects]);

/** What npm packs of a command besides its sources, and what decides how they are bundled. */
const aroundSources = ({ folder }) => [
  ...['LICENSE', 'README.md', 'tsup.config.ts'].map((name) => join(folder, name)),
  ...filesBelow(join(folder, 'bin')),
];

const withPackagesBehind = (workspace) => [workspace, ...packagesBehind(workspace)];

/** The sources of a workspace and of the packages behind it. */
const sourcesOf = (workspace) => withPackagesBehind(workspace).flatMap(({ folder }) => filesBelow(join(folder, 'src')));

const manifestsOf = (workspace) => withPackagesBehind(workspace).map(({ folder }) => join(folder, 'package.json'));

const aroundAll = ['.config/inline-worker.mjs', 'tsconfig.base.json', 'package-lock.json'].map((name) => join(root, name));

const hashOfFiles = (files, text = '') => {
  const hash = createHash('sha256').update(text);
  for (const file of [...new Set(files)].sort()) {
    const bytes = readFileSync(file);
    hash.update(`${relative(root, file)}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
};

const hashOf = (workspace) =>
  hashOfFiles([
    ...packedCommands(workspace).flatMap(aroundSources),
    ...pagesBehind(workspace).flatMap(aroundPages),
    ...sourcesOf(workspace),
    ...manifestsOf(workspace),
    ...['tsup.config.ts', 'tsconfig.json'].map((name) => join(workspace.folder, name)),
    ...aroundAll,
  ]);

/** What belongs to this process alone: a bundle that it builds, or the mark of one that it runs from. */
const ownName = (path) => `${path}.${process.pid}`;

const hashOfPages = (workspace) =>
  hashOfFiles(
    [...aroundPages(workspace), ...sourcesOf(workspace), ...aroundAll],
    withPackagesBehind(workspace).map(exportsOf).join('\n'),
  );

const writeAtOnce = (path, text) => {
  writeFileSync(ownName(path), text);
  renameSync(ownName(path), path);
};

/** npm gives the same bytes for the same files. */
const pack = async ({ folder }, destination) => {
  await bundleCommand(folder);
  // Its output is the name of the file, which nobody has asked for.
  await promisify(execFile)('npm', ['pack', '--silent', `--pack-destination=${destination}`], { cwd: folder });
};

const lastUsed = (path) => statSync(path).mtimeMs;

const touch = (path) => {
  const now = new Date();
  utimesSync(path, now, now);
};

/** Most changes leave the pages as they are, and they take longer than the rest: they are kept by the hash of what they are made of. Returns their folder. */
export const buildPages = async (workspace) => {
  const all = join(root, 'node_modules/.cache/svc-pages');
  const pages = join(all, hashOfPages(workspace));
  if (!existsSync(pages)) {
    const building = ownName(pages);
    await run('npm', ['exec', '--no', '--', 'vite', 'build', '--logLevel=warn', '--outDir', building], workspace.folder);
    try {
      renameSync(building, pages);
    } catch (fault) {
      rmSync(building, { recursive: true, force: true });
      if (!existsSync(pages)) throw fault;
    }
  }
  touch(pages);
  const byUse = readdirSync(all).sort((one, other) => lastUsed(join(all, other)) - lastUsed(join(all, one)));
  for (const name of byUse.slice(keptBundles)) rmSync(join(all, name), { recursive: true, force: true });
  return pages;
};

const build = async (workspace, bundle) => {
  const building = ownName(bundle);
  try {
    const tsup = join(root, 'node_modules/tsup/dist/cli-default.js');
    await run(process.execPath, [tsup, '--out-dir', building], workspace.folder);
    for (const command of packedCommands(workspace)) await pack(command, building);
    for (const pages of pagesBehind(workspace)) {
      cpSync(await buildPages(pages), join(building, 'console'), { recursive: true });
    }
    renameSync(building, bundle);
  } catch (fault) {
    // Another process may have been first, with the same bytes.
    if (!existsSync(bundle)) throw fault;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
};

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault.code === 'EPERM';
  }
};

/** Until this process has ended, no build takes the bundle away from it. */
export const keepWhileRunning = (bundle) => {
  writeFileSync(ownName(bundle), '');
  process.once('exit', () => rmSync(ownName(bundle), { force: true }));
};

const removeOldBundles = (dist) => {
  const names = readdirSync(dist);
  const owned = names.map((name) => name.match(/^([0-9a-f]{16})\.(\d+)$/)).filter((match) => match !== null);
  const inUse = new Set(owned.filter(([, , pid]) => isRunning(Number(pid))).map(([, hash]) => hash));
  const left = owned.filter(([, , pid]) => !isRunning(Number(pid))).map(([whole]) => whole);
  const old = names
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .sort((one, other) => lastUsed(join(dist, other)) - lastUsed(join(dist, one)))
    .slice(keptBundles)
    .filter((hash) => !inUse.has(hash));
  for (const name of [...old, ...left]) rmSync(join(dist, name), { recursive: true, force: true });
};

/**
 * Bundles the command of the workspace in `folder`, unless its sources are as they were. Returns the bundle's folder. `onBuild` hears of the command when
 * there is something to build.
 */
export const bundleCommand = async (folder, onBuild = () => undefined) => {
  const workspace = readWorkspace(folder);
  const [command] = Object.keys(workspace.manifest.bin);
  const hash = hashOf(workspace);
  const dist = join(folder, 'dist');
  const bundle = join(dist, hash);
  if (!existsSync(bundle)) {
    mkdirSync(dist, { recursive: true });
    onBuild(command);
    await build(workspace, bundle);
  }
  touch(bundle);
  const newest = join(dist, `${command}.js`);
  const lead = `import './${hash}/${command}.js';\n`;
  if (!existsSync(newest) || readFileSync(newest, 'utf8') !== lead) {
    writeAtOnce(newest, lead);
    // npm packs the newest bundle and no other.
    writeAtOnce(join(dist, '.npmignore'), `/*\n!/${command}.js\n!/${hash}/\n`);
    removeOldBundles(dist);
  }
  return bundle;
};

if (process.argv[1] === import.meta.filename) await bundleCommand(process.cwd());
