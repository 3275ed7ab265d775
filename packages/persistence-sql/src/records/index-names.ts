import { setImmediate } from 'node:timers/promises';
import type { InstantMicros, OrganizationId } from '@svc/core/model';
import { sql } from 'kysely';
import { inBatches } from '../in-batches.js';
import { blockOf, gramsOfName, type IndexedName, instantsToHex, ordinalsToHex, segmentOf } from '../name-index.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

/** So many names go into the index at once. */
const namesPerStep = 4096;
/** Between so many names everything else has its turn. */
const namesPerBatch = 256;
const rowsPerStatement = 400;

export interface NameMark {
  readonly indexed: InstantMicros;
  readonly names: number;
}

export const readNameMark = async ({ db }: SqlSource, organizationId: OrganizationId): Promise<NameMark> => {
  const row = await db
    .selectFrom('artifact_name_marks')
    .select(['indexed_us', 'names'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return { indexed: row?.indexed_us ?? 0, names: row?.names ?? 0 };
};

interface NewName extends IndexedName {
  readonly number: number;
  readonly registeredAt: InstantMicros;
}

const readNewNames = async (
  { db }: SqlSource,
  organizationId: OrganizationId,
  { indexed, names }: NameMark,
): Promise<readonly NewName[]> => {
  const rows = await db
    .selectFrom('objects')
    .select(['registered_us', 'repository_id', 'artifact_type', 'name_key'])
    .where('organization_id', '=', organizationId)
    .where('registered_us', '>', indexed)
    .where('name_key', 'is not', null)
    .where('repository_id', 'not in', removedRepositories(db))
    .$narrowType<{ name_key: string }>()
    .orderBy('registered_us')
    .limit(namesPerStep)
    .execute();
  return rows.map((row, at) => ({
    number: names + at,
    registeredAt: row.registered_us,
    nameKey: row.name_key,
    type: row.artifact_type,
    repositoryId: row.repository_id,
  }));
};

/** False when somebody else has moved the mark. */
const moveMark = async (
  { db }: SqlSource,
  organizationId: OrganizationId,
  from: NameMark,
  { indexed, names }: NameMark,
): Promise<boolean> => {
  const moved = await db
    .insertInto('artifact_name_marks')
    .values({ organization_id: organizationId, indexed_us: indexed, names })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ indexed_us: indexed, names })
        .where('artifact_name_marks.indexed_us', '=', from.indexed),
    )
    .returning('names')
    .execute();
  return moved.length > 0;
};

const groupedBy = <T>(values: readonly T[], keyOf: (value: T) => number): ReadonlyMap<number, readonly T[]> => {
  const groups = new Map<number, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
};

const addInstants = async ({ db, dialect }: SqlSource, organizationId: OrganizationId, added: readonly NewName[]) => {
  const blocks = [...groupedBy(added, ({ number }) => blockOf(number))];
  const rows = blocks.map(([block, names]) => {
    const instants = names.map(({ registeredAt }) => registeredAt);
    return [organizationId, block, instants[0] ?? 0, instantsToHex(instants)];
  });
  const columns = ['organization_id', 'block', 'first_us', 'instants'] as const;
  const types = { organization_id: 'text', block: 'number', first_us: 'number', instants: 'hash' } as const;
  const given = dialect.givenRows(dialect.rowsParameter(rows), types).as('given');
  await db
    .insertInto('artifact_instants')
    .columns(columns)
    .expression(
      db
        .selectFrom(given)
        .select(columns)
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'block']).doUpdateSet({
        instants: dialect.joinedBytes('artifact_instants.instants', 'excluded.instants'),
      }),
    )
    .execute();
};

/** Which names have which gram, in each segment. */
const invert = async (added: readonly NewName[]): Promise<ReadonlyMap<number, number[]>> => {
  const numbers = new Map<number, number[]>();
  for (const [at, name] of added.entries()) {
    if (at % namesPerBatch === namesPerBatch - 1) await setImmediate();
    for (const gram of gramsOfName(name)) {
      const list = numbers.get(gram);
      if (list === undefined) numbers.set(gram, [name.number]);
      else list.push(name.number);
    }
  }
  return numbers;
};

const addGrams = async ({ db, dialect }: SqlSource, organizationId: OrganizationId, added: readonly NewName[]) => {
  const rows: (string | number)[][] = [];
  for (const [gram, numbers] of await invert(added)) {
    for (const [segment, ofSegment] of groupedBy(numbers, segmentOf)) {
      rows.push([organizationId, gram, segment, ofSegment.length, ordinalsToHex(ofSegment)]);
    }
  }
  const columns = ['organization_id', 'gram', 'segment', 'names', 'ordinals'] as const;
  const types = { organization_id: 'text', gram: 'number', segment: 'number', names: 'number', ordinals: 'hash' } as const;
  await inBatches(
    rows,
    async (batch) => {
      const given = dialect.givenRows(dialect.rowsParameter(batch), types).as('given');
      await db
        .insertInto('artifact_grams')
        .columns(columns)
        .expression(
          db
            .selectFrom(given)
            .select(columns)
            .where(sql<boolean>`true`),
        )
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'gram', 'segment']).doUpdateSet((column) => ({
            names: column('artifact_grams.names', '+', column.ref('excluded.names')),
            ordinals: dialect.joinedBytes('artifact_grams.ordinals', 'excluded.ordinals'),
          })),
        )
        .execute();
      return [];
    },
    rowsPerStatement,
  );
};

/** Moves the oldest names of the organization that are not in the index into it; answers how many. What is found stays the same. */
export const indexNames = async (source: SqlSource, organizationId: OrganizationId): Promise<number> => {
  const mark = await readNameMark(source, organizationId);
  const added = await readNewNames(source, organizationId, mark);
  const last = added.at(-1);
  if (last === undefined) return 0;
  const next = { indexed: last.registeredAt, names: mark.names + added.length };
  if (!(await moveMark(source, organizationId, mark, next))) return 0;
  await addInstants(source, organizationId, added);
  await addGrams(source, organizationId, added);
  return added.length;
};
