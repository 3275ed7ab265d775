import { expect } from 'chai';
import { DAY_MS, HOUR_MS } from '@svc/core/model';
import { seeded, type SeededRandom } from '../seeded.js';
import {
  compare,
  createHistory,
  defaultSteps,
  readEverything,
  replaceRepository,
  usageOf,
  type ApplicationHarness,
  type History,
} from './history.js';
import { register } from './history-model.js';
import { objectPool, valueOf } from './history-objects.js';
import { batchDownload, batchUpload, putLfs, verifyLfs } from './lfs-steps.js';
import { liveCounted } from './counted-history.js';
import { liveOnAllPaths } from './usage-history.js';
import { raceRemovals } from './removal-races.js';
import { reclaimRemoved, removeVisible, restoreRemoved } from './removal-steps.js';
import { liveWithUnreachable, raceWithUnreachable } from './unreachable-history.js';
import { authorizeInSession, completeInSession, finalizeSession, openSession, putStaged } from './session-steps.js';

const histories = 4;

type Step = (history: History, random: SeededRandom) => Promise<void>;

const passTime: Step = ({ clock }, random) => {
  clock.advance(random.integer(20) > 0 ? random.integer(2 * HOUR_MS) : random.integer(4 * DAY_MS));
  return Promise.resolve();
};

/** What Git LFS has sent and never verified is verified before it is swept. */
const sweep: Step = async (history) => {
  const { application, repositories } = history;
  valueOf(await application.maintenance.sweep());
  for (const repository of repositories) {
    const { items } = valueOf(await application.objects.list(repository.push, { sort: 'size', page: { limit: 100 } }));
    const sessions = repository.lfs === undefined ? repository.formerLfs : [...repository.formerLfs, repository.lfs];
    for (const { oid } of items) {
      if (repository.visible.has(oid) || !objectPool.some((known) => known.oid === oid)) continue;
      expect(
        sessions.some(({ objects }) => objects.has(oid)),
        'a push of what the sweep registers',
      ).to.equal(true);
      register(repository, [oid]);
    }
  }
};

/** How often each step comes, in proportion: often enough that sessions fill up before they end. */
const steps: readonly (readonly [number, Step])[] = [
  [10, openSession],
  [40, authorizeInSession],
  [120, putStaged],
  [120, completeInSession],
  [10, finalizeSession],
  [30, batchUpload],
  [40, putLfs],
  [40, verifyLfs],
  [15, batchDownload],
  [10, passTime],
  [10, sweep],
  [20, removeVisible],
  [8, restoreRemoved],
  [6, reclaimRemoved],
  [1, replaceRepository],
];

const deck = steps.flatMap(([count, step]) => Array.from({ length: count }, () => step));

const live = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const history = await createHistory(harness, { gcReclaim: true });
  for (let at = 0; at < (harness.steps ?? defaultSteps); at += 1) {
    await random.pick(deck)(history, random);
    await compare(history, `after step ${at}`);
  }
  await readEverything(history);
  history.clock.advance(DAY_MS);
  await sweep(history, random);
  expect((await usageOf(history)).reservedBytes, 'bytes reserved after everything ended').to.equal(0);
};

/**
 * Random histories of uploads by sessions and by Git LFS, of right and wrong bytes, of time, sweeping and deletion, beside a model of plain maps:
 * after each step the service lists, counts and uses exactly what the model says, and at the end every visible object reads back right.
 */
export const historyCases = {
  'a random history': Array.from({ length: histories }, () =>
    seeded('shows, counts and charges what a plain model says, and loses nothing', live),
  ),
  'a random history of what comes to nothing': Array.from({ length: histories }, () =>
    seeded('is counted at least what lies in the store, loses nothing, and gives back all that it does not need', liveCounted),
  ),
  'races of removal': Array.from({ length: histories }, () =>
    seeded('take no byte of what somebody was told is there, and leave nothing behind', raceRemovals),
  ),
  'a random history of what no branch reaches': [
    seeded('loses nothing that a branch has, removes nothing too early, and in the end all that none has', liveWithUnreachable),
    seeded('has what is pushed at the moment at which it would be removed', raceWithUnreachable),
  ],
  'a random history on all three paths': [
    seeded(
      'is one sum in the account, the ledger, its days, the repositories, the store and a plain model',
      liveOnAllPaths(deck),
    ),
  ],
};
