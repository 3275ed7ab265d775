import { expect } from 'chai';
import type { BlobStore, UnitOfWork } from '@svc/core';
import type { Closable } from '../run-cases.js';
import { seeded, type SeededRandom } from '../seeded.js';
import { createHistory, type History } from './history.js';

/** Adapters under which the whole service runs. Both are empty at the start. */
export interface ApplicationHarness extends Closable {
  readonly unitOfWork: UnitOfWork;
  readonly blobs: BlobStore;
}

const stepsPerHistory = 1000;

type Step = (history: History, random: SeededRandom) => Promise<void>;

/** Each step with how often it comes; uploads come often enough that the rare steps find something to work on. */
const steps: readonly (readonly [number, Step])[] = [
  [2, (history, random) => history.openSession(random)],
  [8, (history, random) => history.authorizeInSession(random)],
  [24, (history, random) => history.putStaged(random)],
  [24, (history, random) => history.completeInSession(random)],
  [2, (history, random) => history.finalizeSession(random)],
  [6, (history, random) => history.batchUpload(random)],
  [8, (history, random) => history.putLfs(random)],
  [8, (history, random) => history.verifyLfs(random)],
  [3, (history, random) => history.batchDownload(random)],
  [2, (history, random) => history.passTime(random)],
  [2, (history) => history.sweep()],
  [1, (history, random) => history.replaceRepository(random)],
];

const deck = steps.flatMap(([count, step]) => Array.from({ length: count }, () => step));

/**
 * Random histories of uploads by sessions and by Git LFS, of right and wrong bytes, of time, sweeping and deletion, beside a model of plain maps:
 * after each step the service lists, counts and uses exactly what the model says, and at the end every visible object reads back right.
 */
export const historyCases = {
  'a random history': Array.from({ length: 4 }, () =>
    seeded(
      'shows, counts and charges what a plain model says, and loses nothing',
      async (harness: ApplicationHarness, random: SeededRandom) => {
        const history = await createHistory(harness);
        for (let at = 0; at < stepsPerHistory; at += 1) {
          await random.pick(deck)(history, random);
          await history.compare(`after step ${at}`);
        }
        await history.readEverything();
        await history.letEverythingExpire();
        expect(await history.reservedBytes(), 'bytes put aside after everything ended').to.equal(0);
      },
    ),
  ),
};
