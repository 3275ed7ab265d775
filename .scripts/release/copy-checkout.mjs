import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root, workspaces } from '../workspaces.mjs';

const ofTheTop = [
  '.changeset',
  '.config',
  '.gitignore',
  '.mocharc.json',
  '.npmrc',
  '.scripts',
  'docs/http/openapi.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const leftOut = new Set(['node_modules', 'test', 'data']);
const leftOutBesideTests = new Set(['node_modules', 'data']);

/** In the folder that npm installs into: what is linked to this repository, and what was compiled of it. */
const ofThisRepository = new Set(['@svc', '.cache']);

/** Links what npm has installed, and nothing of this repository. */
const linkInstalled = (from, to) => {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((each) => !ofThisRepository.has(each)))
    symlinkSync(join(from, name), join(to, name));
};

/** Copies the sources, built packages, manifests and changesets of the checkout, so that a release can be tried without touching it; `withTests`, the tests too. */
export const copyCheckout = (copy, { withTests = false } = {}) => {
  const isUnwanted = withTests ? leftOutBesideTests : leftOut;
  for (const name of ofTheTop) cpSync(join(root, name), join(copy, name), { recursive: true });
  linkInstalled(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, 'node_modules/@svc'));
  for (const { folder, manifest } of workspaces()) {
    const place = relative(root, folder);
    // A bundle says its own version, so it is made anew from the copy.
    const isLeftOut = (path) => isUnwanted.has(basename(path)) || (manifest.bin !== undefined && basename(path) === 'dist');
    cpSync(folder, join(copy, place), { recursive: true, filter: (path) => !isLeftOut(path) });
    linkInstalled(join(folder, 'node_modules'), join(copy, place, 'node_modules'));
    symlinkSync(join('../..', place), join(copy, 'node_modules', manifest.name));
  }
};
