import type { Oid } from '@svc/core';
import { type Instant, microsOf, nameKeyOf, type RepositoryId, type StoredObject } from '@svc/core/model';
import type { NamedObject } from '@svc/core/ports';
import { oidFromBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { countFolders } from './folder-rows.js';
import { countArtifacts, takeInstants } from './register-artifacts.js';
import type { SqlSource } from './sql-source.js';
import { withGiven } from './with-given.js';

type UnnamedObject = Pick<StoredObject, 'oid' | 'sizeBytes' | 'physicalBytes' | 'layout' | 'type'>;

/** Those of the objects that the repository has without a name. */
export const readUnnamed = async (
  { db, dialect }: SqlSource,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<readonly UnnamedObject[]> => {
  const rows = await inBatches(oids, (batch) =>
    db
      .selectFrom(dialect.givenRows(dialect.rowsParameter(batch.map((oid) => [oid])), { wanted: 'hash' }).as('given'))
      .crossJoin('objects')
      .select(['oid', 'size_bytes', 'physical_bytes', 'layout', 'artifact_type'])
      .where('repository_id', '=', repositoryId)
      .whereRef('oid', '=', 'given.wanted')
      .where('name', 'is', null)
      .execute(),
  );
  return rows.map((row) => ({
    oid: oidFromBinary(row.oid),
    sizeBytes: row.size_bytes,
    physicalBytes: row.physical_bytes,
    layout: row.layout,
    type: row.artifact_type,
  }));
};

const givenColumns = { wanted: 'hash', name: 'text', name_key: 'text', artifact_type: 'text', registered_us: 'number' } as const;

/**
 * Names objects that have no name, and moves them to the end of the order in which the organization's objects came: names go into their index in this order,
 * so one that comes late has to come last.
 */
export const nameObjects = async (
  source: SqlSource,
  repositoryId: RepositoryId,
  named: readonly NamedObject[],
  at: Instant,
): Promise<void> => {
  const names = new Map(named.map((object) => [object.oid, object]));
  const former = await readUnnamed(source, repositoryId, [...names.keys()]);
  if (former.length === 0) return;
  const { db, dialect } = source;
  const count = { count: former.length, names: former.length };
  const { organizationId, first } = await takeInstants(source, repositoryId, microsOf(at), count);
  const found = new Map(former.map((object) => [object.oid, object]));
  const changed = [...names.values()].flatMap(({ oid, name, type }) => {
    const object = found.get(oid);
    return object === undefined ? [] : [{ ...object, name, type: type ?? object.type }];
  });
  const rows = changed.map(({ oid, name, type }, index) => [oid, name, nameKeyOf(name), type, first + index]);
  await inBatches(rows, async (batch) => {
    await withGiven(db, dialect.givenRows(dialect.rowsParameter(batch), givenColumns))
      .updateTable('objects')
      .from('given')
      .set((row) => ({
        name: row.ref('given.name'),
        name_key: row.ref('given.name_key'),
        artifact_type: row.ref('given.artifact_type').$castTo<StoredObject['type']>(),
        registered_us: row.ref('given.registered_us'),
      }))
      .where('repository_id', '=', repositoryId)
      .whereRef('oid', '=', 'given.wanted')
      .where('oid', 'in', (row) => row.selectFrom('given').select('wanted'))
      .execute();
    return [];
  });
  await countArtifacts(source, organizationId, repositoryId, former, -1);
  await countArtifacts(source, organizationId, repositoryId, changed);
  await countFolders(source, repositoryId, changed);
};
