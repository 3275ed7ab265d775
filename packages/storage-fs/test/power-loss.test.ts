import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { emptyTree, type DirectoryTree } from './rigs/power-loss/disk.js';
import { liveStore, rootOnDisk, type LivedStore } from './rigs/power-loss/lived-store.js';
import { chanceFate, keepAll, loseAll, losePower, type Fate } from './rigs/power-loss/lose-power.js';
import { faultOfRestart, putOnDisk } from './rigs/power-loss/on-disk.js';
import { blobsIn, brokenPromise } from './rigs/power-loss/promises.js';
import { syncSites, type SyncSite } from './rigs/power-loss/sync-site.js';
import { makeScratch } from './rigs/scratch-store.js';

const states = rounds({
  property: 'what a store of files has promised is there after a power loss (states)',
  test: 2_000,
  proof: 100_000,
});
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** Of one history. A store is really started on every tenth of them, and the last of these goes on with a history of its own. */
const statesOfHistory = 250;
const startedEvery = 10;
const historiesOfDisk = 2;

const fateOf = (random: SeededRandom): Fate => {
  const kind = random.integer(8);
  if (kind < 2) return loseAll;
  return kind === 2 ? keepAll : chanceFate(random, random.integer(8));
};

const withScratch = async <T>(act: (path: string) => Promise<T>): Promise<T> => {
  const scratch = await makeScratch();
  try {
    return await act(scratch.path);
  } finally {
    await scratch.remove();
  }
};

const live = (
  found: DirectoryTree,
  random: SeededRandom,
  ignored?: SyncSite,
  onSync: (site: SyncSite) => void = () => undefined,
) =>
  withScratch((base) => {
    putOnDisk(base, found);
    return liveStore({ base, found, random, ignored, onSync });
  });

const stateOf = ({ disk, promises }: LivedStore, random: SeededRandom) => {
  const at = random.integer(disk.now() + 1);
  const tree = losePower(disk, at, fateOf(random));
  const blobs = blobsIn(tree, rootOnDisk);
  return { tree, blobs, broken: brokenPromise(promises, blobs, at) };
};

describe('a power loss', function () {
  this.timeout(300_000);
  const met = new Set<SyncSite>();

  for (let disk = 0; disk * statesOfHistory * historiesOfDisk < states; disk += 1) {
    const seedOfDisk = (seed + disk) >>> 0;
    it(`leaves all that a store has promised and no blob in part, again and again on one disk (seed ${seedOfDisk})`, async () => {
      const random = createSeededRandom(seedOfDisk);
      let found = emptyTree;
      const left = Math.min(historiesOfDisk, states / statesOfHistory - disk * historiesOfDisk);
      for (let history = 0; history < left; history += 1) {
        const lived = await live(found, random, undefined, (site) => met.add(site));
        for (let count = 1; count <= statesOfHistory; count += 1) {
          const { tree, blobs, broken } = stateOf(lived, random);
          expect(broken, `state ${count} of history ${history}`).to.equal(undefined);
          if (count % startedEvery > 0) continue;
          const fault = await withScratch((base) => {
            putOnDisk(base, tree);
            return faultOfRestart(base, blobs, random);
          });
          expect(fault, `state ${count} of history ${history}`).to.equal(undefined);
          found = tree;
        }
      }
    });
  }

  it('comes after each sync that the sources have', () => {
    expect([...met].sort()).to.deep.equal([...syncSites()].sort());
  });
});

describe('a power loss when one sync is left out', function () {
  this.timeout(300_000);
  const mostHistories = 100;

  for (const [number, site] of [...syncSites()].entries()) {
    const seedOfSite = (seed + number) >>> 0;
    it(`breaks a promise without ${site} (seed ${seedOfSite})`, async () => {
      const random = createSeededRandom(seedOfSite);
      let broken: string | undefined;
      for (let history = 0; history < mostHistories && broken === undefined; history += 1) {
        const lived = await live(emptyTree, random, site);
        for (let count = 0; count < statesOfHistory && broken === undefined; count += 1) ({ broken } = stateOf(lived, random));
      }
      expect(broken).to.be.a('string');
    });
  }
});
