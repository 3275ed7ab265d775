import type { DownloadPermission } from '@svc/client';
import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { valueOf } from '../api-outcome.js';
import { byteFileSystem } from '../file-system.js';
import type { PathFilter } from '../folder/path-filter.js';
import { inGroups } from '../small-files.js';
import { printable } from '../output/printable.js';
import type { TransferContext } from '../transfer-context.js';
import { listTree, type TreePage } from '../tree/list-tree.js';
import { shownPath, type TreeEntry } from '../tree/tree-entry.js';
import type { TreePlace } from '../tree/tree-place.js';
import type { Destination } from './destination.js';
import { findLoss } from './find-loss.js';
import { pullBytes } from './pull-bytes.js';
import { copyTargets, type PullingTargets, pullTargets, type PullTarget } from './pull-objects.js';
import type { PullReport } from './pull-report.js';
import { createNameTwins, type NameTwins } from './name-twins.js';
import { isSafeLink } from './safe-link.js';
import { Unwritable } from './unwritable.js';

/** What becomes of one path. `path` is for people. */
export type TreePulled =
  | { readonly kind: 'commit'; readonly id: string }
  | { readonly kind: 'pulled'; readonly report: PullReport }
  /** What a dry run would have fetched. */
  | { readonly kind: 'foreseen'; readonly path: string; readonly oid: Oid; readonly sizeBytes: number }
  /** The very file was there. */
  | { readonly kind: 'present'; readonly path: string; readonly oid: Oid; readonly sizeBytes: number }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'left_out'; readonly path: string; readonly why: 'submodule' | 'unsafe_link' }
  | { readonly kind: 'missing'; readonly path: string; readonly oid: Oid | undefined }
  | { readonly kind: 'damaged'; readonly path: string; readonly oid: Oid; readonly problem: AgentProblem }
  | { readonly kind: 'unwritable'; readonly path: string; readonly problem: Unwritable };

/** Where the files of a place go. */
export interface PlaceDestination {
  readonly destination: Destination;
  /** The path of an entry below it; characters are bytes. */
  readonly below: (entry: TreeEntry) => string;
}

export interface PullTreeOptions {
  readonly place: TreePlace;
  /** For the files of a folder. */
  readonly filter: PathFilter;
  /** Called once, when it is known what the place is. */
  readonly openDestination: (kind: TreePage['kind']) => Promise<PlaceDestination>;
  /** Whether nothing is fetched and written, and told instead. */
  readonly isDryRun: boolean;
}

interface Stored extends TreeEntry {
  readonly oid: Oid;
}

interface Named {
  readonly entry: Stored;
  /** Paths before its own, of this run, that some file system takes for it. */
  readonly twins: readonly string[];
}

/** Whole paths of files that this run has fetched, or found as they should be. */
type WrittenFiles = Map<Oid, string>;

/** Of more, what comes again is fetched again: they take some 20 MB of memory. */
export const mostWrittenFiles = 100_000;

const isStored = (entry: TreeEntry): entry is Stored => entry.oid !== undefined && entry.isStored;

const executableMode = '100755';
/** No system has longer ones. */
const maxLinkBytes = 4096;

/**
 * Pulls a folder of a commit, or a file: files with their bytes, each verified, and whether they may be executed; symbolic links that lead to nothing outside.
 * What is there and is the same stays, so that a run that was cut off may be done again. Holds a page of the list at a time. Throws an `AgentProblem`.
 */
export async function* pullTree(context: TransferContext, options: PullTreeOptions): AsyncGenerator<TreePulled, void, undefined> {
  let opened: PlaceDestination | undefined;
  const written: WrittenFiles = new Map();
  const twins = createNameTwins();
  try {
    for await (const { commit, kind, entries } of listTree(context, options.place, true)) {
      if (opened === undefined) yield { kind: 'commit', id: commit };
      opened ??= await options.openDestination(kind);
      const isWanted = (entry: TreeEntry): boolean =>
        kind === 'file' || options.filter.takes(shownInFolder(options.place, entry));
      const wanted = entries.filter(isWanted);
      yield* options.isDryRun ? foreseeEntries(wanted, opened) : pullEntries(context, wanted, opened, { written, twins });
    }
  } finally {
    await opened?.destination.settle();
  }
}

