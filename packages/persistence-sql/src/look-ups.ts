import type { RepositoryId, SessionId, UploadSessionId, UserId } from '@svc/core/model';
import { type Expression, type Kysely, sql } from 'kysely';
import { compileOnce, type Parameter } from './compile-once.js';
import { layoutNumber } from './found-by-oid.js';
import { compileGitIndexLookUps } from './git-index-look-ups.js';
import { compileOrganizationLookUps } from './organization-look-ups.js';
import { isPresent } from './records/removed-repositories.js';
import { tokenColumns } from './records/token-row.js';
import { userColumns } from './records/user-row.js';
import { compileRepositoryLookUps } from './repository-look-ups.js';
import { compileRowLookUps } from './row-look-ups.js';
import type { Schema } from './schema.js';
import type { SqlDialect } from './sql-dialect.js';

/** The first half of a hash. */
const prefixOf = (hash: Expression<unknown>) => sql<Uint8Array>`substr(${hash}, 1, 16)`;

/** From the first on, files before objects. By repository and limit. */
const damageInRepository = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .selectFrom('damaged_files')
      .selectAll()
      .where('repository_id', '=', parameter<RepositoryId>(0))
      .orderBy('kind')
      .orderBy('name')
      .limit(parameter<number>(1)),
  );

/** By the hash of the secret. */
const tokenBySecret = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(tokenColumns)
      .select(userColumns)
      .where('tokens.secret_sha256', '=', parameter<Uint8Array>(0)),
  );

/** Names that no column of the users has. */
const sessionColumns = [
  'credential_sessions.id as session_id',
  'credential_sessions.expires_at as session_expires_at',
  'credential_sessions.ends_at as session_ends_at',
] as const;

/** By the hash of the secret. */
const sessionBySecret = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .selectFrom('credential_sessions')
      .innerJoin('users', 'users.id', 'credential_sessions.user_id')
      .select(sessionColumns)
      .select(userColumns)
      .where('credential_sessions.secret_sha256', '=', parameter<Uint8Array>(0)),
  );

/** By its id. */
const sessionById = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .selectFrom('credential_sessions')
      .innerJoin('users', 'users.id', 'credential_sessions.user_id')
      .select(sessionColumns)
      .select(userColumns)
      .where('credential_sessions.id', '=', parameter<SessionId>(0)),
  );

/** By user and repository. */
const accessToRepository = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .selectFrom('repositories')
      .innerJoin('organizations', 'organizations.id', 'repositories.organization_id')
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.organization_id', '=', 'repositories.organization_id')
          .on('memberships.user_id', '=', parameter<UserId>(0)),
      )
      .leftJoin('repository_members', (join) =>
        join
          .onRef('repository_members.repository_id', '=', 'repositories.id')
          .on('repository_members.user_id', '=', parameter<UserId>(0)),
      )
      .select(['repositories.organization_id', 'repositories.visibility', 'repositories.namespace', 'organizations.plan_id'])
      .select(['memberships.role', 'repository_members.level', 'repository_members.set_by_owner'])
      .where('repositories.id', '=', parameter<RepositoryId>(1))
      .where(isPresent),
  );

/** By repository and oids, as `hashesParameter` makes them. */
const sizesInRepository = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db
      .selectFrom(dialect.hashRows(parameter(1)).as('wanted'))
      // Crossed, so that the few oids lead and the many objects are looked up.
      .crossJoin('objects')
      .select((row) => dialect.joinedNumbers(row.ref('wanted.position'), row.ref('objects.size_bytes')).as('found'))
      .where('objects.repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('objects.oid', '=', 'wanted.hash'),
  );

/** By repository and oids, as `hashesParameter` makes them. */
const storedInRepository = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db
      .selectFrom(dialect.hashRows(parameter(1)).as('wanted'))
      .crossJoin('objects')
      .select((row) =>
        dialect
          .joinedNumbers(row.ref('wanted.position'), row.ref('objects.size_bytes'), layoutNumber(row.ref('objects.layout')))
          .as('found'),
      )
      .where('objects.repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('objects.oid', '=', 'wanted.hash'),
  );

/** By repository and sizes, as `numbersParameter` makes them. */
const knownSizes = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db
      .selectFrom(dialect.numberRows(parameter(1)).as('wanted'))
      .select('wanted.number')
      // One object of a size is enough, of however many that have it.
      .where((expression) =>
        expression.exists(
          expression
            .selectFrom('objects')
            .select('objects.size_bytes')
            .where('objects.repository_id', '=', parameter<RepositoryId>(0))
            .whereRef('objects.size_bytes', '=', 'wanted.number'),
        ),
      ),
  );

/** By repository and names, as `hashesParameter` makes them. */
const chunksInRepository = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db
      .selectFrom(dialect.hashRows(parameter(1)).as('wanted'))
      .crossJoin('chunks')
      .select(['wanted.position', 'chunks.pack', 'chunks.chunk_offset', 'chunks.stored_bytes', 'chunks.raw_bytes'])
      .select('chunks.encoding')
      .where('chunks.repository_id', '=', parameter<RepositoryId>(0))
      .whereRef('chunks.name', '=', 'wanted.hash'),
  );

