import type { RefusedPointer } from '@svc/client';
import { counted } from '../output/counted.js';
import type { RefPlan } from './plan-refs.js';
import type { RefSource } from './read-refs.js';
import type { StoredCounts } from './store-tips.js';
import type { IndexReport, LeftOutRefs } from './update-index.js';

export interface IndexSummary {
  readonly report: IndexReport;
  /** Undefined where files were not to be stored. */
  readonly stored: StoredCounts | undefined;
  /** Where the refs come from. */
  readonly source: RefSource;
  /** How many there are that can be indexed. */
  readonly refs: number;
  /** Refs that lead to no commit, or whose names are no text or too long. */
  readonly unusable: number;
  /** Whether the service was told that these are all refs. */
  readonly isComplete: boolean;
  readonly seconds: number;
}

const listed = (all: readonly string[], between: string): string =>
  all.length > 3 ? `${all.slice(0, 3).join(between)} and ${all.length - 3} more` : all.join(between);

const names = (all: readonly string[]): string => listed(all, ', ');

const filesIn = ({ files, newFiles, tooLarge, isCut }: StoredCounts): string => {
  const large = tooLarge === 0 ? '' : `, ${tooLarge} too large`;
  const cut = isCut ? '; there are more: svc index --all-files stores them' : '';
  return `${counted(files, 'file')} of the tips (${newFiles} new${large}${cut})`;
};

/** A remote that was neither pushed to nor fetched from has no branch in the clone: it is not that all of it is indexed. */
const lineWithoutRefs = (source: RefSource): string =>
  source.kind === 'local'
    ? 'there is no branch and no tag here yet: commit first'
    : `there is no branch of ${source.remote} and no tag here yet: push or fetch first, or use --local for the branches of this clone`;

export const missingLine = (objects: number): string =>
  `${counted(objects, 'object')} of LFS pointers not stored yet; git lfs push --all sends them`;

/** A line for each reason that there is. */
export function* plainLines(pointers: readonly RefusedPointer[]): Generator<string> {
  const otherSizes = pointers.flatMap(({ oid, sizeBytes, storedBytes }) =>
    storedBytes === undefined ? [] : [`${oid}, of ${storedBytes} bytes and not ${sizeBytes}`],
  );
  const known = pointers.flatMap(({ oid, storedBytes }) => (storedBytes === undefined ? [oid] : []));
  const plain = (count: number): string => `${counted(count, 'LFS pointer')} indexed as plain text`;
  if (otherSizes.length > 0)
    yield `${plain(otherSizes.length)}, for the sizes in them are not those of the objects: ${listed(otherSizes, '; ')}`;
  if (known.length > 0) yield `${plain(known.length)}, as which the index knows them: ${listed(known, '; ')}`;
}

export function* leftOutLines(leftOut: readonly LeftOutRefs[]): Generator<string> {
  for (const { why, names: of } of leftOut) yield `left out, for ${why}: ${names(of)}`;
}

const lineOfNothingNew = ({ ahead }: RefPlan): string => (ahead.length === 0 ? 'the index has all of it' : 'nothing was indexed');

const lineOfAhead = (source: RefSource, ahead: readonly string[]): string =>
  source.kind === 'local'
    ? `left as they are, because this clone lacks what is indexed (--force moves them): ${names(ahead)}`
    : `left as they are, because ${source.remote} has not said that it has them where this clone has them (first git fetch --tags --force ${source.remote}; --force moves them): ${names(ahead)}`;

/** For people, a line each. */
export function* linesOfSummary({ report, stored, source, refs, unusable, isComplete }: IndexSummary): Generator<string> {
  const { commits, changed, hidden, plainPointers, plan, leftOut, finalized } = report;
  if (finalized === undefined) yield refs + unusable === 0 ? lineWithoutRefs(source) : lineOfNothingNew(plan);
  else {
    const files = stored === undefined ? '' : `, ${filesIn(stored)}`;
    yield `indexed ${counted(commits, 'commit')}, ${counted(changed.length, 'ref')}${files}; generation ${finalized.generation}`;
    if (finalized.missingObjects > 0) yield missingLine(finalized.missingObjects);
  }
  if (isComplete) yield 'these are all branches and tags: what they do not reach may be unreachable';
  if (hidden > 0)
    yield `${counted(hidden, 'path')} of these commits left out: git checks out no such name, or it is longer than 4,096 bytes`;
  yield* plainLines(plainPointers);
  if (plan.ahead.length > 0) yield lineOfAhead(source, plan.ahead);
  if (plan.unknown.length > 0) yield `indexed and not in this clone (--prune removes them): ${names(plan.unknown)}`;
  yield* leftOutLines(leftOut);
  if (unusable > 0) yield `${counted(unusable, 'ref')} left out: no commit, or a name that is no text or too long`;
}

/** For programs. What nobody has counted in this run is null. */
export const fieldsOfSummary = ({ report, stored, refs, unusable, isComplete, seconds }: IndexSummary) => ({
  generation: report.generation,
  commits: report.commits,
  objects: report.objects,
  paths_left_out: report.hidden,
  plain_pointers: report.plainPointers.map(({ id, oid, sizeBytes, storedBytes }) => ({
    id,
    oid,
    size: sizeBytes,
    stored_size: storedBytes ?? null,
  })),
  refs,
  changed_refs: report.changed.map(({ name, target, expected }) => ({ name, target: target ?? null, before: expected ?? null })),
  refs_ahead: report.plan.ahead,
  refs_unknown: report.plan.unknown,
  refs_left_out: report.leftOut.reduce((sum, { names: of }) => sum + of.length, unusable),
  complete: isComplete,
  missing_objects: report.finalized?.missingObjects ?? null,
  files:
    stored === undefined
      ? null
      : {
          stored: stored.files,
          new: stored.newFiles,
          bytes: stored.bytes,
          too_large: stored.tooLarge,
          cut: stored.isCut,
        },
  seconds: Math.round(seconds * 1000) / 1000,
});
