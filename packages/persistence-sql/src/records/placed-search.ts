import type { InstantMicros, OrganizationId, RepositoryId } from '@svc/core/model';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../schema.js';
import { hasPart } from './find-names.js';
import type { SegmentLists } from './name-lists.js';
import type { SqlSource } from './sql-source.js';

/** Where names are looked for: in an organization, or in some of its repositories. No two places are of one organization. */
export interface Place {
  readonly organizationId: OrganizationId;
  readonly repositoryIds: readonly RepositoryId[] | undefined;
}

export interface PlacedNames {
  readonly places: readonly Place[];
  /** Of the names' keys; not empty. */
  readonly part: string;
  /** Whether what is in the repository may be found. */
  readonly isSeen: (repositoryId: Expression<RepositoryId>) => Expression<SqlBool>;
  /** So many are enough, the newest of all places. */
  readonly most: number;
}

/** What was registered when; within an organization no two objects share an instant. */
export interface PlacedInstant {
  readonly organizationId: OrganizationId;
  readonly instant: InstantMicros;
}

/** A place and how far the search has come there. */
export interface Search {
  readonly place: Place;
  /** Names that came later are not in the index yet. */
  readonly indexed: InstantMicros;
  /** So many came later, or about so many. */
  readonly waiting: number;
  /** So many are in it. */
  readonly names: number;
  /** None of those that are left in it came later. */
  newest: InstantMicros;
  readonly found: InstantMicros[];
  /** Of which no list was read yet. */
  segments: readonly SegmentLists[];
  /** Numbers of names that have the grams, the newest first. */
  candidates: readonly number[];
}

/** One statement for all places: thousands of small ones would take seconds. */
export const givenNumbers = ({ dialect }: SqlSource, rows: readonly (readonly [OrganizationId, number])[]) =>
  dialect.givenRows(dialect.rowsParameter(rows), { of_organization: 'text', number: 'number' }).as('given');

export const byOrganization = <Row>(
  rows: readonly Row[],
  organizationOf: (row: Row) => unknown,
): ReadonlyMap<unknown, readonly Row[]> => {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(organizationOf(row));
    if (group === undefined) groups.set(organizationOf(row), [row]);
    else group.push(row);
  }
  return groups;
};

export const isWanted =
  ({ part, isSeen }: PlacedNames) =>
  (objects: ExpressionBuilder<Schema, 'objects'>) =>
    objects.and([objects('name_key', 'is not', null), hasPart(part), isSeen(sql.ref<RepositoryId>('objects.repository_id'))]);
