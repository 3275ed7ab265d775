import { seeded } from '../seeded.js';
import { raceWithCollector } from './collector-races.js';
import { liveCollected, liveSparse } from './collected-history.js';
import { raceWithSnapshots } from './snapshot-races.js';

/** A random history of chunk trees from which what nothing needs is deleted. */
export const collectedCases = {
  'a random history of collected chunk trees': [
    seeded('loses no byte of a registered object, and in the end has deleted all that none needs', liveCollected),
    seeded('loses none where chunks are found by hooks', liveSparse),
  ],
  'a client that counts on what is being deleted': [
    seeded('is told that it is gone, or has it back for good', raceWithCollector),
  ],
  'an object that is removed while something comes to keep it': [
    seeded('is gone and told to be missing, or stays', raceWithSnapshots),
  ],
};
