import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { publishedPackages, root, workspaces } from '../workspaces.mjs';
import { copyCheckout } from './copy-checkout.mjs';

const changeset = join(root, 'node_modules/@changesets/cli/bin.js');

/** Changesets compare with `main`, so the copy is a repository whose `main` is what lies there. */
const makeRepository = async (copy) => {
  const git = (...parameters) => run('git', ['-c', 'user.name=svc', '-c', 'user.email=svc@localhost', ...parameters], copy);
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--no-verify', '--message=a release');
};

const expectPlan = (before, after, plan) => {
  const planned = new Map(plan.releases.filter(({ type }) => type !== 'none').map(({ name, newVersion }) => [name, newVersion]));
  for (const [name, { version, private: isPrivate }] of after) {
    const expected = planned.get(name) ?? before.get(name).version;
    if (version !== expected) throw new Error(`${name} is ${version} after changeset version, and ${expected} was planned`);
    if (isPrivate === true && planned.has(name)) throw new Error(`${name} is private, and a release of it is planned`);
    if (isPrivate !== true && version === '0.0.0') throw new Error(`${name} has never been released and has no changeset`);
  }
};

/** Does what a release would do up to its publication, in a copy of the checkout within `folder`. Returns the paths of the tarballs by the names of their packages. */
export const packRelease = async (folder) => {
  const copy = join(folder, 'checkout');
  mkdirSync(copy);
  copyCheckout(copy);
  await makeRepository(copy);
  const manifests = () => new Map(workspaces(copy).map(({ manifest }) => [manifest.name, manifest]));
  const before = manifests();
  await run(process.execPath, [changeset, 'status', '--output=plan.json'], copy);
  await run(process.execPath, [changeset, 'version'], copy);
  expectPlan(before, manifests(), JSON.parse(readFileSync(join(copy, 'plan.json'), 'utf8')));

  const published = publishedPackages(copy);
  for (const { folder: home, manifest } of published) {
    // Its own version is part of a bundle.
    if (manifest.bin !== undefined) await run(process.execPath, [join(copy, '.scripts/bundle.mjs')], home);
  }
  const names = published.map(({ manifest }) => `--workspace=${manifest.name}`);
  await run('npm', ['pack', '--silent', `--pack-destination=${folder}`, ...names], copy);
  return new Map(
    published.map(({ manifest: { name, version } }) => [
      name,
      join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`),
    ]),
  );
};
