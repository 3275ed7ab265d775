import { setImmediate } from 'node:timers/promises';
import type { InstantMicros } from '@svc/core/model';
import { inWeighedBatches } from '../in-batches.js';
import { blockOf, firstOfSegment, gramOfRepository, gramsOfWanted, inAll, inAny, instantAt } from '../name-index.js';
import { findNewPlacedNames } from './find-new-placed-names.js';
import { jsonRowsOf } from './json-rows-of.js';
import { enoughOf, listsOfSegments } from './name-lists.js';
import {
  byOrganization,
  givenNumbers,
  isWanted,
  type Place,
  type PlacedInstant,
  type PlacedNames,
  type Search,
} from './placed-search.js';
import type { SqlSource } from './sql-source.js';

/** At least so many candidates are looked at in one statement. */
const leastCandidates = 256;
/** And of several places no more than so many: on SQLite everything else waits for a statement. */
const mostCandidates = 2048;
/** So many places are looked at together. */
const mostPlaces = 64;
const gramsPerStatement = 4096;

/** The marks come first: what is put into the index from now on has higher numbers, and is found as new. */
const beginSearches = async (source: SqlSource, places: readonly Place[]): Promise<readonly Search[]> => {
  const rows = await source.db
    .selectFrom(
      givenNumbers(
        source,
        places.map(({ organizationId }) => [organizationId, 0]),
      ),
    )
    .leftJoin('artifact_name_marks as mark', 'mark.organization_id', 'given.of_organization')
    .leftJoin('artifact_clocks as clock', 'clock.organization_id', 'given.of_organization')
    .select(['of_organization', 'indexed_us', 'names', 'unindexed'])
    .execute();
  const marks = new Map(rows.map((row) => [row.of_organization, row]));
  return places.map((place) => {
    const mark = marks.get(place.organizationId);
    return {
      place,
      indexed: mark?.indexed_us ?? 0,
      waiting: mark?.unindexed ?? 0,
      names: mark?.names ?? 0,
      newest: mark?.indexed_us ?? 0,
      found: [],
      segments: [],
      candidates: [],
    };
  });
};

/** Of each of these sets every wanted name has a gram. */
const gramsOf = (part: string, { repositoryIds }: Place): readonly (readonly number[])[] => [
  ...gramsOfWanted({ part }).map((gram) => [gram]),
  ...(repositoryIds === undefined ? [] : [[...new Set(repositoryIds.map(gramOfRepository))]]),
];

const findSegments = async (source: SqlSource, { part }: PlacedNames, searches: readonly Search[]): Promise<void> => {
  const { db, dialect } = source;
  const wanted = searches.map(({ place }) => ({ place, grams: gramsOf(part, place) }));
  const pairs = wanted.flatMap(({ place, grams }) => grams.flat().map((gram) => [place.organizationId, gram] as const));
  const row = await db
    .selectFrom(givenNumbers(source, pairs))
    .crossJoin('artifact_grams')
    .select(dialect.jsonRows('organization_id', 'segment', 'gram', 'names').as('lists'))
    .whereRef('organization_id', '=', 'of_organization')
    .whereRef('gram', '=', 'given.number')
    .executeTakeFirst();
  const counts = byOrganization(jsonRowsOf(row?.lists), ([organizationId]) => organizationId);
  for (const [at, search] of searches.entries()) {
    const ofPlace = (counts.get(search.place.organizationId) ?? []).map(([, segment, gram, names]) => ({
      segment: Number(segment),
      gram: Number(gram),
      names: Number(names),
    }));
    search.segments = listsOfSegments(ofPlace, wanted[at]?.grams ?? []);
  }
};

/** Reads of each place the lists of as many segments as may have enough names. */
const readCandidates = async (source: SqlSource, searches: readonly Search[], enough: number): Promise<void> => {
  const read = searches.map((search) => ({ search, segments: enoughOf(search.segments, enough) }));
  const keys = read.flatMap(({ search: { place }, segments }) =>
    segments.flatMap(({ segment, lists }) => lists.flat().map((gram) => [place.organizationId, segment, gram])),
  );
  const types = { of_organization: 'text', in_segment: 'number', of_gram: 'number' } as const;
  const rows = await source.db
    .selectFrom(source.dialect.givenRows(source.dialect.rowsParameter(keys), types).as('given'))
    .crossJoin('artifact_grams')
    .select(['organization_id', 'segment', 'gram', 'ordinals'])
    .whereRef('organization_id', '=', 'of_organization')
    .whereRef('gram', '=', 'of_gram')
    .whereRef('segment', '=', 'in_segment')
    .execute();
  const byPlace = byOrganization(rows, (row) => row.organization_id);
  for (const { search, segments } of read) {
    const ofPlace = byPlace.get(search.place.organizationId) ?? [];
    const numbers = segments.flatMap(({ segment, lists }) => {
      const ordinals = new Map(ofPlace.flatMap((row) => (row.segment === segment ? [[row.gram, row.ordinals] as const] : [])));
      const each = lists.map((grams) => inAny(grams.flatMap((gram) => ordinals.get(gram) ?? [])));
      const common = inAll(each.toSorted((left, right) => left.byteLength - right.byteLength));
      return common.map((ordinal) => firstOfSegment(segment) + ordinal).toReversed();
    });
    search.candidates = numbers.filter((number) => number < search.names);
    search.segments = search.segments.slice(segments.length);
  }
};

