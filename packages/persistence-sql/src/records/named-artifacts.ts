import { artifactTypes, type InstantMicros, maxCountedNames } from '@svc/core/model';
import type { ArtifactPart } from '@svc/core/ports';
import { type AskedArtifacts, firstNamedOfType, namedAmongFirst } from './artifact-orders.js';
import { artifactColumns, type ArtifactRow, sortedArtifacts } from './artifact-rows.js';
import { findNames, type WantedNames } from './find-names.js';
import { unseenBy } from './hidden-from.js';
import type { SqlSource } from './sql-source.js';

/** So many of the first in an order are looked at before anything else is tried: what is in most names is in enough of these. */
const maxLookedAt = 1000;

const rowsAt = async (
  { db, dialect }: SqlSource,
  { organizationId }: AskedArtifacts,
  instants: readonly InstantMicros[],
): Promise<readonly ArtifactRow[]> => {
  const given = dialect.numberRows(dialect.numbersParameter(instants)).as('given');
  return db
    .selectFrom(given)
    .crossJoin('objects')
    .whereRef('registered_us', '=', 'given.number')
    .select(artifactColumns)
    .where('organization_id', '=', organizationId)
    .where('name_key', 'is not', null)
    .execute();
};

const wantedOf = (source: SqlSource, { organizationId, filter }: AskedArtifacts, part: string): WantedNames => ({
  organizationId,
  repositoryId: filter.repositoryId,
  type: filter.type,
  part,
  isSeen: (objects) => objects('repository_id', 'not in', unseenBy(source, filter.hiddenFrom)),
});

export interface NamedArtifacts {
  readonly rows: readonly ArtifactRow[];
  readonly total: number;
  readonly hasUncounted: boolean;
}

/** Objects that have the part in their names, and how many of them there are. */
export const namedArtifacts = async (
  source: SqlSource,
  asked: AskedArtifacts,
  part: string,
  { sort, before }: Pick<ArtifactPart, 'sort' | 'before'>,
): Promise<NamedArtifacts> => {
  const wanted = wantedOf(source, asked, part);
  const find = (most: number, narrowed: Partial<WantedNames> = {}, earlierThan: InstantMicros = Number.MAX_SAFE_INTEGER) =>
    findNames(source, { ...wanted, ...narrowed }, { before: earlierThan, most });
  const counted = await find(maxCountedNames + 1);

  const rowsInOrder = async (): Promise<readonly ArtifactRow[]> => {
    if (sort === 'recent') {
      const earlier = before === undefined ? counted : await find(asked.limit, {}, before);
      return rowsAt(source, asked, earlier.slice(0, asked.limit));
    }
    if (counted.length <= maxCountedNames) return rowsAt(source, asked, counted);
    const rows: ArtifactRow[] = [];
    for (const type of wanted.type === undefined ? artifactTypes : [wanted.type]) {
      const first = await namedAmongFirst(source, asked, type, sort, { part, among: maxLookedAt });
      if (first.length === asked.limit) {
        rows.push(...first);
        continue;
      }
      const few = await find(maxCountedNames + 1, { type });
      const isMany = few.length > maxCountedNames;
      rows.push(...(await (isMany ? firstNamedOfType(source, asked, type, sort, part) : rowsAt(source, asked, few))));
    }
    return rows;
  };
  return {
    rows: sortedArtifacts(await rowsInOrder(), sort).slice(0, asked.limit),
    total: Math.min(counted.length, maxCountedNames),
    hasUncounted: counted.length > maxCountedNames,
  };
};
