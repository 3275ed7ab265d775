import type { Oid } from '@svc/core';
import { fewSmallObjects, maxFetchedWholeBytes, maxSmallBytes } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { valueOf } from '../api-outcome.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import { forEachConcurrent } from '../pipeline/for-each-concurrent.js';
import { inGroups } from '../small-files.js';
import { type OnMoved, smallTogether } from '../small-together.js';
import type { TransferContext } from '../transfer-context.js';
import { findLoss } from './find-loss.js';
import { pullObject, type PullOptions } from './pull-object.js';
import type { PullReport } from './pull-report.js';
import { reportPulls } from './report-pulls.js';
import { Unwritable } from './unwritable.js';
import type { WholeOptions } from './whole-object.js';

/** What the service takes in one look-up. */
const maxOids = 1000;

/** How large the objects are, in the order of the oids; undefined of what is not stored. */
export async function* findSizes(
  { client, repositoryId, signal }: TransferContext,
  oids: readonly Oid[],
): AsyncGenerator<{ readonly oid: Oid; readonly sizeBytes: number | undefined }, void, undefined> {
  for (let at = 0; at < oids.length; at += maxOids) {
    const part = oids.slice(at, at + maxOids);
    const { objectSizes } = await valueOf(client.tree.lookUp(repositoryId, { oids: [...new Set(part)] }, { signal }));
    for (const oid of part) yield { oid, sizeBytes: objectSizes.get(oid) };
  }
}

/** An object that is fetched, and the file that it becomes. */
export interface PullTarget extends Omit<PullOptions, 'whole'> {
  readonly oid: Oid;
  readonly destination: string;
}

/** Whether the target had better come whole than in chunks, should there be many such. */
const comesWhole = async (
  { fileSystem }: Pick<TransferContext, 'fileSystem'>,
  { destination, local }: Pick<PullTarget, 'destination' | 'local'>,
  sizeBytes: number,
): Promise<boolean> => {
  if (sizeBytes <= maxSmallBytes) return true;
  if (sizeBytes > maxFetchedWholeBytes || local !== undefined) return false;
  return fileSystem.stat(destination).then(
    () => false,
    () => true,
  );
};

export type PulledObject =
  | { readonly kind: 'pulled'; readonly report: PullReport }
  /** It is not stored, damaged where it is stored, or cannot be written; the others may come. */
  | { readonly kind: 'lost'; readonly problem: AgentProblem };

/**
 * Fetches objects into files, one after the other; of many objects, those that are not large several at a time and each in one piece, unless
 * signed URLs lead nowhere from here. What becomes of them comes in the order of the oids. Throws what keeps a single one, or all of them, from coming.
 */
export async function* pullObjects(
  context: TransferContext,
  oids: readonly Oid[],
  destinationOf: (oid: Oid) => string,
): AsyncGenerator<PulledObject, void, undefined> {
  const targets = oids.map((oid): PullTarget => ({ oid, destination: destinationOf(oid) }));
  const sizes = new Map<Oid, number>();
  if (oids.length > fewSmallObjects) {
    for await (const { oid, sizeBytes } of findSizes(context, oids)) if (sizeBytes !== undefined) sizes.set(oid, sizeBytes);
  }
  const pulling = {
    sizeOf: ({ oid }: PullTarget) => sizes.get(oid),
    settle: async ({ oid }: PullTarget, report: Promise<PullReport>): Promise<PulledObject> => {
      try {
        return { kind: 'pulled', report: await report };
      } catch (fault) {
        if (oids.length === 1) throw fault;
        if (fault instanceof Unwritable) return { kind: 'lost', problem: fault };
        const { what } = await findLoss(context, oid, fault);
        return { kind: 'lost', problem: new AgentProblem(`${oid} ${what}`) };
      }
    },
  };
  yield* pullTargets(context, targets, pulling);
}

export interface PullingTargets<R> {
  /** In bytes; undefined of what is not stored. Asked of many targets alone. */
  readonly sizeOf: (target: PullTarget) => number | undefined;
  /** What becomes of a target; what it throws ends all of them. */
  readonly settle: (target: PullTarget, report: Promise<PullReport>) => Promise<R>;
}

/** The same with files of any names, when it is known how large they are, and of which some may fail. */
export async function* pullTargets<R>(
  context: TransferContext,
  targets: readonly PullTarget[],
  { sizeOf, settle }: PullingTargets<R>,
): AsyncGenerator<R, void, undefined> {
  const whole = new Set<PullTarget>();
  for (const target of targets.length > fewSmallObjects ? targets : []) {
    const sizeBytes = sizeOf(target);
    if (sizeBytes !== undefined && (await comesWhole(context, target, sizeBytes))) whole.add(target);
  }
  yield* smallTogether<PullTarget, R>(targets, (target) => whole.has(target), {
    together: (group, onMoved) => pullGroup(context, group, settle, onMoved),
    alone: (target) => settle(target, pullTarget(context, target)),
  });
}

/** The same with files whose bytes lie here already, several at a time; one that has changed meanwhile is fetched. */
export async function* copyTargets<R>(
  context: TransferContext,
  targets: readonly PullTarget[],
  settle: PullingTargets<R>['settle'],
): AsyncGenerator<R, void, undefined> {
  for (const group of inGroups(targets)) {
    const failFast = createFailFast(context.signal);
    const settled: R[] = [];
    try {
      await forEachConcurrent(group, failFast, async (target) => {
        settled.push(await settle(target, pullTarget({ ...context, signal: failFast.signal }, target)));
      });
    } finally {
      // Also before it throws: what is written is told.
      yield* settled;
    }
  }
}

const pullTarget = (
  context: TransferContext,
  { oid, destination, ...options }: PullTarget,
  whole?: WholeOptions,
): Promise<PullReport> => pullObject(context, oid, destination, { ...options, whole });

const pullGroup = async <R>(
  context: TransferContext,
  targets: readonly PullTarget[],
  settle: PullingTargets<R>['settle'],
  onPulled: OnMoved<R>,
): Promise<void> => {
  const startedAt = performance.now();
  const { client, repositoryId, signal } = context;
  const oids = [...new Set(targets.map(({ oid }) => oid))];
  const permissions = await valueOf(client.downloads.authorize(repositoryId, oids, { signal }));
  const permissionOf = new Map(permissions.map((permission) => [permission.oid, permission]));
  const failFast = createFailFast(signal);
  const reports: PullReport[] = [];
  await forEachConcurrent([...targets.entries()], failFast, async ([at, target]) => {
    const whole = { permission: permissionOf.get(target.oid) };
    const pulling = pullTarget({ ...context, signal: failFast.signal }, target, whole).then((report) => {
      reports.push(report);
      return report;
    });
    onPulled(at, await settle(target, pulling));
  });
  if (reports.length > 0) await reportPulls(context, reports, (performance.now() - startedAt) / 1000);
};