interface PlacedNumbers {
  readonly search: Search;
  readonly numbers: readonly number[];
}

const instantsOfNumbers = async (source: SqlSource, looked: readonly PlacedNumbers[]): Promise<readonly PlacedInstant[]> => {
  const blocks = looked.flatMap(({ search: { place }, numbers }) =>
    [...new Set(numbers.map(blockOf))].map((block) => [place.organizationId, block] as const),
  );
  const rows = await source.db
    .selectFrom(givenNumbers(source, blocks))
    .crossJoin('artifact_instants')
    .select(['organization_id', 'block', 'instants'])
    .whereRef('organization_id', '=', 'of_organization')
    .whereRef('block', '=', 'given.number')
    .execute();
  const byKey = new Map(rows.map((row) => [`${row.organization_id} ${row.block}`, row.instants]));
  return looked.flatMap(({ search: { place }, numbers }) =>
    numbers.flatMap((number) => {
      const block = byKey.get(`${place.organizationId} ${blockOf(number)}`);
      return block === undefined ? [] : [{ organizationId: place.organizationId, instant: instantAt(block, number) }];
    }),
  );
};

/** From the last instant on that each place has, nothing that is left came later. */
const noteNewest = (searches: readonly Search[], instants: readonly PlacedInstant[]): void => {
  const ofPlaces = byOrganization(instants, ({ organizationId }) => organizationId);
  for (const search of searches) {
    const looked = ofPlaces.get(search.place.organizationId) ?? [];
    search.newest = Math.min(search.newest, ...looked.map(({ instant }) => instant - 1));
  }
};

/** Looks at the next candidates of each place: that a name has the grams does not mean that it is wanted, or still there. */
const confirmNext = async (
  source: SqlSource,
  wanted: PlacedNames,
  searches: readonly Search[],
  enough: number,
): Promise<void> => {
  const looked = searches.map((search) => ({ search, numbers: search.candidates.slice(0, enough) }));
  for (const { search, numbers } of looked) search.candidates = search.candidates.slice(numbers.length);
  const instants = await instantsOfNumbers(source, looked);
  const row = await source.db
    .selectFrom(
      givenNumbers(
        source,
        instants.map(({ organizationId, instant }) => [organizationId, instant]),
      ),
    )
    .crossJoin('objects')
    .whereRef('organization_id', '=', 'of_organization')
    .whereRef('registered_us', '=', 'given.number')
    .where(isWanted(wanted))
    .select(source.dialect.jsonRows('organization_id', 'registered_us').as('found'))
    .executeTakeFirst();
  const found = byOrganization(jsonRowsOf(row?.found), ([organizationId]) => organizationId);
  for (const { search } of looked) {
    const ofPlace = (found.get(search.place.organizationId) ?? []).map(([, instant]) => Number(instant));
    search.found.push(...ofPlace.toSorted((left, right) => right - left));
  }
  noteNewest(searches, instants);
};

/** The last of so many that came last of all; before everything while there are fewer. */
const lastOf = (searches: readonly Search[], most: number): InstantMicros =>
  searches.flatMap(({ found }) => found).toSorted((left, right) => right - left)[most - 1] ?? 0;

/** Those in which something may be left that is wanted. */
const openOf = (searches: readonly Search[], some: readonly Search[], most: number): readonly Search[] => {
  const last = lastOf(searches, most);
  return some.filter(({ found, newest }) => found.length < most && newest >= last);
};

/**
 * When those objects were registered that are wanted; the newest of all places are among them. One statement looks at many places, as thousands of small
 * ones would take seconds.
 */
export const findPlacedNames = async (source: SqlSource, wanted: PlacedNames): Promise<readonly PlacedInstant[]> => {
  const searches = await beginSearches(source, wanted.places);
  await findNewPlacedNames(source, wanted, searches);
  let open = openOf(
    searches,
    searches.filter(({ names }) => names > 0),
    wanted.most,
  );
  const weightOf = ({ place }: Search) => gramsOf(wanted.part, place).flat().length;
  await inWeighedBatches(open, weightOf, gramsPerStatement, (batch) => findSegments(source, wanted, batch));
  const hasLeft = ({ segments, candidates }: Search) => segments.length + candidates.length > 0;
  for (let round = 0; (open = openOf(searches, open.filter(hasLeft), wanted.most)).length > 0; round += 1) {
    if (round > 0) await setImmediate();
    // What the first of them find closes most of the others, of which all is older.
    const first = open.toSorted((left, right) => right.newest - left.newest).slice(0, mostPlaces);
    const enough = Math.max(Math.ceil(leastCandidates / first.length), Math.min(2 ** round, 2 * wanted.most));
    const batch = first.slice(0, Math.max(1, Math.floor(mostCandidates / enough)));
    const without = batch.filter(({ candidates }) => candidates.length === 0);
    if (without.length > 0) await readCandidates(source, without, enough);
    await confirmNext(source, wanted, batch, enough);
  }
  return searches.flatMap(({ place: { organizationId }, found }) =>
    found.slice(0, wanted.most).map((instant) => ({ organizationId, instant })),
  );
};
