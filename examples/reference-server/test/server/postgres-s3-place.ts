import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { type S3Service, s3ForTests } from '@svc/test-services/s3';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { namesIn, type ServerPlace } from './server-place.js';

/** Counts and sizes are far below 2^53 in tests. */
const asNumbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format): unknown => (asNumbers.has(id) ? Number : pg.types.getTypeParser(id, format)),
};

/** Leaves nothing changed. */
const inTransaction = async <T>(pool: pg.Pool, begin: string, act: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let isSound = false;
  try {
    await client.query(begin);
    const answer = await act(client);
    await client.query('rollback');
    isSound = true;
    return answer;
  } finally {
    client.release(!isSound);
  }
};

const connectionsPastServers = 4;

const allTables = `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = current_schema()`;

const tableNames = `select table_name as name from information_schema.tables where table_schema = current_schema()`;

/** Servers other than those of the whole run, for tests that switch them off. */
export interface OwnServices {
  readonly database?: TestDatabase;
  readonly s3?: S3Service;
}

/** A database of PostgreSQL and a bucket of an S3 server. */
export const postgresS3Place = async (own: OwnServices = {}): Promise<ServerPlace> => {
  const [database, s3] = await Promise.all([own.database ?? newDatabase(), own.s3 ?? s3ForTests()]);
  const bucket = await s3.newBucket();
  const { endpoint, region, accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
  // Tests look again and again until something is so, which should not cost a connection each time.
  const pool = new pg.Pool({ connectionString: database.url, types, max: connectionsPastServers });
  // A test that kills the database ends idle connections too; the next query gets another one.
  pool.on('error', () => undefined);
  const rows: ServerPlace['rows'] = (...queries) =>
    inTransaction(pool, 'begin isolation level repeatable read read only', async (connection) => {
      const answers: (readonly unknown[])[] = [];
      for (const query of queries) answers.push((await connection.query<Record<string, unknown>>(query)).rows);
      return answers;
    });
  const place: ServerPlace = {
    settings: {
      DATABASE_URL: database.url,
      STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    },
    storageUrl: endpoint,
    sql: {
      hex: (column) => `encode(${column}, 'hex')`,
      member: (column, name) => `(${column}::jsonb ->> '${name}')`,
    },
    rows,
    write: async (statement) => {
      await pool.query(statement);
    },
    tables: async () => namesIn((await rows(tableNames))[0]),
    whileLeased: (act) =>
      inTransaction(pool, 'begin', async (connection) => {
        const { rows } = await connection.query<{ tables: string }>(allTables);
        await connection.query(`lock table ${rows[0]?.tables ?? ''} in access exclusive mode`);
        await act();
      }),
    blobBytes: async () => {
      let sum = 0;
      let token: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }),
        );
        for (const { Key: key = '', Size: size = 0 } of page.Contents ?? []) {
          // Block names are no blobs, and count as none.
          if (!key.endsWith('.blocks')) sum += size;
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return sum;
    },
    blob: async (key) => {
      try {
        const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return body === undefined ? undefined : Buffer.from(await body.transformToByteArray());
      } catch (fault) {
        if (fault instanceof NoSuchKey) return undefined;
        throw fault;
      }
    },
    replaceBlob: async (key, bytes) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
    },
    loseBlob: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    drop: async () => {
      client.destroy();
      await pool.end();
      await database.drop();
    },
  };
  return place;
};
