import type { ArtifactType, InstantMicros, OrganizationId, RepositoryId } from '@svc/core/model';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { blockOf, blockSize, firstOfSegment, gramsOfWanted, inAll, instantAt, instantsOf, segmentOf } from '../name-index.js';
import type { Schema } from '../schema.js';
import { readNameMark } from './index-names.js';
import { jsonRowsOf } from './json-rows-of.js';
import { enoughOf, listsOfSegments, type SegmentLists } from './name-lists.js';
import type { SqlSource } from './sql-source.js';

type Objects = ExpressionBuilder<Schema, 'objects'>;

/** Objects of one organization whose names have a part. */
export interface WantedNames {
  readonly organizationId: OrganizationId;
  readonly repositoryId?: RepositoryId | undefined;
  readonly type?: ArtifactType | undefined;
  /** Of the names' keys; not empty. */
  readonly part: string;
  readonly isSeen: (objects: Objects) => Expression<SqlBool>;
}

interface Range {
  readonly before: InstantMicros;
  /** So many are enough. */
  readonly most: number;
}

/** At least so many candidates are looked at in one statement. */
const leastCandidates = 256;

/** The characters that have a meaning in a pattern stand for themselves. */
const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

export const hasPart = (part: string) => sql<SqlBool>`name_key like ${patternOf(part)} escape '\\'`;