const shownInFolder = ({ path: folder }: TreePlace, { path }: TreeEntry): string =>
  folder === '' ? shownPath(path) : shownPath(path).slice(shownPath(folder).length + 1);

/** Tells of those that cannot be pulled; the others. */
function* sortOut(
  entries: readonly TreeEntry[],
  { destination, below }: PlaceDestination,
): Generator<TreePulled, readonly Stored[], undefined> {
  const pathOf = (entry: TreeEntry): string => destination.shown(below(entry));
  const stored: Stored[] = [];
  for (const entry of entries) {
    if (entry.type === 'submodule') yield { kind: 'left_out', path: pathOf(entry), why: 'submodule' };
    else if (isStored(entry)) stored.push(entry);
    else yield { kind: 'missing', path: pathOf(entry), oid: entry.oid };
  }
  return stored;
}

async function* foreseeEntries(
  entries: readonly TreeEntry[],
  place: PlaceDestination,
): AsyncGenerator<TreePulled, void, undefined> {
  const { destination, below } = place;
  for (const entry of yield* sortOut(entries, place)) {
    const { oid, sizeBytes, mode } = entry;
    const path = destination.shown(below(entry));
    try {
      const found = await destination.foresee(below(entry), { oid, sizeBytes, isExecutable: mode === executableMode });
      yield { kind: found === 'present' ? 'present' : 'foreseen', path, oid, sizeBytes };
    } catch (fault) {
      yield unwritable(path, fault);
    }
  }
}

async function* pullEntries(
  context: TransferContext,
  entries: readonly TreeEntry[],
  place: PlaceDestination,
  { written, twins }: { readonly written: WrittenFiles; readonly twins: NameTwins },
): AsyncGenerator<TreePulled, void, undefined> {
  const stored = yield* sortOut(entries, place);
  const named = stored.map((entry): Named => ({ entry, twins: twins.note(place.below(entry)) }));
  const isFile = ({ entry }: Named): boolean => entry.type === 'file';
  for (const round of inRounds(named.filter(isFile))) yield* pullRound(context, round, place, written);
  yield* pullLinks(
    context,
    named.filter((one) => !isFile(one)),
    place,
  );
}

/** Of files with names that may be one to the file system each in a round of its own, so that a later one finds what the one before it has become. */
const inRounds = (files: readonly Named[]): readonly (readonly Named[])[] => {
  const rounds: Named[][] = [];
  for (const file of files) (rounds[file.twins.length] ??= []).push(file);
  return rounds.filter((round) => round.length > 0);
};

async function* pullRound(
  context: TransferContext,
  files: readonly Named[],
  place: PlaceDestination,
  written: WrittenFiles,
): AsyncGenerator<TreePulled, void, undefined> {
  const note = (oid: Oid, path: string): void => {
    if (written.size < mostWrittenFiles) written.set(oid, path);
  };
  const prepareAndNote = async (file: Named): Promise<PullTarget | TreePulled> => {
    const told = await prepare(file, place);
    if ('kind' in told && told.kind === 'present') note(told.oid, place.destination.pathOf(place.below(file.entry)));
    return told;
  };
  const targets: PullTarget[] = [];
  const fileAt = new Map<string, Named>();
  for (const file of files) {
    const told = await prepareAndNote(file);
    if ('kind' in told) yield told;
    else {
      targets.push(told);
      fileAt.set(told.destination, file);
    }
  }
  /** What has come to stand there may be the very file, which another run has pulled. */
  const whatIsThere = async (destination: string, shownAs: string, fault: Unwritable): Promise<TreePulled> => {
    const file = fault.isInTheWay ? fileAt.get(destination) : undefined;
    const told = file && (await prepareAndNote(file));
    return told !== undefined && 'kind' in told ? told : unwritable(shownAs, fault);
  };
  yield* pullFiles({ ...context, fileSystem: byteFileSystem }, targets, written, async (target, report) => {
    const { oid, destination, shownAs = '' } = target;
    try {
      const pulled: TreePulled = { kind: 'pulled', report: await report };
      note(oid, destination);
      return pulled;
    } catch (fault) {
      return fault instanceof Unwritable ? whatIsThere(destination, shownAs, fault) : lost(context, oid, shownAs, fault);
    }
  });
}

