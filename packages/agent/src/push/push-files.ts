import { reportTransfer } from '../report-transfer.js';
import type { OnMoved } from '../small-together.js';
import type { TransferContext } from '../transfer-context.js';
import { createWholeRoute } from '../whole-route.js';
import { type FileWindow, findMany, type ManyFiles, windowsOf } from './many-files.js';
import { createObjectNames, type ObjectNames } from './object-names.js';
import { pushFile, type PushOptions } from './push-file.js';
import type { PreviousVersions } from './previous-versions.js';
import type { PushReport } from './push-report.js';
import { pushTogether } from './push-together.js';
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

/**
 * Stores files, one after the other, since each uses all processors and what they share is found then; of many files, those that are not large
 * together: the small ones whole, unless it is said how to cut them or signed URLs lead nowhere from here, the others in chunks. What was yielded is durable, whatever
 * comes after. The reports come in the order of the paths.
 */
export async function* pushFiles(
  context: TransferContext,
  paths: readonly string[],
  { profile, nameOf = createObjectNames(context.folder), previousOf, onUnreadable }: PushFilesOptions,
): AsyncGenerator<PushReport, void, undefined> {
  const many = await findMany(context, paths, profile);
  const whole = createWholeRoute();
  const alone = async (path: string): Promise<PushReport | undefined> => {
    try {
      const name = await nameOf(path);
      return await pushFile(context, path, { profile, name, previous: previousOf?.(path, name) });
    } catch (fault) {
      if (!(fault instanceof UnreadableFile) || onUnreadable === undefined) throw fault;
      onUnreadable(fault);
      return undefined;
    }
  };
  for (const window of windowsOf(paths, many)) {
    yield* pushWindow(window, alone, {
      small: (group, onPushed) => whole.attempt(() => pushGroup(context, group, { nameOf, onUnreadable, onPushed })),
      cut: (group, onPushed) => pushCut(context, group, { many, profile, nameOf, onUnreadable, onPushed }),
    });
  }
}

/** Answers whether nothing is left to be done with the files. */
type PushSome = (paths: readonly string[], onPushed: OnMoved<PushReport>) => Promise<boolean>;

/** Those that go together first, and alone what is left; before it throws it yields what has been pushed. */
async function* pushWindow(
  { paths, ...window }: FileWindow,
  alone: (path: string) => Promise<PushReport | undefined>,
  together: { readonly small: PushSome; readonly cut: PushSome },
): AsyncGenerator<PushReport, void, undefined> {
  const pushed = new Map<number, PushReport>();
  const left = new Map(paths.entries());
  const push = async (those: readonly number[], pushSome: PushSome): Promise<void> => {
    const group = those.flatMap((at) => paths[at] ?? []);
    if (group.length === 0 || !(await pushSome(group, (index, report) => pushed.set(those[index] ?? index, report)))) return;
    for (const at of those) left.delete(at);
  };
  try {
    await push(window.small, together.small);
    await push(window.cut, together.cut);
  } catch (fault) {
    yield* [...paths.keys()].flatMap((at) => pushed.get(at) ?? []);
    throw fault;
  }
  for (const at of paths.keys()) {
    const path = left.get(at);
    const report = pushed.get(at) ?? (path === undefined ? undefined : await alone(path));
    if (report !== undefined) yield report;
  }
}

interface GroupOptions extends Required<Pick<PushFilesOptions, 'nameOf' | 'onUnreadable'>> {
  readonly onPushed: OnMoved<PushReport>;
}

type CutOptions = Pick<PushFilesOptions, 'profile'> & GroupOptions & { readonly many: ManyFiles };

/** Where nobody is told of those that cannot be read, each is pushed alone: that shows which of them comes first. */
const pushCut = async (
  context: TransferContext,
  paths: readonly string[],
  { many, onUnreadable, ...options }: CutOptions,
): Promise<boolean> => {
  const problems: UnreadableFile[] = [];
  const group = paths.map((path) => ({ path, sizeBytes: many.cut.get(path) ?? 0 }));
  const arePushed = await pushTogether(context, group, { ...options, onUnreadable: (problem) => problems.push(problem) });
  if (!arePushed || (problems.length > 0 && onUnreadable === undefined)) return false;
  for (const problem of problems) onUnreadable?.(problem);
  return true;
};

const pushGroup = async (
  context: TransferContext,
  paths: readonly string[],
  { nameOf, onUnreadable, onPushed }: GroupOptions,
): Promise<void> => {
  const startedAt = performance.now();
  const reports: PushReport[] = [];
  const problems: UnreadableFile[] = [];
  await pushWhole(context, paths, {
    nameOf,
    ...(onUnreadable === undefined ? {} : { onUnreadable: (problem) => problems.push(problem) }),
    onPushed: (at, report) => {
      reports.push(report);
      onPushed(at, report);
    },
  });
  // Had the others not been moved together, each would be tried alone, and told then.
  for (const problem of problems) onUnreadable?.(problem);
  const sent = reports.filter(({ sentBytes }) => sentBytes > 0);
  const sentBytes = sent.reduce((sum, report) => sum + report.sentBytes, 0);
  const counters = { logicalBytes: sentBytes, storedBytes: sentBytes, objectCount: sent.length };
  if (sent.length > 0) await reportTransfer(context, 'push', { durationMs: performance.now() - startedAt, ...counters });
};
