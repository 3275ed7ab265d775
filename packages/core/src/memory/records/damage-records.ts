import type { Damage, Stored } from '../../model/integrity/damage.js';
import { type Oid, type RepositoryId, treeFileKind, type UploadSessionId } from '../../model/values/index.js';
import type { DamageQueries, DamageRecords } from '../../ports/records/damage-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const placeOf = (of: Stored): string => `${of.kind} ${of.kind === 'object' ? of.oid : of.path}`;

const damageKey = (repositoryId: RepositoryId, of: Stored): string => keyOf(repositoryId, placeOf(of));

export const damageQueries = (tables: ReadableTables): DamageQueries => {
  const damageIn = (repositoryId: RepositoryId): readonly Damage[] =>
    tables.damage.where((row) => row.repositoryId === repositoryId);
  const isDamaged = (repositoryId: RepositoryId, of: Stored): boolean =>
    tables.damage.get(damageKey(repositoryId, of)) !== undefined;
  return {
    findObjects: async (repositoryId, oids) => new Set(oids.filter((oid) => isDamaged(repositoryId, { kind: 'object', oid }))),
    findFiles: async (repositoryId, paths) => new Set(paths.filter((path) => isDamaged(repositoryId, { kind: 'file', path }))),
    problemOf: async (repositoryId, of) => tables.damage.get(damageKey(repositoryId, of))?.problem,
    list: async (repositoryId, after, limit) =>
      damageIn(repositoryId)
        .filter(({ of }) => after === undefined || compareText(placeOf(of), placeOf(after)) > 0)
        .toSorted((left, right) => compareText(placeOf(left.of), placeOf(right.of)))
        .slice(0, limit),
    sumUp: async (repositoryId) => {
      const found = damageIn(repositoryId).map(({ foundAt }) => foundAt);
      return { count: found.length, firstAt: found.length === 0 ? undefined : Math.min(...found) };
    },
  };
};

const forgetVerified = (tables: DraftTables, repositoryId: RepositoryId, oid: Oid): void => {
  const isUnsweptLfs = (sessionId: UploadSessionId): boolean => {
    const row = tables.uploadSessions.get(sessionId);
    return row?.session.kind === 'lfs' && row.session.repositoryId === repositoryId && row.sweep !== 'done';
  };
  const isVerified = ({ sessionId, object }: ReturnType<typeof tables.uploadObjects.where>[number]): boolean =>
    object.oid === oid && object.state === 'COMPLETED' && isUnsweptLfs(sessionId);
  tables.uploadObjects.removeWhere((row) => row.object.reservedBytes === 0 && isVerified(row));
  for (const row of tables.uploadObjects.where(isVerified)) {
    const { type: _former, ...object } = row.object;
    tables.uploadObjects.put(keyOf(row.sessionId, oid), {
      ...row,
      object: { ...object, state: 'AUTHORIZED' },
      refused: undefined,
    });
  }
};

export const damageRecords = (tables: DraftTables): DamageRecords => ({
  ...damageQueries(tables),
  note: async (damage) => {
    const { repositoryId, of } = damage;
    const file = of.kind === 'file' ? treeFileKind(of.path) : undefined;
    if (file?.kind === 'pack') {
      tables.packs.remove(keyOf(repositoryId, file.name));
      tables.chunks.removeWhere((row) => row.repositoryId === repositoryId && row.chunk.pack === file.name);
    }
    if (of.kind === 'object') forgetVerified(tables, repositoryId, of.oid);
    const key = damageKey(repositoryId, of);
    if (tables.damage.get(key) !== undefined) return false;
    tables.damage.put(key, damage);
    return true;
  },
  heal: async (repositoryId, of) => {
    const key = damageKey(repositoryId, of);
    const isDamaged = tables.damage.get(key) !== undefined;
    tables.damage.remove(key);
    return isDamaged;
  },
});
