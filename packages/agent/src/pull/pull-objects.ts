import type { Oid } from '@svc/core';
import { fewSmallObjects, maxSmallBytes } from '@svc/core/model';
import { valueOf } from '../api-outcome.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import { forEachConcurrent } from '../pipeline/for-each-concurrent.js';
import { type OnMoved, smallTogether } from '../small-together.js';
import type { TransferContext } from '../transfer-context.js';
import { pullObject, type PullOptions } from './pull-object.js';
import type { PullReport } from './pull-report.js';
import { reportPulls } from './report-pulls.js';

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

/** Those of the objects that are there and small. */
const findSmall = async (context: TransferContext, oids: readonly Oid[]): Promise<ReadonlySet<Oid>> => {
  const small = new Set<Oid>();
  for await (const { oid, sizeBytes } of findSizes(context, oids)) {
    if (sizeBytes !== undefined && sizeBytes <= maxSmallBytes) small.add(oid);
  }
  return small;
};

/** An object that is fetched, and the file that it becomes. */
export interface PullTarget extends Omit<PullOptions, 'whole'> {
  readonly oid: Oid;
  readonly destination: string;
}

/**
 * Fetches objects into files, one after the other; of many objects, the small ones several at a time and each in one piece, unless
 * signed URLs lead nowhere from here. The reports come in the order of the oids.
 */
export async function* pullObjects(
  context: TransferContext,
  oids: readonly Oid[],
  destinationOf: (oid: Oid) => string,
): AsyncGenerator<PullReport, void, undefined> {
  const small = oids.length > fewSmallObjects ? await findSmall(context, oids) : new Set<Oid>();
  const targets = oids.map((oid): PullTarget => ({ oid, destination: destinationOf(oid) }));
  yield* pullTargets(context, targets, ({ oid }) => small.has(oid));
}

/** The same with files of any names, and when it is known which of them are small. */
export async function* pullTargets(
  context: TransferContext,
  targets: readonly PullTarget[],
  isSmall: (target: PullTarget) => boolean,
): AsyncGenerator<PullReport, void, undefined> {
  const areMany = targets.length > fewSmallObjects;
  yield* smallTogether(targets, (target) => areMany && isSmall(target), {
    together: (group, onMoved) => pullGroup(context, group, onMoved),
    alone: ({ oid, destination, ...options }) => pullObject(context, oid, destination, options),
  });
}

const pullGroup = async (
  context: TransferContext,
  targets: readonly PullTarget[],
  onPulled: OnMoved<PullReport>,
): Promise<void> => {
  const startedAt = performance.now();
  const { client, repositoryId, signal } = context;
  const oids = [...new Set(targets.map(({ oid }) => oid))];
  const permissions = await valueOf(client.downloads.authorize(repositoryId, oids, { signal }));
  const permissionOf = new Map(permissions.map((permission) => [permission.oid, permission]));
  const failFast = createFailFast(signal);
  const reports: PullReport[] = [];
  await forEachConcurrent([...targets.entries()], failFast, async ([at, { oid, destination, ...options }]) => {
    const whole = { permission: permissionOf.get(oid) };
    const report = await pullObject({ ...context, signal: failFast.signal }, oid, destination, { ...options, whole });
    reports.push(report);
    onPulled(at, report);
  });
  await reportPulls(context, reports, (performance.now() - startedAt) / 1000);
};