/** By repository and names, as `hashesParameter` makes them. */
const hooksInRepository = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db
      .selectFrom(dialect.hashRows(parameter(1)).as('wanted'))
      .crossJoin('chunk_hooks')
      .select(['wanted.position', 'chunk_hooks.map'])
      .where('chunk_hooks.index_sequence', '=', (where) =>
        where
          .selectFrom('chunk_indexes')
          .select('chunk_indexes.sequence')
          .where('repository_id', '=', parameter<RepositoryId>(0)),
      )
      .where('chunk_hooks.prefix', '=', prefixOf(sql.ref('wanted.hash'))),
  );

const chunkColumns = {
  name: 'hash',
  pack: 'hash',
  chunk_offset: 'number',
  stored_bytes: 'number',
  raw_bytes: 'number',
  encoding: 'number',
} as const;

/** To a repository, of rows as `rowsParameter` makes them; writes those that it does not have. */
const addChunks = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) => {
    const given = dialect.givenRows(parameter(1), chunkColumns).as('given');
    const names = ['name', 'pack', 'chunk_offset', 'stored_bytes', 'raw_bytes', 'encoding'] as const;
    return db
      .insertInto('chunks')
      .columns(['repository_id', ...names])
      .expression(
        db
          .selectFrom(given)
          .select(parameter<RepositoryId>(0).as('repository_id'))
          .select(names)
          // SQLite takes a conflict clause after a query for part of the query's join, unless a condition ends it.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => conflict.columns(['repository_id', 'name']).doNothing());
  });

/** To an index, of rows as `rowsParameter` makes them: names and maps. */
const addHooks = (db: Kysely<Schema>, dialect: SqlDialect, noted: 'stays' | 'is replaced') =>
  compileOnce((parameter) => {
    const given = dialect.givenRows(parameter(1), { name: 'hash', map: 'hash' }).as('given');
    return db
      .insertInto('chunk_hooks')
      .columns(['index_sequence', 'prefix', 'map'])
      .expression(
        db
          .selectFrom(given)
          .select(parameter<number>(0).as('index_sequence'))
          .select([prefixOf(sql.ref('name')).as('prefix'), 'map'])
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => {
        const known = conflict.columns(['index_sequence', 'prefix']);
        return noted === 'stays' ? known.doNothing() : known.doUpdateSet({ map: sql<Uint8Array>`excluded.map` });
      });
  });

const wantedSizesInSession = (db: Kysely<Schema>, dialect: SqlDialect, parameter: Parameter) =>
  db
    .selectFrom(dialect.hashRows(parameter(1)).as('wanted'))
    .crossJoin('upload_objects')
    .select((row) => dialect.joinedNumbers(row.ref('wanted.position'), row.ref('upload_objects.size_bytes')).as('found'))
    .where('upload_objects.session_id', '=', parameter<UploadSessionId>(0))
    .whereRef('upload_objects.oid', '=', 'wanted.hash');

/** By upload session and oids, as `hashesParameter` makes them. */
const sizesInSession = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) => wantedSizesInSession(db, dialect, parameter));

/** Of those that were not refused. By upload session and oids, as `hashesParameter` makes them. */
const unrefusedSizesInSession = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) => wantedSizesInSession(db, dialect, parameter).where('upload_objects.is_refused', '=', 0));

/** By repository, user and the time now. */
const openLfsSession = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .selectFrom('upload_sessions')
      .selectAll()
      .where('repository_id', '=', parameter<RepositoryId>(0))
      .where('status', '=', 'OPEN')
      .where('kind', '=', 'lfs')
      .where('settling', '=', 0)
      .where('user_id', '=', parameter<UserId>(1))
      .where('expires_at', '>', parameter<number>(2))
      // Of those that end at the same time any will do: an order among them would have SQLite sort.
      .orderBy('expires_at', 'desc')
      .limit(1),
  );

/** The queries that nearly every request makes, or that are made with thousands of values. */
export const compileLookUps = (db: Kysely<Schema>, dialect: SqlDialect) => ({
  tokenBySecret: tokenBySecret(db),
  sessionBySecret: sessionBySecret(db),
  sessionById: sessionById(db),
  accessToRepository: accessToRepository(db),
  damageInRepository: damageInRepository(db),
  sizesInRepository: sizesInRepository(db, dialect),
  storedInRepository: storedInRepository(db, dialect),
  knownSizes: knownSizes(db, dialect),
  chunksInRepository: chunksInRepository(db, dialect),
  addChunks: addChunks(db, dialect),
  hooksInRepository: hooksInRepository(db, dialect),
  addHooks: addHooks(db, dialect, 'stays'),
  replaceHooks: addHooks(db, dialect, 'is replaced'),
  sizesInSession: sizesInSession(db, dialect),
  unrefusedSizesInSession: unrefusedSizesInSession(db, dialect),
  openLfsSession: openLfsSession(db),
  ...compileGitIndexLookUps(db, dialect),
  ...compileOrganizationLookUps(db),
  ...compileRepositoryLookUps(db, dialect),
  ...compileRowLookUps(db, dialect),
});

export type LookUps = ReturnType<typeof compileLookUps>;
