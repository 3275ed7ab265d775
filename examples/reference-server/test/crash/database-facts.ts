import Database from 'better-sqlite3';
import { join } from 'node:path';
import { z } from 'zod';

/** What the database of a server with one organization and one repository says, read past the server. */
export interface DatabaseFacts {
  readonly generation: number;
  /** Finalized sessions with objects, and objects that Git LFS verified: what each raises the generation once. */
  readonly bumps: number;
  readonly ledgerBytes: number;
  readonly usedBytes: number;
  readonly reservedBytes: number;
  readonly objectBytes: number;
  readonly countedObjects: number;
  readonly countedBytes: number;
  /** Sessions of clients that are neither finalized nor expired. */
  readonly openSessions: number;
  /** Finalized sessions with another number of ledger entries, `finalized` events or `push` events than one. */
  readonly unevenSessions: number;
  /** Objects that Git LFS verified, less the ledger entries for them. */
  readonly unevenLfsObjects: number;
}

const columns: Readonly<Record<keyof DatabaseFacts, string>> = {
  generation: 'select sum(generation) from repositories',
  bumps: `select (select count(*) from upload_sessions where kind = 'session' and status = 'FINALIZED' and uploaded_objects > 0)
    + (select count(*) from upload_objects join upload_sessions on id = session_id where kind = 'lfs' and state = 'COMPLETED')`,
  ledgerBytes: 'select coalesce(sum(bytes), 0) from ledger_entries',
  usedBytes: 'select sum(used_bytes) from organization_usages',
  reservedBytes: 'select sum(reserved_bytes) from organization_usages',
  objectBytes: 'select coalesce(sum(size_bytes), 0) from objects',
  countedObjects: 'select sum(object_count) from repository_usages',
  countedBytes: 'select sum(physical_bytes) from repository_usages',
  openSessions: `select count(*) from upload_sessions where kind = 'session' and status = 'OPEN'`,
  unevenSessions: `select count(*) from upload_sessions
    left join (select session_id, count(*) as entries from ledger_entries where reason = 'upload_session.finalized' group by 1) as ledger
      on ledger.session_id = id
    left join (select json_extract(data, '$.session_id') as session_id, sum(type = 'upload.session.finalized') as finalized,
      sum(type = 'repository.push') as pushed from domain_events group by 1) as outbox on outbox.session_id = id
    where kind = 'session' and status = 'FINALIZED' and uploaded_objects > 0
      and (coalesce(entries, 0) <> 1 or coalesce(finalized, 0) <> 1 or coalesce(pushed, 0) <> 1)`,
  unevenLfsObjects: `select (select count(*) from upload_objects join upload_sessions on id = session_id where kind = 'lfs' and state = 'COMPLETED')
    - (select count(*) from ledger_entries where reason = 'lfs.verified')`,
};

const facts = z.object({
  generation: z.number(),
  bumps: z.number(),
  ledgerBytes: z.number(),
  usedBytes: z.number(),
  reservedBytes: z.number(),
  objectBytes: z.number(),
  countedObjects: z.number(),
  countedBytes: z.number(),
  openSessions: z.number(),
  unevenSessions: z.number(),
  unevenLfsObjects: z.number(),
});
const visible = z.array(z.object({ oid: z.string(), size: z.number() }));

export interface DatabaseView {
  readonly facts: DatabaseFacts;
  /** The sizes of all visible objects by their oids. */
  readonly visible: ReadonlyMap<string, number>;
}

/** Reads one state of the database, committed and whole, beside a server that runs. */
export const readDatabase = (dataDir: string): DatabaseView => {
  const database = new Database(join(dataDir, 'svc.db'), { readonly: true, fileMustExist: true });
  try {
    return database.transaction(() => {
      const list = Object.entries(columns).map(([name, query]) => `(${query}) as "${name}"`);
      const rows = visible.parse(database.prepare('select lower(hex(oid)) as oid, size_bytes as size from objects').all());
      return {
        facts: facts.parse(database.prepare(`select ${list.join(', ')}`).get()),
        visible: new Map(rows.map(({ oid, size }) => [oid, size])),
      };
    })();
  } finally {
    database.close();
  }
};
