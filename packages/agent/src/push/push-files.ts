import { fewSmallObjects, maxSmallBytes } from '@svc/core/model';
import { reportTransfer } from '../report-transfer.js';
import { type OnMoved, smallTogether } from '../small-together.js';
import type { TransferContext } from '../transfer-context.js';
import { createObjectNames, type ObjectNames } from './object-names.js';
import { pushFile, type PushOptions } from './push-file.js';
import type { PreviousVersions } from './previous-versions.js';
import type { PushReport } from './push-report.js';
import { pushWhole } from './push-whole.js';
import { UnreadableFile } from './source-file.js';

export interface PushFilesOptions extends Pick<PushOptions, 'profile'> {
  /** What the objects are called; by their paths, unless it is given. */
  readonly nameOf?: ObjectNames;
  /** The objects that earlier versions of a file are; nothing is known of them, unless it is given. */
  readonly previousOf?: ((path: string, name: string | undefined) => PreviousVersions) | undefined;
  /** Told of each file that cannot be read, while the others go on; without it the first one is the end. */
  readonly onUnreadable?: ((problem: UnreadableFile) => void) | undefined;
}

/** Whatever cannot be looked at, or is no file, is left to the push of that one, which says so then. */
const isSmallFile = async ({ fileSystem }: TransferContext, path: string): Promise<boolean> =>
  fileSystem.stat(path).then(
    (facts) => facts.isFile() && facts.size <= maxSmallBytes,
    () => false,
  );

/**
 * Stores files, one after the other, since each uses all processors and what they share is found then; of many files, the small ones
 * together and whole, unless it is said how to cut them or signed URLs lead nowhere from here. What was yielded is durable, whatever
 * comes after. The reports come in the order of the paths.
 */
export async function* pushFiles(
  context: TransferContext,
  paths: readonly string[],
  { profile, nameOf = createObjectNames(context.folder), previousOf, onUnreadable }: PushFilesOptions,
): AsyncGenerator<PushReport, void, undefined> {
  const mayGoWhole = paths.length > fewSmallObjects && (profile ?? 'auto') === 'auto';
  const small = new Set<string>();
  for (const path of mayGoWhole ? paths : []) if (await isSmallFile(context, path)) small.add(path);
  yield* smallTogether(paths, (path) => small.has(path), {
    together: (group, onMoved) => pushGroup(context, group, { nameOf, onUnreadable, onMoved }),
    alone: async (path) => {
      try {
        const name = await nameOf(path);
        return await pushFile(context, path, { profile, name, previous: previousOf?.(path, name) });
      } catch (fault) {
        if (!(fault instanceof UnreadableFile) || onUnreadable === undefined) throw fault;
        onUnreadable(fault);
        return undefined;
      }
    },
  });
}

interface GroupOptions extends Required<Pick<PushFilesOptions, 'nameOf' | 'onUnreadable'>> {
  readonly onMoved: OnMoved<PushReport>;
}

const pushGroup = async (
  context: TransferContext,
  paths: readonly string[],
  { nameOf, onUnreadable, onMoved }: GroupOptions,
): Promise<void> => {
  const startedAt = performance.now();
  const reports: PushReport[] = [];
  const problems: UnreadableFile[] = [];
  await pushWhole(context, paths, {
    nameOf,
    ...(onUnreadable === undefined ? {} : { onUnreadable: (problem) => problems.push(problem) }),
    onPushed: (at, report) => {
      reports.push(report);
      onMoved(at, report);
    },
  });
  // Had the others not been moved together, each would be tried alone, and told then.
  for (const problem of problems) onUnreadable?.(problem);
  const sent = reports.filter(({ sentBytes }) => sentBytes > 0);
  const sentBytes = sent.reduce((sum, report) => sum + report.sentBytes, 0);
  const counters = { logicalBytes: sentBytes, storedBytes: sentBytes, objectCount: sent.length };
  if (sent.length > 0) await reportTransfer(context, 'push', { durationMs: performance.now() - startedAt, ...counters });
};
