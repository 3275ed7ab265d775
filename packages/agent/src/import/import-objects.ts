import type { LfsAction, LfsEndpoint } from '@svc/client';
import type { Oid } from '@svc/core';
import { maxSmallBytes } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import { forEachConcurrent } from '../pipeline/for-each-concurrent.js';
import { findSizes } from '../pull/pull-objects.js';
import { Unwritable } from '../pull/unwritable.js';
import { pushFiles } from '../push/push-files.js';
import { groupSmall } from '../small-files.js';
import { temporaryPath } from '../transfer/lfs-storage.js';
import type { TransferContext } from '../transfer-context.js';
import { askSource, fetchObject } from './fetch-object.js';
import type { Imported, WantedObject } from './imported.js';

export interface ImportOptions {
  readonly source: LfsEndpoint;
  /** Where an object lies between its coming and its going. */
  readonly temporaryFolder: string;
  /** Whether nothing moves: the source is asked what it has. */
  readonly isDryRun: boolean;
}

/** What is about one object; the others may still come. What ends everything is thrown: a disk here that takes no object is one such. */
const whyOf = (fault: unknown): string => {
  const isOfObject =
    fault instanceof AgentProblem && !(fault instanceof Unwritable) && (fault.kind === 'local' || fault.status !== undefined);
  if (!isOfObject) throw fault;
  return fault.message;
};

/**
 * Brings objects over that are not stored yet, many small ones together and each other one by itself. Done again after a failure it goes on with the object
 * where it stopped, for what has come over is stored. Throws an `AgentProblem` where one of the two servers does not answer.
 */
export async function* importObjects(
  context: TransferContext,
  wanted: readonly WantedObject[],
  options: ImportOptions,
): AsyncGenerator<Imported, void, undefined> {
  const lacking = new Set<Oid>();
  for await (const { oid, sizeBytes } of findSizes(
    context,
    wanted.map(({ oid }) => oid),
  )) {
    if (sizeBytes === undefined) lacking.add(oid);
  }
  for (const object of wanted) if (!lacking.has(object.oid)) yield { kind: 'present', object };
  const missing = wanted.filter(({ oid }) => lacking.has(oid));
  for (const group of groupSmall(missing, ({ sizeBytes }) => options.isDryRun || sizeBytes <= maxSmallBytes)) {
    yield* importGroup(context, group, options);
  }
}

interface Located {
  readonly object: WantedObject;
  readonly action: LfsAction;
}

async function* importGroup(
  context: TransferContext,
  group: readonly WantedObject[],
  { source, temporaryFolder, isDryRun }: ImportOptions,
): AsyncGenerator<Imported, void, undefined> {
  const actionOf = await askSource(source, group, context.signal);
  const located: Located[] = [];
  for (const object of group) {
    try {
      located.push({ object, action: actionOf(object) });
    } catch (fault) {
      yield { kind: 'missing', object, why: whyOf(fault) };
    }
  }
  if (isDryRun) yield* located.map(({ object }) => ({ kind: 'foreseen', object }) as const);
  else yield* moveAll(context, located, source, temporaryFolder);
}

async function* moveAll(
  context: TransferContext,
  located: readonly Located[],
  source: LfsEndpoint,
  folder: string,
): AsyncGenerator<Imported, void, undefined> {
  const fetched = new Map<string, WantedObject>();
  const failed: Imported[] = [];
  const failFast = createFailFast(context.signal);
  try {
    await forEachConcurrent(located, failFast, async ({ object, action }) => {
      const path = temporaryPath(folder, object.oid);
      try {
        await fetchObject({ ...context, signal: failFast.signal }, source, object, action, path);
        fetched.set(path, object);
      } catch (fault) {
        failFast.check();
        failed.push({ kind: 'missing', object, why: whyOf(fault) });
      }
    });
    yield* failed;
    const nameOf = async (path: string): Promise<string | undefined> => fetched.get(path)?.name;
    // For people it is the object of that name, and no file in Git's folder.
    const shown: TransferContext = {
      ...context,
      onProgress: (progress) => context.onProgress({ ...progress, path: fetched.get(progress.path)?.name ?? progress.path }),
    };
    for await (const { path, sentBytes } of pushFiles(shown, [...fetched.keys()], { nameOf })) {
      const object = fetched.get(path);
      if (object !== undefined) yield { kind: 'imported', object, sentBytes };
    }
  } finally {
    for (const path of fetched.keys()) await context.fileSystem.unlink(path).catch(() => undefined);
  }
}
