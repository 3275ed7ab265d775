import { openSqliteDatabase } from '@svc/persistence-sqlite';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, type ServerPlace } from './server-place.js';

/** SQLite and files in the server's data directory. */
export const sqliteFsPlace = (dataDir: string): ServerPlace => {
  const path = join(dataDir, 'svc.db');
  const blobs = join(dataDir, 'blobs');
  const rows: ServerPlace['rows'] = async (...queries) => {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return database.transaction(() => queries.map((query) => database.prepare(query).all()))();
    } finally {
      database.close();
    }
  };
  return {
    settings: {},
    storageUrl: undefined,
    sql: {
      hex: (column) => `lower(hex(${column}))`,
      member: (column, name) => `json_extract(${column}, '$.${name}')`,
    },
    rows,
    write: async (statement) => {
      const database = new Database(path, { fileMustExist: true });
      try {
        database.exec(statement);
      } finally {
        database.close();
      }
    },
    tables: async () => namesIn((await rows(`select name from sqlite_master where type = 'table'`))[0]),
    whileLeased: async (act) => {
      const database = await openSqliteDatabase({ path, exclusive: false });
      try {
        const held = await database.unitOfWork.transact(async () => {
          await act();
          return ok(undefined);
        });
        expect(held.isOk()).to.equal(true);
      } finally {
        await database.close();
      }
    },
    blobBytes: async () =>
      readdirSync(blobs, { recursive: true, encoding: 'utf8' })
        // Block names are no blobs, and count as none.
        .filter((name) => !name.endsWith('.blocks'))
        .map((name) => statSync(join(blobs, name)))
        .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0),
    blob: async (key) => (existsSync(join(blobs, key)) ? readFileSync(join(blobs, key)) : undefined),
    replaceBlob: async (key, bytes) => writeFileSync(join(blobs, key), bytes),
    loseBlob: async (key) => rmSync(join(blobs, key)),
    drop: () => Promise.resolve(),
  };
};
