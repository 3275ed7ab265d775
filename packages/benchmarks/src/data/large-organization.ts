import Database from 'better-sqlite3';
import pg from 'pg';

/** How much an organization is filled with: each of its repositories gets as many objects. */
export interface LargeOrganization {
  readonly organizationId: string;
  readonly userId: string;
  readonly objectsPerRepository: number;
}

const instant = 1_790_000_000_000;
const HOUR_MS = 3_600_000;

/** Sessions that were finalized, in each repository, of ten objects each; and one that somebody forgot. */
const sessionsPerRepository = 30;
const objectsPerSession = 10;

/** In what the two databases differ when they make rows up. */
interface Words {
  /** A table `made` with the whole numbers `number` from 1 on. */
  readonly numbers: (count: number) => string;
  /** 32 bytes that an expression of text gives, each time others for another text. */
  readonly oidOf: (text: string) => string;
}

/** The sessions of a repository, and their objects, as they are at `now`. Ids are those of the repositories, with other digits at the end. */
const sessionStatements = ({ organizationId, userId }: LargeOrganization, words: Words, now: number): readonly string[] => [
  `insert into upload_sessions (id, kind, repository_id, organization_id, namespace, user_id, expected_objects, uploaded_objects, uploaded_bytes,
    status, generation, created_at, expires_at, ended_at, is_swept)
  select substr(id, 1, 24) || (100000000000 + number), 'session', id, organization_id, namespace, '${userId}', null, 0, 0,
    case number when 1 then 'OPEN' else 'FINALIZED' end, case number when 1 then null else number end,
    ${now - 3 * HOUR_MS}, ${now + 3 * HOUR_MS}, case number when 1 then null else ${now - 2 * HOUR_MS} end, case number when 1 then 0 else 1 end
  from repositories, (${words.numbers(sessionsPerRepository + 1)}) as made where organization_id = '${organizationId}'`,
  `insert into upload_objects (session_id, oid, size_bytes, reserved_bytes, state)
  select upload_sessions.id, ${words.oidOf("upload_sessions.id || '/' || number")}, 1000, case status when 'OPEN' then 1000 else 0 end,
    case status when 'OPEN' then 'AUTHORIZED' else 'COMPLETED' end
  from upload_sessions, (${words.numbers(objectsPerSession)}) as made where organization_id = '${organizationId}'`,
];

/** What each repository's storage is added up to: a year of days, and ten folders of a hundred. */
const storageStatements = ({ organizationId }: LargeOrganization, words: Words): readonly string[] => [
  `insert into repository_days (repository_id, day, added_bytes, removed_bytes)
  select id, (${instant} / 86400000 - number) * 86400000, 1000000 + number, 1000
  from repositories, (${words.numbers(365)}) as made where organization_id = '${organizationId}'`,
  `insert into folders (repository_id, parent, name, objects, logical_bytes, physical_bytes)
  select id, case when number <= 10 then '' else 'part-' || (number % 10) end, 'part-' || number, 10, 1000 * number, 900 * number
  from repositories, (${words.numbers(110)}) as made where organization_id = '${organizationId}'`,
];

/** The rows that pushes of named objects, ten in a push, would have left behind, without the pushes. */
const statements = ({ organizationId, userId, objectsPerRepository }: LargeOrganization, words: Words): readonly string[] => [
  `insert into objects (repository_id, oid, size_bytes, physical_bytes, layout, uploaded_by, created_at, organization_id, artifact_type, name,
    name_key, registered_us, downloads, last_downloaded_at)
  select id, ${words.oidOf("id || '/' || number")}, number * 1000, number * 900, 'whole', '${userId}', ${instant} + number, '${organizationId}',
    case number % 5 when 0 then 'dataset' when 1 then 'media' when 2 then 'other' else 'model' end,
    'layer-' || number || '-of-' || slug || '.bin', 'layer-' || number || '-of-' || slug || '.bin',
    ${instant}000 + row_number() over (order by number, id), case when number % 10 = 0 then number else 0 end,
    case when number % 10 = 0 then ${instant} else null end
  from repositories, (${words.numbers(objectsPerRepository)}) as made where organization_id = '${organizationId}'`,
  `insert into artifact_clocks (organization_id, last_us, unindexed)
  select organization_id, max(registered_us), count(name_key) from objects where organization_id = '${organizationId}' group by organization_id`,
  `insert into artifact_counts (organization_id, repository_id, type, objects)
  select organization_id, repository_id, artifact_type, count(*) from objects where organization_id = '${organizationId}'
  group by organization_id, repository_id, artifact_type`,
  `update repository_usages set object_count = ${objectsPerRepository}, logical_bytes = ${objectsPerRepository * objectsPerRepository * 500},
    physical_bytes = ${objectsPerRepository * objectsPerRepository * 450}
  where repository_id in (select id from repositories where organization_id = '${organizationId}')`,
  `update organization_usages set used_bytes = (select sum(physical_bytes) from objects where organization_id = '${organizationId}')
  where organization_id = '${organizationId}'`,
  `insert into usage_days (organization_id, day, storage_mode, added_bytes, removed_bytes)
  select '${organizationId}', (${instant} / 86400000 - number) * 86400000, 'managed', 1000000 + number, 1000
  from (${words.numbers(365)}) as made where true on conflict do nothing`,
  `insert into activity (id, organization_id, type, actor_id, repository_id, repository_slug, data, objects, bytes, generation, at)
  select id || '/' || number, '${organizationId}', 'repository.push', '${userId}', id, slug, '{}', 10, 1000, number, ${instant} + number
  from repositories, (${words.numbers(objectsPerRepository / 10)}) as made where organization_id = '${organizationId}'`,
  ...sessionStatements({ organizationId, userId, objectsPerRepository }, words, Date.now()),
  ...storageStatements({ organizationId, userId, objectsPerRepository }, words),
];

/** How many names a server has yet to put into their index; below 4,096 it waits for more. */
const backlogOf = (organizationId: string): string =>
  `select cast(unindexed as int) as backlog from artifact_clocks where organization_id = '${organizationId}'`;

const hasNoBacklog = (row: unknown): boolean => Number(typeof row === 'object' && row && Reflect.get(row, 'backlog')) < 4096;

export const isIndexedOnSqlite = (path: string, organizationId: string): boolean => {
  const database = new Database(path, { readonly: true });
  try {
    return hasNoBacklog(database.prepare(backlogOf(organizationId)).get());
  } finally {
    database.close();
  }
};

export const isIndexedOnPostgres = async (url: string, organizationId: string): Promise<boolean> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return hasNoBacklog((await client.query(backlogOf(organizationId))).rows[0]);
  } finally {
    await client.end();
  }
};

/** Of a database that no server has open. */
export const fillSqlite = (path: string, organization: LargeOrganization): void => {
  const database = new Database(path);
  const numbers = (count: number) =>
    `with recursive counted(number) as (select 1 union all select number + 1 from counted where number < ${count}) select number from counted`;
  const fill = database.transaction(() => {
    for (const statement of statements(organization, { numbers, oidOf: () => 'randomblob(32)' })) database.exec(statement);
  });
  fill();
  database.close();
};

export const fillPostgres = async (url: string, organization: LargeOrganization): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const numbers = (count: number) => `select number from generate_series(1, ${count}) as series(number)`;
    const oidOf = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;
    await client.query('begin');
    for (const statement of statements(organization, { numbers, oidOf })) {
      await client.query(statement);
    }
    await client.query('commit');
    // What autovacuum would have done by the time that so much had come.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
};
