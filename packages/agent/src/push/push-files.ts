import { defaultMinConvertedBytes, fewSmallObjects, maxSmallBytes } from '@svc/core/model';
import { reportTransfer } from '../report-transfer.js';
import { type OnMoved, smallTogether } from '../small-together.js';
import type { TransferContext } from '../transfer-context.js';
import { createWholeRoute } from '../whole-route.js';
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

/** Undefined of whatever cannot be looked at, or is no file: that is left to the push of that one, which says so then. */
const sizeOf = async ({ fileSystem }: TransferContext, path: string): Promise<number | undefined> =>
  fileSystem.stat(path).then(
    (facts) => (facts.isFile() ? Number(facts.size) : undefined),
    () => undefined,
  );

/** Files that are pushed together, in chunks: of all their requests only two are for each. */
const maxFilesTogether = 64;
const maxBytesTogether = 16 * 1024 * 1024;

/** The sizes of the files that one request or one pack serves several of, by their paths. */
interface ManyFiles {
  /** Those that go whole. */
  readonly small: ReadonlySet<string>;
  /** Those that are cut; none is so large that an earlier version would have to be prepared for it. */
  readonly cut: ReadonlyMap<string, number>;
}

const findMany = async (
  context: TransferContext,
  paths: readonly string[],
  profile: PushFilesOptions['profile'],
): Promise<ManyFiles> => {
  const [small, cut] = [new Set<string>(), new Map<string, number>()];
  const mayGoWhole = (profile ?? 'auto') === 'auto';
  for (const path of paths.length > fewSmallObjects ? paths : []) {
    const sizeBytes = await sizeOf(context, path);
    if (sizeBytes === undefined) continue;
    if (mayGoWhole && sizeBytes <= maxSmallBytes) small.add(path);
    else if (sizeBytes < defaultMinConvertedBytes) cut.set(path, sizeBytes);
  }
  return cut.size > fewSmallObjects ? { small, cut } : { small, cut: new Map() };
};

/** Neighbours that go together, in chunks or not, as many as may; in the given order. */
function* runsOf(paths: readonly string[], { cut }: ManyFiles): Generator<readonly string[], void, undefined> {
  let run: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const sizeBytes = cut.get(path);
    const [first] = run;
    const isCut = first !== undefined && cut.has(first);
    const isFull = isCut && (run.length === maxFilesTogether || bytes + (sizeBytes ?? 0) > maxBytesTogether);
    if (first !== undefined && (isFull || isCut !== (sizeBytes !== undefined))) {
      yield run;
      [run, bytes] = [[], 0];
    }
    run.push(path);
    bytes += sizeBytes ?? 0;
  }
  if (run.length > 0) yield run;
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
  for (const run of runsOf(paths, many)) {
    if (run.some((path) => many.cut.has(path))) {
      const reports = await cutTogether(context, run, { many, profile, nameOf, onUnreadable });
      yield* reports ?? eachAlone(run, alone);
    } else {
      yield* smallTogether(run, (path) => many.small.has(path), {
        whole,
        together: (group, onMoved) => pushGroup(context, group, { nameOf, onUnreadable, onMoved }),
        alone,
      });
    }
  }
}

async function* eachAlone(
  paths: readonly string[],
  alone: (path: string) => Promise<PushReport | undefined>,
): AsyncGenerator<PushReport, void, undefined> {
  for (const path of paths) {
    const report = await alone(path);
    if (report !== undefined) yield report;
  }
}

type CutOptions = Pick<PushFilesOptions, 'profile'> &
  Pick<GroupOptions, 'nameOf' | 'onUnreadable'> & { readonly many: ManyFiles };

/** Undefined when they have to go one by one. Where nobody is told of those that cannot be read, that shows which comes first. */
const cutTogether = async (
  context: TransferContext,
  paths: readonly string[],
  { many, onUnreadable, ...options }: CutOptions,
): Promise<readonly PushReport[] | undefined> => {
  const [problems, reports]: [UnreadableFile[], PushReport[]] = [[], []];
  const group = paths.map((path) => ({ path, sizeBytes: many.cut.get(path) ?? 0 }));
  const arePushed = await pushTogether(context, group, {
    ...options,
    onUnreadable: (problem) => problems.push(problem),
    onPushed: (_, report) => reports.push(report),
  });
  if (!arePushed || (problems.length > 0 && onUnreadable === undefined)) return undefined;
  for (const problem of problems) onUnreadable?.(problem);
  return reports;
};

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