/** Each object comes once, and is copied to the other paths that have it. */
async function* pullFiles(
  context: TransferContext,
  targets: readonly PullTarget[],
  written: WrittenFiles,
  settle: PullingTargets<TreePulled>['settle'],
): AsyncGenerator<TreePulled, void, undefined> {
  const sizeOf = ({ expectedBytes = 0 }: PullTarget): number => expectedBytes;
  const coming = new Set<Oid>();
  const [first, again]: [PullTarget[], PullTarget[]] = [[], []];
  for (const target of targets) {
    (written.has(target.oid) || coming.has(target.oid) ? again : first).push(target);
    coming.add(target.oid);
  }
  yield* pullTargets(context, first, { sizeOf, settle });
  const [here, lacking]: [PullTarget[], PullTarget[]] = [[], []];
  for (const target of again) {
    const path = written.get(target.oid);
    if (path === undefined) lacking.push(target);
    else here.push({ ...target, local: { path, oid: target.oid } });
  }
  yield* copyTargets(context, here, settle);
  yield* pullTargets(context, lacking, { sizeOf, settle });
}

/** Makes room for a file; what is to be fetched, or what has become of it. */
const prepare = async ({ entry, twins }: Named, { destination, below }: PlaceDestination): Promise<PullTarget | TreePulled> => {
  const { oid, sizeBytes, mode } = entry;
  const path = destination.shown(below(entry));
  const isExecutable = mode === executableMode;
  try {
    const found = await destination.prepareFile(below(entry), { oid, sizeBytes, isExecutable, twins });
    if (found === 'present') return { kind: 'present', path, oid, sizeBytes };
  } catch (fault) {
    return unwritable(path, fault);
  }
  const { replaces } = destination;
  return {
    oid,
    destination: destination.pathOf(below(entry)),
    expectedBytes: sizeBytes,
    isExecutable,
    shownAs: path,
    mayReplace: replaces,
    replacesAny: replaces,
  };
};

/** What is not whole where it is stored keeps no other file from being written. */
const lost = async (context: TransferContext, oid: Oid, path: string, fault: unknown): Promise<TreePulled> => {
  const { kind, what } = await findLoss(context, oid, fault);
  return kind === 'missing' ? { kind, path, oid } : { kind, path, oid, problem: new AgentProblem(`${printable(path)} ${what}`) };
};

const unwritable = (path: string, fault: unknown): TreePulled => {
  if (fault instanceof Unwritable) return { kind: 'unwritable', path, problem: fault };
  throw fault;
};

async function* pullLinks(
  context: TransferContext,
  links: readonly Named[],
  place: PlaceDestination,
): AsyncGenerator<TreePulled, void, undefined> {
  for (const group of inGroups(links)) {
    const permissions = await askWhere(
      context,
      group.map(({ entry }) => entry),
    );
    for (const link of group) yield await pullLink(context, link, permissions.get(link.entry.oid), place);
  }
}

const askWhere = async (
  { client, repositoryId, signal }: TransferContext,
  links: readonly Stored[],
): Promise<ReadonlyMap<Oid, DownloadPermission>> => {
  const oids = [...new Set(links.map(({ oid }) => oid))];
  const permissions = await valueOf(client.downloads.authorize(repositoryId, oids, { signal }));
  return new Map(permissions.map((permission) => [permission.oid, permission]));
};

const pullLink = async (
  context: TransferContext,
  { entry: link, twins }: Named,
  permission: DownloadPermission | undefined,
  { destination, below }: PlaceDestination,
): Promise<TreePulled> => {
  const path = destination.shown(below(link));
  if (link.sizeBytes > maxLinkBytes) {
    const why = `leads to a place that is too long to be written (${link.sizeBytes} bytes)`;
    return unwritable(path, new Unwritable(path, why, false));
  }
  let target: string;
  try {
    target = (await pullBytes(context, link.oid, maxLinkBytes, { permission })).toString('latin1');
  } catch (fault) {
    return lost(context, link.oid, path, fault);
  }
  if (!isSafeLink(below(link), target)) return { kind: 'left_out', path, why: 'unsafe_link' };
  try {
    await destination.writeLink(below(link), target, twins);
  } catch (fault) {
    return unwritable(path, fault);
  }
  return { kind: 'link', path, target: Buffer.from(target, 'latin1').toString() };
};
