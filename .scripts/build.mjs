import { availableParallelism } from 'node:os';
import { forEachConcurrent } from './for-each-concurrent.mjs';
import { run } from './run.mjs';
import { publishedPackages } from './workspaces.mjs';

/** Declarations of a package name the built declarations of its dependencies, so it waits for them, which come before it. */
const built = new Map();
const buildPackage = async ({ folder, manifest }) => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  await Promise.all(names.map((name) => built.get(name)));
  await run('npm', ['run', '--silent', 'build'], folder);
};

/** Each takes half a gigabyte of memory. */
const mostLanes = 4;
await forEachConcurrent(
  Math.min(availableParallelism(), mostLanes),
  publishedPackages().map((each) => () => {
    const building = buildPackage(each);
    built.set(each.manifest.name, building);
    return building;
  }),
);
