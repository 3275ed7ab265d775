import { type StorageMode, trusted } from '@svc/core/model';
import { expect } from 'chai';
import type { SeededRandom } from '../seeded.js';
import { createHistory, defaultSteps, type ApplicationHarness, type History } from './history.js';
import type { ModelRepository } from './history-model.js';
import { objectPool, valueOf } from './history-objects.js';
import { countedBlobBytes, createModelTrees, type ModelTrees, treeBytesOf, treeSteps } from './tree-steps.js';

const stepsBetweenLooks = 100;
const { sendTreeFile, replaceTreeFile, finalizeTreeObject } = treeSteps(valueOf);
/** Of ten steps these are about the tree. */
const treeDeck = [sendTreeFile, sendTreeFile, sendTreeFile, replaceTreeFile, finalizeTreeObject];

const modelBytes = ({ push, visible }: ModelRepository, trees: ModelTrees): number =>
  objectPool
    .filter(({ oid }) => visible.has(oid))
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, treeBytesOf(trees.of(push.repository.repositoryId)));

/** What lies in the store: visible objects, and everything of the tree. */
const measuredBytes = async ({ blobs }: History, { push, visible }: ModelRepository): Promise<number> => {
  const { namespace } = push.repository;
  let sum = 0;
  for await (const blob of blobs.list(trusted(namespace))) {
    const { key } = blob;
    const isVisible = [...visible].some((oid) => key.startsWith(`${namespace}/objects/`) && key.endsWith(oid));
    if (isVisible || key.startsWith(`${namespace}/cas/`)) sum += countedBlobBytes(namespace, blob);
  }
  return sum;
};

/** Model, account, ledger, roll-up, repositories and store: all of them are one number. */
const look = async (history: History, trees: ModelTrees, when: string): Promise<void> => {
  const { id } = history.creating.organization;
  const mode: StorageMode = 'managed';
  const model = history.repositories.reduce((sum, repository) => sum + modelBytes(repository, trees), 0);
  let measured = 0;
  for (const repository of history.repositories) measured += await measuredBytes(history, repository);
  const counted = valueOf(
    await history.unitOfWork.read(async ({ usage }) => {
      const { days } = await usage.byDay(id, 0);
      const entries = await usage.listLedger(id, 0, 100_000);
      return {
        account: (await usage.ofOrganization(id)).usedBytes,
        ledger: entries.reduce((sum, { bytes }) => sum + bytes, 0),
        days: days.reduce((sum, { addedBytes, removedBytes }) => sum + addedBytes - removedBytes, 0),
        repositories: (await usage.ofRepositories(id))[mode].physicalBytes,
      };
    }),
  );
  expect({ ...counted, measured }, `bytes ${when}`).to.deep.equal({
    account: model,
    ledger: model,
    days: model,
    repositories: model,
    measured: model,
  });
};

/** A random history on all three paths, of the steps that are given and those of the chunk tree. */
export const liveOnAllPaths =
  (deck: readonly ((history: History, random: SeededRandom) => Promise<void>)[]) =>
  async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
    const history = await createHistory(harness, { gcReclaim: true });
    const trees = createModelTrees();
    // Each path gets as many steps as it has where it is alone.
    const steps = 2 * (harness.steps ?? defaultSteps);
    for (let at = 0; at < steps; at += 1) {
      if (random.integer(10) < 3) await random.pick(treeDeck)(history, random, trees);
      else await random.pick(deck)(history, random);
      if (at % stepsBetweenLooks === 0) await look(history, trees, `after step ${at}`);
    }
    await look(history, trees, 'at the end');
  };