/** That something is so, told in a way for which no index is used: the order in which names came is always the shortest way to them. */
const isBeside = (column: string, value: string) => sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`;

const isWanted =
  ({ organizationId, repositoryId, type, part, isSeen }: WantedNames) =>
  (objects: Objects) =>
    objects.and([
      objects('objects.organization_id', '=', organizationId),
      objects('name_key', 'is not', null),
      hasPart(part),
      isSeen(objects),
      ...(repositoryId === undefined ? [] : [isBeside('repository_id', repositoryId)]),
      ...(type === undefined ? [] : [isBeside('artifact_type', type)]),
    ]);

/** Of names that are not in the index yet. */
const findNew = async (
  { db }: SqlSource,
  wanted: WantedNames,
  after: InstantMicros,
  { before, most }: Range,
): Promise<readonly InstantMicros[]> => {
  const rows = await db
    .selectFrom('objects')
    .select('registered_us')
    .where(isWanted(wanted))
    .where('registered_us', '>', after)
    .where('registered_us', '<', before)
    .orderBy('registered_us', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.registered_us);
};

/** Those of the instants whose objects are there and are wanted. */
const confirm = async (
  { db, dialect }: SqlSource,
  wanted: WantedNames,
  instants: readonly InstantMicros[],
): Promise<readonly InstantMicros[]> => {
  const given = dialect.numberRows(dialect.numbersParameter(instants)).as('given');
  const [row] = await db
    .selectFrom(given)
    .crossJoin('objects')
    .whereRef('registered_us', '=', 'given.number')
    .where(isWanted(wanted))
    .select(dialect.jsonRows('registered_us').as('found'))
    .execute();
  return jsonRowsOf(row?.found)
    .map(([instant]) => Number(instant))
    .toSorted((left, right) => right - left);
};

/** How many of an organization's names came before an instant, of those that are in the index. */
const numberBefore = async (
  { db }: SqlSource,
  { organizationId }: WantedNames,
  before: InstantMicros,
  names: number,
): Promise<number> => {
  const row = await db
    .selectFrom('artifact_instants')
    .select(['block', 'instants'])
    .where('organization_id', '=', organizationId)
    .where('first_us', '<', before)
    .orderBy('first_us', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return 0;
  const earlier = instantsOf(row.instants).filter((instant) => instant < before).length;
  return Math.min(names, row.block * blockSize + earlier);
};

/** The segments in which each gram is, the newest first. */
const segmentsOf = async (
  { db, dialect }: SqlSource,
  { organizationId, ...wanted }: WantedNames,
  numbers: number,
): Promise<readonly SegmentLists[]> => {
  const grams = gramsOfWanted(wanted);
  const given = dialect.numberRows(dialect.numbersParameter(grams)).as('given');
  const [row] = await db
    .selectFrom(given)
    .crossJoin('artifact_grams')
    .select(dialect.jsonRows('segment', 'gram', 'names').as('lists'))
    .where('organization_id', '=', organizationId)
    .whereRef('gram', '=', 'given.number')
    .where('segment', '<=', segmentOf(numbers))
    .execute();
  const counts = jsonRowsOf(row?.lists).map(([segment, gram, names]) => ({
    segment: Number(segment),
    gram: Number(gram),
    names: Number(names),
  }));
  return listsOfSegments(
    counts,
    grams.map((gram) => [gram]),
  );
};

/** The numbers of the names that have all grams, the newest first. */
const candidatesIn = async (
  { db, dialect }: SqlSource,
  { organizationId }: WantedNames,
  segments: readonly SegmentLists[],
): Promise<readonly number[]> => {
  const pairs = segments.flatMap(({ segment, lists }) => lists.flat().map((gram) => [segment, gram]));
  const types = { in_segment: 'number', of_gram: 'number' } as const;
  const given = dialect.givenRows(dialect.rowsParameter(pairs), types).as('given');
  const rows = await db
    .selectFrom(given)
    .crossJoin('artifact_grams')
    .select(['segment', 'ordinals'])
    .where('organization_id', '=', organizationId)
    .whereRef('gram', '=', 'of_gram')
    .whereRef('segment', '=', 'in_segment')
    .execute();
  return segments.flatMap(({ segment }) => {
    const lists = rows.filter((row) => row.segment === segment).map(({ ordinals }) => ordinals);
    const common = inAll(lists.toSorted((left, right) => left.byteLength - right.byteLength));
    return common.map((ordinal) => firstOfSegment(segment) + ordinal).toReversed();
  });
};

const instantsOfNumbers = async (
  { db, dialect }: SqlSource,
  { organizationId }: WantedNames,
  numbers: readonly number[],
): Promise<readonly InstantMicros[]> => {
  const blocks = [...new Set(numbers.map(blockOf))];
  const given = dialect.numberRows(dialect.numbersParameter(blocks)).as('given');
  const rows = await db
    .selectFrom(given)
    .crossJoin('artifact_instants')
    .select(['block', 'instants'])
    .where('organization_id', '=', organizationId)
    .whereRef('block', '=', 'given.number')
    .execute();
  const byBlock = new Map(rows.map(({ block, instants }) => [block, instants]));
  return numbers.flatMap((number) => {
    const block = byBlock.get(blockOf(number));
    return block === undefined ? [] : [instantAt(block, number)];
  });
};

/** Of names that are in the index: of those that have all grams of the part, each is looked at. */
const findIndexed = async (
  source: SqlSource,
  wanted: WantedNames,
  names: number,
  { before, most }: Range,
): Promise<readonly InstantMicros[]> => {
  const found: InstantMicros[] = [];
  const numbers = await numberBefore(source, wanted, before, names);
  let segments = numbers === 0 ? [] : await segmentsOf(source, wanted, numbers);
  while (segments.length > 0 && found.length < most) {
    const enough = () => Math.max(leastCandidates, 2 * (most - found.length));
    const first = enoughOf(segments, enough());
    segments = segments.slice(first.length);
    let candidates = (await candidatesIn(source, wanted, first)).filter((number) => number < numbers);
    while (candidates.length > 0 && found.length < most) {
      const next = candidates.slice(0, enough());
      candidates = candidates.slice(next.length);
      found.push(...(await confirm(source, wanted, await instantsOfNumbers(source, wanted, next))));
    }
  }
  return found.slice(0, most);
};

/** When those objects were registered that are wanted, the newest first. */
export const findNames = async (source: SqlSource, wanted: WantedNames, range: Range): Promise<readonly InstantMicros[]> => {
  // The mark comes first: what is put into the index from now on has higher numbers, and is found as new.
  const { indexed, names } = await readNameMark(source, wanted.organizationId);
  const found = await findNew(source, wanted, indexed, range);
  const most = range.most - found.length;
  if (most <= 0 || names === 0) return found;
  return [...found, ...(await findIndexed(source, wanted, names, { ...range, most }))];
};
